// What the samples of NVIDIA have in helper_cuda_drvapi.h: text of ours with their names.

inline void check(CUresult result, char const *const func, const char *const file, int const line)
{
    if (result == CUDA_SUCCESS) return;
    const char *text = 0;
    cuGetErrorString(result, &text);
    fprintf(&__files[2], "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", (int)result, text, file, line);
    exit(1);
}
inline int ftoi(float value) { return (int)(value >= 0 ? value + 0.5 : value - 0.5); }
template <typename T> void getCudaAttribute(T *value, CUdevice_attribute what, int device)
{
    int found = 0;
    check(cuDeviceGetAttribute(&found, what, device), "cuDeviceGetAttribute", "helper_cuda_drvapi.h", 0);
    *value = (T)found;
}
inline int _ConvertSMVer2CoresDRV(int major, int minor) { return _ConvertSMVer2Cores(major, minor); }
inline int gpuGetMaxGflopsDeviceIdDRV() { cuInit(0); return 0; }
inline int gpuDeviceInitDRV(int argc, const char **argv)
{
    cuInit(0);
    int n = 0, device = getCmdLineArgumentInt(argc, argv, "device");
    cuDeviceGetCount(&n);
    if (device < 0) device = 0;
    if (device >= n) return -device;
    char name[100];
    cuDeviceGetName(name, 100, device);
    if (!checkCmdLineFlag(argc, argv, "quiet")) printf("gpuDeviceInitDRV() Using CUDA Device [%d]: %s\n", device, name);
    return device;
}
inline CUdevice findCudaDeviceDRV(int argc, const char **argv)
{
    if (checkCmdLineFlag(argc, argv, "device")) {
        int device = gpuDeviceInitDRV(argc, argv);
        if (device < 0) exit(0);
        return device;
    }
    char name[100];
    cuInit(0);
    cuDeviceGetName(name, 100, 0);
    printf("> Using CUDA Device [%d]: %s\n", 0, name);
    return 0;
}
inline CUdevice findIntegratedGPUDrv() { return -1; }
inline bool checkCudaCapabilitiesDRV(int major, int minor, int device)
{
    char name[256];
    int hasMajor = 0, hasMinor = 0;
    cuDeviceGetName(name, 100, device);
    cuDeviceComputeCapability(&hasMajor, &hasMinor, device);
    if (hasMajor > major || hasMajor == major && hasMinor >= minor) {
        printf("> Device %d: <%16s >, Compute SM %d.%d detected\n", device, name, hasMajor, hasMinor);
        return true;
    }
    printf("No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
    return false;
}
inline bool findFatbinPath(const char *file, std::string &path, char **argv, std::ostringstream &out)
{
    char *found = sdkFindFilePath(file, argv[0]);
    if (!found) {
        printf("> findModulePath file not found: <%s> \n", file);
        return false;
    }
    path = found;
    printf("> findModulePath found file at <%s>\n", found);
    std::ifstream in(found);
    out << in.rdbuf();
    return true;
}
