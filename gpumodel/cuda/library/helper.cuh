// What the samples of NVIDIA have in helper_cuda.h, helper_functions.h, helper_string.h and helper_timer.h: text of ours with their names.

template <typename T> void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(&__files[2], "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)result, cudaGetErrorName((cudaError_t)(int)result), func);
        exit(1);
    }
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
void __getLastCudaError(const char *message, const char *file, const int line)
{
    cudaError_t e = cudaGetLastError();
    if (e) {
        fprintf(&__files[2], "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, e, cudaGetErrorString(e));
        exit(1);
    }
}
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define sdkCheckErrors checkCudaErrors

const char *_ConvertSMVer2ArchName(int major, int minor)
{
    int sm = major * 16 + minor;
    if (sm >= 0x100) return "Blackwell";
    if (sm >= 0x90) return "Hopper";
    if (sm == 0x89) return "Ada";
    if (sm >= 0x80) return "Ampere";
    if (sm == 0x75) return "Turing";
    if (sm >= 0x70) return "Volta";
    if (sm >= 0x60) return "Pascal";
    if (sm >= 0x50) return "Maxwell";
    if (sm >= 0x30) return "Kepler";
    return "Graphics Device";
}
int _ConvertSMVer2Cores(int major, int minor)
{
    int sm = major * 16 + minor;
    if (sm >= 0x86 && sm != 0x87) return 128;
    if (sm == 0x80 || sm >= 0x70) return 64;
    if (sm == 0x60) return 64;
    if (sm >= 0x50) return 128;
    if (sm >= 0x30) return 192;
    if (sm == 0x21) return 48;
    if (sm == 0x20) return 32;
    return 8;
}
int gpuGetMaxGflopsDeviceId() { return 0; }
int gpuDeviceInit(int device) { return 0; }

int stringRemoveDelimiter(char delimiter, const char *string) { int n = 0; while (string[n] == delimiter) n++; return n; }
const char *__flag(int argc, const char **argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *s = argv[i] + stringRemoveDelimiter('-', argv[i]);
        if (strlen(s) >= n && !(int)__sys_strncasecmp(s, name, n) && (s[n] == 0 || s[n] == '=')) return s + n;
    }
    return 0;
}
bool checkCmdLineFlag(const int argc, const char **argv, const char *name) { return __flag(argc, argv, name) != 0; }
int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) { const char *s = __flag(argc, argv, name); return s && *s == '=' ? atoi(s + 1) : 0; }
float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) { const char *s = __flag(argc, argv, name); return s && *s == '=' ? (float)atof(s + 1) : 0; }
bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value)
{
    const char *s = __flag(argc, argv, name);
    *value = s && *s == '=' ? (char *)s + 1 : 0;
    return *value != 0;
}
int findCudaDevice(int argc, const char **argv)
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", 0, _ConvertSMVer2ArchName(p.major, p.minor), p.major, p.minor);
    return 0;
}
bool checkCudaCapabilities(int major, int minor)
{
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    if (p.major > major || p.major == major && p.minor >= minor) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", 0, p.name, p.major, p.minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
    return false;
}

struct StopWatchInterface { long begun; double last, all; int times; bool runs; };
bool sdkCreateTimer(StopWatchInterface **t) { *t = (StopWatchInterface *)__sys_calloc(1L, sizeof(StopWatchInterface)); return true; }
bool sdkDeleteTimer(StopWatchInterface **t) { __sys_free(*t); *t = 0; return true; }
bool sdkStartTimer(StopWatchInterface **t) { (*t)->begun = (long)__sys_nanoseconds(); (*t)->runs = true; return true; }
bool sdkStopTimer(StopWatchInterface **t)
{
    (*t)->last = ((long)__sys_nanoseconds() - (*t)->begun) * 1e-6;
    (*t)->all += (*t)->last;
    (*t)->times++;
    (*t)->runs = false;
    return true;
}
bool sdkResetTimer(StopWatchInterface **t) { (*t)->all = (*t)->last = 0; (*t)->times = 0; if ((*t)->runs) (*t)->begun = (long)__sys_nanoseconds(); return true; }
float sdkGetTimerValue(StopWatchInterface **t) { return (float)((*t)->all + ((*t)->runs ? ((long)__sys_nanoseconds() - (*t)->begun) * 1e-6 : 0)); }
float sdkGetAverageTimerValue(StopWatchInterface **t) { return (*t)->times ? (float)((*t)->all / (*t)->times) : 0; }

#define MIN(a, b) ((a < b) ? a : b)
#define MAX(a, b) ((a > b) ? a : b)
template <typename T> bool __compareData(const T *reference, const T *data, const unsigned len, const float epsilon, const float threshold)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < len; i++) {
        float d = (float)reference[i] - (float)data[i];
        if (!(d <= epsilon && d >= -epsilon)) wrong++;
    }
    return wrong <= len * threshold;
}
template <typename T, typename S> bool compareData(const T *reference, const T *data, const unsigned len, const S epsilon, const float threshold) { return __compareData(reference, data, len, epsilon, threshold); }
bool sdkCompareL2fe(const float *reference, const float *data, const unsigned len, const float epsilon)
{
    float error = 0, ref = 0;
    for (unsigned i = 0; i < len; i++) {
        float d = reference[i] - data[i];
        error += d * d;
        ref += reference[i] * reference[i];
    }
    if (fabsf(ref) < 1e-7f) return false;
    return sqrtf(error) / sqrtf(ref) < epsilon;
}
