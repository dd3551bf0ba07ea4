// The errors of CUDA's runtime. Behaviour is that of CUDA 13.

cudaError_t cudaGetLastError() { return (cudaError_t)__sys_cudaGetLastError(1); }
cudaError_t cudaPeekAtLastError() { return (cudaError_t)__sys_cudaGetLastError(0); }
// __CHECKED returns an error of the calling function, unless something holds.
#define __CHECKED(holds, error) do { if (!(holds)) return (cudaError_t)__sys_cudaFail(error); } while (0)
const char *cudaGetErrorString(cudaError_t error) { return (const char *)__sys_cudaGetErrorString(error); }
const char *cudaGetErrorName(cudaError_t error) { return (const char *)__sys_cudaGetErrorName(error); }
