// Textures over arrays, linear memory and rows with a pitch; a surface; copies of two and three dimensions.
#include <stdio.h>

__global__ void read2D(float *out, cudaTextureObject_t t, float dx) { out[threadIdx.y * 4 + threadIdx.x] = tex2D<float>(t, threadIdx.x + dx, threadIdx.y + dx); }
__global__ void read1D(int *out, cudaTextureObject_t t) { out[threadIdx.x] = tex1Dfetch<int>(t, threadIdx.x); }
__global__ void readPoint(float4 *out, cudaTextureObject_t t) { *out = tex2D<float4>(t, 0.25f, 0.75f); }
__global__ void readLayer(float *out, cudaTextureObject_t t, int layer) { out[threadIdx.x] = tex2DLayered<float>(t, threadIdx.x + 0.5f, 0.5f, layer); }
__global__ void write2D(cudaSurfaceObject_t s) { surf2Dwrite(100.0f * threadIdx.y + threadIdx.x, s, threadIdx.x * 4, threadIdx.y); }

int main()
{
    float h[3][4], out[12], *d;
    for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++) h[y][x] = 10 * y + x;
    cudaMalloc(&d, sizeof(out));

    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), c4 = cudaCreateChannelDesc<uchar4>();
    printf("%d %d %d, %d %d %d\n", f.x, f.y, f.f == cudaChannelFormatKindFloat, c4.x, c4.w, c4.f == cudaChannelFormatKindUnsigned);
    cudaArray_t a;
    cudaMallocArray(&a, &f, 4, 3, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(a, 0, 0, h, sizeof(h[0]), 16, 3, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc t = {};
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    t.filterMode = cudaFilterModePoint;
    t.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex = 0;
    printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&tex, &r, &t, NULL)));
    read2D<<<1, dim3(4, 3)>>>(d, tex, 0.5f);
    cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", out[0], out[5], out[11]);
    read2D<<<1, dim3(4, 3)>>>(d, tex, 2.5f); // beyond the edge, which counts
    cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[0], out[11]);
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeWrap; // which clamps, since the coordinates are not normalised
    printf("%s\n", cudaGetErrorName(cudaCreateTextureObject(&tex, &r, &t, NULL)));
    read2D<<<1, dim3(4, 3)>>>(d, tex, 2.5f);
    cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[0], out[11]);
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    cudaDestroyTextureObject(tex);
    t.filterMode = cudaFilterModeLinear;
    cudaCreateTextureObject(&tex, &r, &t, NULL);
    read2D<<<1, dim3(4, 3)>>>(d, tex, 1.0f); // halfway between texels
    cudaMemcpy(out, d, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g\n", out[0]);

    cudaSurfaceObject_t s;
    cudaCreateSurfaceObject(&s, &r);
    write2D<<<1, dim3(4, 3)>>>(s);
    cudaMemcpy2DFromArray(out, 16, a, 0, 0, 16, 3, cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[6], out[11]);

    int *linear, hi[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *di;
    cudaMalloc(&linear, sizeof(hi));
    cudaMalloc(&di, sizeof(hi));
    cudaMemcpy(linear, hi, sizeof(hi), cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = linear;
    r.res.linear.desc = cudaCreateChannelDesc<int>();
    r.res.linear.sizeInBytes = sizeof(hi);
    t.filterMode = cudaFilterModePoint;
    cudaTextureObject_t tex1;
    cudaCreateTextureObject(&tex1, &r, &t, NULL);
    read1D<<<1, 8>>>(di, tex1);
    cudaMemcpy(hi, di, sizeof(hi), cudaMemcpyDeviceToHost);
    printf("%d %d\n", hi[0], hi[7]);

    // Rows with a pitch, of bytes that are read as fractions, with coordinates from 0 to 1.
    unsigned char rows[2][8] = {{0, 51, 102, 255, 1, 1, 1, 1}, {255, 204, 0, 51, 1, 1, 1, 1}}, *pitched;
    size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 8, 2);
    printf("pitch %zu\n", pitch);
    cudaMemcpy2D(pitched, pitch, rows, 8, 8, 2, cudaMemcpyHostToDevice);
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = pitched;
    r.res.pitch2D.desc = c4;
    r.res.pitch2D.width = 2;
    r.res.pitch2D.height = 2;
    r.res.pitch2D.pitchInBytes = pitch;
    t.readMode = cudaReadModeNormalizedFloat;
    t.normalizedCoords = 1;
    cudaTextureObject_t tex2;
    cudaCreateTextureObject(&tex2, &r, &t, NULL);
    float4 q, *dq;
    cudaMalloc(&dq, sizeof(q));
    readPoint<<<1, 1>>>(dq, tex2);
    cudaMemcpy(&q, dq, sizeof(q), cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", q.x, q.y, q.z, q.w);

    // Layers, filled by a copy of three dimensions.
    cudaArray_t layers;
    cudaMalloc3DArray(&layers, &f, make_cudaExtent(4, 3, 2), cudaArrayLayered);
    float two[2][3][4];
    for (int i = 0; i < 24; i++) (&two[0][0][0])[i] = i;
    cudaMemcpy3DParms p = {0};
    p.srcPtr = make_cudaPitchedPtr(two, 16, 4, 3);
    p.dstArray = layers;
    p.extent = make_cudaExtent(4, 3, 2);
    p.kind = cudaMemcpyHostToDevice;
    printf("%s\n", cudaGetErrorName(cudaMemcpy3D(&p)));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = layers;
    t.readMode = cudaReadModeElementType;
    t.normalizedCoords = 0;
    cudaTextureObject_t tex3;
    cudaCreateTextureObject(&tex3, &r, &t, NULL);
    readLayer<<<1, 4>>>(d, tex3, 1);
    cudaMemcpy(out, d, 16, cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[0], out[3]);

    // A box of linear memory: its middle column of the second slice, to the host.
    cudaPitchedPtr box;
    cudaMalloc3D(&box, make_cudaExtent(16, 3, 2));
    cudaMemset3D(box, 0, make_cudaExtent(16, 3, 2));
    cudaMemcpy3DParms b = {0};
    b.srcPtr = make_cudaPitchedPtr(two, 16, 4, 3);
    b.dstPtr = box;
    b.extent = make_cudaExtent(16, 3, 2);
    b.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&b);
    float column[3];
    b.srcPtr = box;
    b.srcPos = make_cudaPos(8, 0, 1);
    b.dstPtr = make_cudaPitchedPtr(column, 4, 1, 3);
    b.extent = make_cudaExtent(4, 3, 1);
    b.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&b);
    printf("%g %g %g\n", column[0], column[1], column[2]);
    cudaDeviceReset();
    return 0;
}
