// atomicAdd of vectors: each component is added atomically, the vector as a whole is not (CUDA C++ Programming Guide, atomicAdd()).

__device__ float2 __atomic_add2(float2 *p, float2 a)
{
    float2 old;
    old.x = atomicAdd(&p->x, a.x);
    old.y = atomicAdd(&p->y, a.y);
    return old;
}

__device__ float4 __atomic_add4(float4 *p, float4 a)
{
    float4 old;
    old.x = atomicAdd(&p->x, a.x);
    old.y = atomicAdd(&p->y, a.y);
    old.z = atomicAdd(&p->z, a.z);
    old.w = atomicAdd(&p->w, a.w);
    return old;
}
