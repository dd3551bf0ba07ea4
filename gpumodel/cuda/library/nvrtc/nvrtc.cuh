// nvrtc.h: the run-time compiler. What it makes is an image that carries the source; PTX and machine code are the same here.

#define __NVRTC_RESULTS(X) \
    X(NVRTC_SUCCESS, 0) X(NVRTC_ERROR_OUT_OF_MEMORY, 1) X(NVRTC_ERROR_PROGRAM_CREATION_FAILURE, 2) X(NVRTC_ERROR_INVALID_INPUT, 3) \
    X(NVRTC_ERROR_INVALID_PROGRAM, 4) X(NVRTC_ERROR_INVALID_OPTION, 5) X(NVRTC_ERROR_COMPILATION, 6) X(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, 7) \
    X(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, 8) X(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, 9) \
    X(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, 10) X(NVRTC_ERROR_INTERNAL_ERROR, 11) X(NVRTC_ERROR_TIME_FILE_WRITE_FAILED, 12)

#define __NVRTC_ENUMERATOR(NAME, VALUE) NAME = VALUE,
enum nvrtcResult { __NVRTC_RESULTS(__NVRTC_ENUMERATOR) };

#define __NVRTC_NAME(NAME, VALUE) case VALUE: return #NAME;
inline const char *nvrtcGetErrorString(nvrtcResult result)
{
    switch ((int)result) { __NVRTC_RESULTS(__NVRTC_NAME) }
    return "NVRTC_ERROR unknown";
}

struct __rtcProgram { int number; };
typedef __rtcProgram *nvrtcProgram;

inline nvrtcResult nvrtcVersion(int *major, int *minor)
{
    *major = CUDA_VERSION / 1000;
    *minor = CUDA_VERSION % 1000 / 10;
    return NVRTC_SUCCESS;
}
inline nvrtcResult nvrtcCreateProgram(nvrtcProgram *p, const char *source, const char *name, int n, const char *const *headers, const char *const *includeNames)
{
    return (nvrtcResult)__sys_nvrtcCreate(p, source, name, n, headers, includeNames);
}
inline nvrtcResult nvrtcDestroyProgram(nvrtcProgram *p)
{
    nvrtcResult result = (nvrtcResult)__sys_nvrtcDestroy(*p);
    *p = 0;
    return result;
}
inline nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n, const char *const *options) { return (nvrtcResult)__sys_nvrtcCompile(p, n, options); }
inline nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression) { return (nvrtcResult)__sys_nvrtcAddName(p, expression); }
inline nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **name) { return (nvrtcResult)__sys_nvrtcLowered(p, expression, name); }

#define __NVRTC_TEXT(NAME, WHAT) \
    inline nvrtcResult nvrtcGet##NAME##Size(nvrtcProgram p, size_t *n) { return (nvrtcResult)__sys_nvrtcText(p, WHAT, 0L, n); } \
    inline nvrtcResult nvrtcGet##NAME(nvrtcProgram p, char *to) { return (nvrtcResult)__sys_nvrtcText(p, WHAT, to, 0L); }
__NVRTC_TEXT(ProgramLog, 0)
__NVRTC_TEXT(PTX, 1)
__NVRTC_TEXT(CUBIN, 2)
