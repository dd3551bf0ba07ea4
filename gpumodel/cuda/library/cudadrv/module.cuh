// Modules, and what they have. An image is what nvrtcGetPTX and nvrtcGetCUBIN give: CUDA source, which is compiled when it is loaded.

inline CUresult cuModuleLoad(CUmodule *m, const char *file) { return (CUresult)__sys_cuModuleLoad(m, file); }
inline CUresult cuModuleLoadData(CUmodule *m, const void *image) { return (CUresult)__sys_cuModuleLoadData(m, image); }
inline CUresult cuModuleLoadFatBinary(CUmodule *m, const void *image) { return (CUresult)__sys_cuModuleLoadData(m, image); }
inline CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n, CUjit_option *options, void **values)
{
    for (unsigned i = 0; i < n; i++) { // there is nothing to log: what is wrong is told at the end
        if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES || options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) values[i] = 0;
        if (options[i] == CU_JIT_INFO_LOG_BUFFER || options[i] == CU_JIT_ERROR_LOG_BUFFER) *(char *)values[i] = 0;
        if (options[i] == CU_JIT_WALL_TIME) values[i] = 0;
    }
    return cuModuleLoadData(m, image);
}
inline CUresult cuModuleUnload(CUmodule m) { return (CUresult)__sys_cuModuleUnload(m); }
inline CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name) { return (CUresult)__sys_cuModuleGetFunction(f, m, name); }
inline CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *n, CUmodule m, const char *name) { return (CUresult)__sys_cuModuleGetGlobal(p, n, m, name); }
inline CUresult cuModuleGetFunctionCount(unsigned *n, CUmodule m) { return (CUresult)__sys_cuModuleCount(n, m); }

// Libraries of CUDA 12 are modules that belong to no context; here they are modules of the current one.
typedef CUmodule CUlibrary;
typedef CUfunction CUkernel;
inline CUresult cuLibraryLoadData(CUlibrary *l, const void *image, CUjit_option *jit, void **jitValues, unsigned n, int *options, void **values, unsigned m)
{
    return cuModuleLoadData(l, image);
}
inline CUresult cuLibraryUnload(CUlibrary l) { return cuModuleUnload(l); }
inline CUresult cuLibraryGetKernel(CUkernel *k, CUlibrary l, const char *name) { return cuModuleGetFunction(k, l, name); }
inline CUresult cuLibraryGetModule(CUmodule *m, CUlibrary l) { *m = l; return CUDA_SUCCESS; }
inline CUresult cuLibraryGetGlobal(CUdeviceptr *p, size_t *n, CUlibrary l, const char *name) { return cuModuleGetGlobal(p, n, l, name); }
inline CUresult cuKernelGetFunction(CUfunction *f, CUkernel k) { *f = k; return CUDA_SUCCESS; }
