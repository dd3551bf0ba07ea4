// Variables of the GPU, as the host copies them: the address of such a variable stands for it, and is none that the host can access.

template <typename T> cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return __afterCallbacks(__sys_cudaMemcpySymbol(&symbol, from, n, at, kind, 0L, 0, 1));
}
template <typename T> cudaError_t cudaMemcpyFromSymbol(void *to, T &symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return __afterCallbacks(__sys_cudaMemcpySymbol(&symbol, to, n, at, kind, 0L, 0, 0));
}
template <typename T> cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpySymbol(&symbol, from, n, at, kind, __streamReady(stream), 1, 1);
}
template <typename T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, T &symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0)
{
    return (cudaError_t)__sys_cudaMemcpySymbol(&symbol, to, n, at, kind, __streamReady(stream), 1, 0);
}
template <typename P, typename T> cudaError_t cudaGetSymbolAddress(P **p, T &symbol) { return (cudaError_t)__sys_cudaGetSymbol((void **)p, &symbol, 0); }
template <typename T> cudaError_t cudaGetSymbolSize(size_t *n, T &symbol) { return (cudaError_t)__sys_cudaGetSymbol(n, &symbol, 1); }

// What is no variable, as the text that names one, which CUDA took until 4.
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return (cudaError_t)__sys_cudaMemcpySymbol(symbol, from, n, at, kind, 0L, 0, 1);
}
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t n, size_t at = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return (cudaError_t)__sys_cudaMemcpySymbol(symbol, to, n, at, kind, 0L, 0, 0);
}
template <typename P> cudaError_t cudaGetSymbolAddress(P **p, const void *symbol) { return (cudaError_t)__sys_cudaGetSymbol((void **)p, symbol, 0); }
cudaError_t cudaGetSymbolSize(size_t *n, const void *symbol) { return (cudaError_t)__sys_cudaGetSymbol(n, symbol, 1); }
