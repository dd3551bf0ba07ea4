// uncoalesced load: grid 512, block 256, elements 2097152
struct particle { float x, y, z, mass, vx, vy, vz, charge; };
__global__ void masses(float *out, const float *in, int n)
{
    const particle *p = (const particle *)in;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float m = p[i].mass; // <-
    out[i] = m * 0.5f;
}
