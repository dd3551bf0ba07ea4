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
