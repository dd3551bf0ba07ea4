// What the samples of NVIDIA have in nvrtc_helper.h: text of ours with their names.

inline void __rtcCheck(const char *what, nvrtcResult result)
{
    if (result == NVRTC_SUCCESS) return;
    fprintf(&__files[2], "\nerror: %s failed with error %s", what, nvrtcGetErrorString(result));
    exit(1);
}
#define NVRTC_SAFE_CALL(Name, x) __rtcCheck(Name, x)

inline void compileFileToCUBIN(char *file, int argc, char **argv, char **cubin, size_t *size, int requiresCGheaders)
{
    FILE *f = file ? fopen(file, "rb") : 0;
    if (!f) {
        fprintf(&__files[2], "\nerror: unable to open %s for reading!\n", file ? file : "a file without a name");
        exit(1);
    }
    fseek(f, 0, 2);
    long n = ftell(f);
    fseek(f, 0, 0);
    char *source = (char *)__sys_calloc(1L, n + 1);
    fread(source, 1, n, f);
    fclose(f);

    int major = 0, minor = 0;
    char option[64];
    const char *options[] = {option};
    cuDeviceComputeCapability(&major, &minor, findCudaDeviceDRV(argc, (const char **)argv));
    sprintf(option, "--gpu-architecture=sm_%d%d", major, minor);

    nvrtcProgram p;
    __rtcCheck("nvrtcCreateProgram", nvrtcCreateProgram(&p, source, file, 0, 0, 0));
    nvrtcResult result = nvrtcCompileProgram(p, 1, options);
    size_t length = 0;
    nvrtcGetProgramLogSize(p, &length);
    char *log = (char *)__sys_calloc(1L, length + 1);
    nvrtcGetProgramLog(p, log);
    if (length > 2) fprintf(&__files[2], "\n compilation log ---\n%s\n end log ---\n", log);
    __sys_free(log);
    __rtcCheck("nvrtcCompileProgram", result);
    __rtcCheck("nvrtcGetCUBINSize", nvrtcGetCUBINSize(p, size));
    *cubin = (char *)__sys_malloc(*size);
    __rtcCheck("nvrtcGetCUBIN", nvrtcGetCUBIN(p, *cubin));
    nvrtcDestroyProgram(&p);
    __sys_free(source);
}
inline CUmodule loadCUBIN(char *cubin, int argc, char **argv)
{
    CUmodule m;
    CUcontext c;
    int major = 0, minor = 0;
    CUdevice device = findCudaDeviceDRV(argc, (const char **)argv);
    cuDeviceComputeCapability(&major, &minor, device);
    printf("> GPU Device has SM %d.%d compute capability\n", major, minor);
    check(cuCtxCreate(&c, 0, device), "cuCtxCreate", "nvrtc_helper.h", 0);
    check(cuModuleLoadData(&m, cubin), "cuModuleLoadData", "nvrtc_helper.h", 0);
    __sys_free(cubin);
    return m;
}
