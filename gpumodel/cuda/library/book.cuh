// What the programs of "CUDA by Example" have in book.h: text of ours with its names.

void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(1);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
#define HANDLE_NULL(a) { if ((a) == NULL) { printf("Host memory failed in %s at line %d\n", __FILE__, __LINE__); exit(1); } }
void *big_random_block(int size)
{
    unsigned char *data = (unsigned char *)__sys_malloc((long)size);
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
int *big_random_block_int(int size)
{
    int *data = (int *)__sys_malloc(size * 4L);
    for (int i = 0; i < size; i++) data[i] = rand();
    return data;
}
typedef pthread_t CUTThread;
typedef void *(*CUT_THREADROUTINE)(void *);
#define CUT_THREADPROC void
#define CUT_THREADEND
CUTThread start_thread(CUT_THREADROUTINE f, void *data) { pthread_t thread; pthread_create(&thread, 0, f, data); return thread; }
void end_thread(CUTThread thread) { pthread_join(thread, 0); }
void destroy_thread(CUTThread thread) { pthread_cancel(thread); }
void wait_for_threads(const CUTThread *threads, int n) { for (int i = 0; i < n; i++) end_thread(threads[i]); }

// float_to_color paints numbers from 0 to 1 by their hue, from cyan around the circle.
__device__ unsigned char __shade(float low, float high, int degrees)
{
    degrees = (degrees + 360) % 360;
    float part = degrees < 60 ? degrees / 60.0f : degrees < 180 ? 1.0f : degrees < 240 ? (240 - degrees) / 60.0f : 0.0f;
    return (unsigned char)(255 * (low + (high - low) * part));
}
__device__ uchar4 __painted(float lightness)
{
    float high = lightness <= 0.5f ? 2 * lightness : 1.0f, low = 2 * lightness - high;
    int hue = (180 + (int)(360 * lightness)) % 360;
    return make_uchar4(__shade(low, high, hue + 120), __shade(low, high, hue), __shade(low, high, hue - 120), 255);
}
__device__ int __pixel() { return (blockIdx.y * blockDim.y + threadIdx.y) * blockDim.x * gridDim.x + blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void float_to_color(uchar4 *optr, const float *outSrc) { optr[__pixel()] = __painted(outSrc[__pixel()]); }
__global__ void float_to_color(unsigned char *optr, const float *outSrc) { ((uchar4 *)optr)[__pixel()] = __painted(outSrc[__pixel()]); }
