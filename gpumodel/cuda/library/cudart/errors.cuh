// The errors of CUDA's runtime. Behaviour is that of CUDA 13.

cudaError_t cudaGetLastError() { return (cudaError_t)__sys_cudaGetLastError(1); }
cudaError_t cudaPeekAtLastError() { return (cudaError_t)__sys_cudaGetLastError(0); }
const char *cudaGetErrorString(cudaError_t error) { return (const char *)__sys_cudaGetErrorString(error); }
const char *cudaGetErrorName(cudaError_t error) { return (const char *)__sys_cudaGetErrorName(error); }
