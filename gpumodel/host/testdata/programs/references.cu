// Texture references, as CUDA had them until 11: bound to linear memory, to rows and to arrays, with modes that the host sets.
#include <cstdio>

texture<float, 1> line;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> image;

texture<float, 1> row;

const int w = 16, h = 8;

__global__ void fetch(float *out, int offset) { out[threadIdx.x] = tex1Dfetch(line, threadIdx.x + offset); }
__global__ void along(float *out) { out[threadIdx.x] = tex1D(row, threadIdx.x % w + 0.5f); }
__global__ void sample(float *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * w + x] = tex2D(plane, (x + 1.f) / w, (y + 0.5f) / h);
}
__global__ void colour(float *out)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * w + x] = tex2D(image, x, y).y * 255;
}

int wrong(const char *what, float *device, float (*want)(int))
{
    float got[w * h];
    cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < w * h; i++)
        if (got[i] != want(i)) return printf("%s: element %d is %g, not %g\n", what, i, got[i], want(i));
    return printf("%s: right\n", what);
}
float same(int i) { return i; }
float repeated(int i) { return i % w; }
float between(int i) { return i % w == w - 1 ? i - w / 2 + 0.5f : i + 0.5f; } // wraps around
float doubled(int i) { return 2 * i; }

int main()
{
    float values[w * h], *in, *out;
    uchar4 pixels[w * h];
    for (int i = 0; i < w * h; i++) values[i] = i, pixels[i] = make_uchar4(0, 2 * i, 0, 0);
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, sizeof values);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);

    size_t offset = 99;
    printf("bind: %d, offset", cudaBindTexture(&offset, line, in, sizeof values));
    printf(" %zu\n", offset);
    fetch<<<1, w * h>>>(out, 0);
    wrong("fetch", out, same);
    printf("in the middle: %d\n", cudaBindTexture(NULL, line, in + 4));
    cudaGetLastError();
    printf("in the middle: %d, offset", cudaBindTexture(&offset, &line, in + 4, &line.channelDesc, 64));
    printf(" %zu\n", offset);
    cudaGetTextureAlignmentOffset(&offset, line);
    printf("offset %zu\n", offset);
    cudaBindTexture(0, line, in);
    fetch<<<1, w * h>>>(out, 0);
    wrong("all", out, same);

    cudaArray *array;
    cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &one, w, h);
    cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice);
    plane.normalized = true;
    plane.filterMode = cudaFilterModeLinear;
    plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeWrap;
    printf("array: %d\n", cudaBindTextureToArray(plane, array, one));
    sample<<<1, dim3(w, h)>>>(out);
    wrong("sample", out, between);

    cudaArray *one_row; // of two dimensions, and still one that tex1D reads
    cudaMallocArray(&one_row, &row.channelDesc, w, 1);
    cudaMemcpyToArray(one_row, 0, 0, values, w * sizeof(float), cudaMemcpyHostToDevice);
    printf("row: %d\n", cudaBindTextureToArray(row, one_row));
    along<<<1, w * h>>>(out);
    wrong("along", out, repeated);

    size_t pitch;
    uchar4 *rows;
    cudaMallocPitch(&rows, &pitch, w * sizeof(uchar4), h);
    cudaMemcpy2D(rows, pitch, pixels, w * sizeof(uchar4), w * sizeof(uchar4), h, cudaMemcpyHostToDevice);
    printf("rows: %d\n", cudaBindTexture2D(&offset, image, rows, w, h, pitch));
    colour<<<1, dim3(w, h)>>>(out);
    wrong("colour", out, doubled);

    cudaUnbindTexture(line);
    cudaUnbindTexture(&plane);
    cudaFreeArray(array);
    cudaFreeArray(one_row);
    cudaFree(rows);
    cudaFree(in);
    cudaFree(out);
    return cudaGetLastError();
}
