// Kernels on rows and columns of a library of matrices (cudamat), written anew: the same parameters and statements, other words.
__global__ void get_rows(float *from, float *to, int first, int end, int width, int height)
{
    const int row = first + blockIdx.x * 32 + threadIdx.x;
    const int column0 = blockIdx.y * 32;
    const int columns = (column0 + 32 < width) ? column0 + 32 : width;
    const int rows = end - first;
    if (row < end) {
        for (int c = column0; c < columns; c++)
            to[c * rows + row - first] = from[c * height + row];
    }
}

__global__ void set_rows(float *from, float *to, int first, int end, int width, int height)
{
    const int row = first + blockIdx.x * 32 + threadIdx.x;
    const int column0 = blockIdx.y * 32;
    const int columns = (column0 + 32 < width) ? column0 + 32 : width;
    const int rows = end - first;
    if (row < end) {
        for (int c = column0; c < columns; c++)
            to[c * height + row] = from[c * rows + row - first];
    }
}

__global__ void largest_of_row(float *x, float *largest, unsigned int width, unsigned int height)
{
    __shared__ float of_thread[32];
    float best = -3.402823466e+38F;
    float v = 0;
    for (unsigned int i = threadIdx.x; i < width; i += 32) {
        v = x[i * height + blockIdx.x];
        if (v > best)
            best = v;
    }
    of_thread[threadIdx.x] = best;
    __syncthreads();
    if (threadIdx.x == 0) {
        best = -3.402823466e+38F;
        for (unsigned int i = 0; i < 32; i++)
            if (of_thread[i] > best)
                best = of_thread[i];
        largest[blockIdx.x] = best;
    }
}

__global__ void place_of_largest(float *x, float *place, unsigned int width, unsigned int height)
{
    __shared__ float of_thread[32];
    __shared__ unsigned int place_of_thread[32];
    float best = -3.402823466e+38F;
    unsigned int at = 0;
    float v = 0;
    for (unsigned int i = threadIdx.x; i < height; i += 32) {
        v = x[blockIdx.x * height + i];
        if (v > best) {
            best = v;
            at = i;
        }
    }
    of_thread[threadIdx.x] = best;
    place_of_thread[threadIdx.x] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
        best = -3.402823466e+38F;
        at = 0;
        for (unsigned int i = 0; i < 32; i++)
            if (of_thread[i] > best) {
                best = of_thread[i];
                at = place_of_thread[i];
            }
        place[blockIdx.x] = at;
    }
}

__global__ void place_of_smallest(float *x, float *place, unsigned int width, unsigned int height)
{
    __shared__ float of_thread[32];
    __shared__ unsigned int place_of_thread[32];
    float best = 3.402823466e+38F;
    unsigned int at = 0;
    float v = 0;
    for (unsigned int i = threadIdx.x; i < height; i += 32) {
        v = x[blockIdx.x * height + i];
        if (v < best) {
            best = v;
            at = i;
        }
    }
    of_thread[threadIdx.x] = best;
    place_of_thread[threadIdx.x] = at;
    __syncthreads();
    if (threadIdx.x == 0) {
        best = 3.402823466e+38F;
        at = 0;
        for (unsigned int i = 0; i < 32; i++)
            if (of_thread[i] < best) {
                best = of_thread[i];
                at = place_of_thread[i];
            }
        place[blockIdx.x] = at;
    }
}

__global__ void set_listed_rows(float *to, float *from, float *list, int listed, int columns, int rows)
{
    __shared__ int row_of[32];
    const int first = blockIdx.x * 32;
    const int t = threadIdx.x;
    const int here = min(32, listed - first);
    if (t < here) {
        row_of[t] = int(list[first + t]);
        if (row_of[t] < 0)
            row_of[t] += rows;
        if (row_of[t] < 0 || row_of[t] >= rows)
            row_of[t] = -1;
    }
    __syncthreads();
    for (int i = 0; i < here; i++) {
        const int source = first + i, target = row_of[i];
        for (int c = t; c < columns; c += 32)
            to[target * columns + c] = target == -1 ? (1.0 / 0.0 - 1.0 / 0.0) : from[source * columns + c];
    }
}
