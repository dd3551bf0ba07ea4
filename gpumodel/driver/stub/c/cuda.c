/* A driver library for tests: one GPU, whose memory is the host's, and on which a
 * kernel does what its name says (see run). STUB_MEMORY_MB is its memory. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700, ASSERT = 710,
};

static int failed; /* sticks to the context */
static double now; /* of the GPU, in milliseconds */
static int launches;

static struct allocation { void *at; size_t bytes; struct allocation *next; } *allocations;
static size_t used;

static size_t memory(void) {
    const char *mb = getenv("STUB_MEMORY_MB");
    return (mb ? strtoull(mb, 0, 10) : 1024) << 20;
}

static const struct { int code; const char *name, *text; } errors[] = {
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
};

int cuGetErrorName(int code, const char **name) {
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) return *name = errors[i].name, SUCCESS;
    return INVALID_VALUE;
}

int cuGetErrorString(int code, const char **text) {
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) return *text = errors[i].text, SUCCESS;
    return INVALID_VALUE;
}

int cuInit(unsigned flags) { return getenv("STUB_NO_DEVICE") ? NO_DEVICE : flags ? INVALID_VALUE : SUCCESS; }
int cuDriverGetVersion(int *version) { return *version = 13000, SUCCESS; }
int cuDeviceGetCount(int *count) { return *count = 1, SUCCESS; }
int cuDeviceGet(int *device, int index) { return index ? INVALID_VALUE : (*device = 0, SUCCESS); }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return (void)device, *bytes = memory(), SUCCESS; }

int cuDeviceGetName(char *name, int length, int device) {
    (void)device;
    const char *own = getenv("STUB_NAME");
    snprintf(name, length, "%s", own ? own : "NVIDIA H200");
    return SUCCESS;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    (void)device;
    static const int values[][2] = {
        {1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535}, {7, 65535}, {8, 49152}, {10, 32}, {12, 65536},
        {13, 1980000}, {16, 132}, {19, 1}, {21, 131072}, {22, 131072}, {23, 65536}, {32, 1}, {36, 3201000}, {37, 6144},
        {38, 62914560}, {39, 2048}, {40, 3}, {69, 268435456}, {75, 9}, {76, 0}, {81, 233472}, {82, 65536}, {97, 232448}, {106, 32}, {111, 1024},
    };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i][0] == attribute) return *value = values[i][1], SUCCESS;
    return INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(void **context, int device) { return (void)device, *context = &failed, SUCCESS; }
int cuCtxSetCurrent(void *context) { return context == &failed ? SUCCESS : INVALID_VALUE; }

/* Modules: the image is the text that the stub of NVRTC has passed on. */

struct module { char *text; void *variables[16]; char *names[16]; };
struct function { struct module *module; char *name; int shared; };

int cuModuleLoadData(struct module **module, const char *image) {
    if (failed) return failed;
    *module = calloc(1, sizeof **module);
    (*module)->text = strdup(image);
    return SUCCESS;
}

int cuModuleUnload(struct module *module) { return (void)module, SUCCESS; }

int cuModuleGetFunction(struct function **function, struct module *module, const char *name) {
    if (!strstr(module->text, name)) return NOT_FOUND;
    *function = calloc(1, sizeof **function);
    (*function)->module = module;
    (*function)->name = strdup(name);
    return SUCCESS;
}

/* The variables of a text are declared as "__device__ int name" or with [n]. */
int cuModuleGetGlobal_v2(void **at, size_t *bytes, struct module *module, const char *name) {
    const char *p = module->text, *found = 0;
    size_t length = strlen(name);
    while (!found && (p = strstr(p, name))) {
        if (p > module->text && p[-1] == ' ' && (p[length] == ';' || p[length] == '[' || p[length] == ' ')) found = p;
        p += length;
    }
    if (!found) return NOT_FOUND;
    *bytes = 4;
    if (found[length] == '[') *bytes *= strtoull(found + length + 1, 0, 10);
    for (int i = 0; i < 16; i++) {
        if (!module->names[i]) {
            module->names[i] = strdup(name);
            module->variables[i] = calloc(1, *bytes);
        }
        if (!strcmp(module->names[i], name)) return *at = module->variables[i], SUCCESS;
    }
    return NOT_FOUND;
}

int cuFuncGetAttribute(int *value, int attribute, struct function *function) {
    (void)function;
    return *value = attribute == 0 ? 1024 : attribute == 4 ? 24 : 0, SUCCESS;
}

int cuFuncSetAttribute(struct function *function, int attribute, int value) {
    if (attribute != 8 || value > 232448) return INVALID_VALUE;
    return function->shared = value, SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, struct function *function, int threads, size_t shared) {
    (void)function, (void)shared;
    return *blocks = 2048 / threads < 32 ? 2048 / threads : 32, SUCCESS;
}

/* Memory. */

static int allocate(void **at, size_t bytes) {
    if (failed) return failed;
    if (used + bytes > memory()) return OUT_OF_MEMORY;
    struct allocation *a = malloc(sizeof *a);
    *at = calloc(1, bytes);
    *a = (struct allocation){*at, bytes, allocations};
    used += bytes;
    allocations = a;
    return SUCCESS;
}

static int release(void *at) {
    for (struct allocation **p = &allocations; *p; p = &(*p)->next)
        if ((*p)->at == at) {
            struct allocation *a = *p;
            *p = a->next;
            used -= a->bytes;
            free(a->at);
            free(a);
            return SUCCESS;
        }
    return INVALID_VALUE;
}

int cuMemGetInfo_v2(size_t *unused, size_t *total) { return *unused = memory() - used, *total = memory(), SUCCESS; }
int cuMemAlloc_v2(void **at, size_t bytes) { return bytes ? allocate(at, bytes) : INVALID_VALUE; }
int cuMemFree_v2(void *at) { return release(at); }
int cuMemHostAlloc(void **at, size_t bytes, unsigned flags) { return (void)flags, allocate(at, bytes); }
int cuMemHostGetDevicePointer_v2(void **address, void *at, unsigned flags) { return (void)flags, *address = at, SUCCESS; }
int cuMemFreeHost(void *at) { return release(at); }

static int copy(void *to, const void *from, size_t bytes) { return failed ? failed : (memcpy(to, from, bytes), SUCCESS); }
int cuMemcpyHtoD_v2(void *to, const void *from, size_t bytes) { return copy(to, from, bytes); }
int cuMemcpyDtoH_v2(void *to, const void *from, size_t bytes) { return copy(to, from, bytes); }
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t bytes, void *stream) { return (void)stream, copy(to, from, bytes); }
int cuMemsetD8Async(void *at, unsigned char value, size_t bytes, void *stream) { return (void)stream, failed ? failed : (memset(at, value, bytes), SUCCESS); }

/* Events are the GPU's time when they are recorded. */

int cuEventCreate(double **event, unsigned flags) { return (void)flags, *event = calloc(1, sizeof **event), SUCCESS; }
int cuEventDestroy_v2(double *event) { return free(event), SUCCESS; }
int cuEventRecord(double *event, void *stream) { return (void)stream, failed ? failed : (*event = now, SUCCESS); }
int cuEventElapsedTime(float *ms, double *from, double *to) { return *ms = (float)(*to - *from), SUCCESS; }

/* Textures are not read by any kernel here: an object is the address of its resource. */

int cuArrayCreate_v2(void **array, const uint64_t *descriptor) { return *array = calloc(descriptor[0] * (descriptor[1] ? descriptor[1] : 1), 16), SUCCESS; }
int cuArrayDestroy(void *array) { return free(array), SUCCESS; }
int cuMemcpy2D_v2(const void *descriptor) { return (void)descriptor, SUCCESS; }
int cuTexObjectCreate(uint64_t *object, const uint64_t *resource, const void *texture, const void *view) {
    (void)texture, (void)view;
    return *object = resource[1], SUCCESS;
}
int cuTexObjectDestroy(uint64_t object) { return (void)object, SUCCESS; }

/* Kernels. */

static int hangs, crashes;

static int is(const char *name, const char *prefix) { return !strncmp(name, prefix, strlen(prefix)); }

#define ARGUMENT(type, i) (*(type *)params[i])

/* What kernels print waits for a synchronisation, which hands it to the C library: that of
 * the host holds it back where its output is a pipe. */
static char *waiting;
static size_t waits;

static void print(const char *text) {
    size_t bytes = strlen(text);
    waiting = realloc(waiting, waits + bytes);
    memcpy(waiting + waits, text, bytes);
    waits += bytes;
}

static int run(struct function *f, void **params, int blocks, int threads, int shared) {
    const char *name = f->name;
    if (shared > (f->shared ? f->shared : 49152)) return INVALID_VALUE;
    if (is(name, "scale")) { /* (float *out, const float *in, float factor, int n) */
        for (int i = 0; i < ARGUMENT(int, 3); i++) ARGUMENT(float *, 0)[i] = ARGUMENT(float, 2) * ARGUMENT(float *, 1)[i];
    } else if (is(name, "accumulate")) { /* (float *a, int n) */
        for (int i = 0; i < ARGUMENT(int, 1); i++) ARGUMENT(float *, 0)[i] += 1;
    } else if (is(name, "ticket")) { /* (int *out), and __device__ int counter */
        void *counter;
        size_t bytes;
        if (cuModuleGetGlobal_v2(&counter, &bytes, f->module, "counter")) return NOT_FOUND;
        *ARGUMENT(int *, 0) = ++*(int *)counter;
    } else if (is(name, "transpose") || is(name, "mtran")) { /* (float *out, const float *in, int n) */
        int n = ARGUMENT(int, 2);
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) ARGUMENT(float *, 0)[(size_t)x * n + y] = ARGUMENT(float *, 1)[(size_t)y * n + x];
    } else if (is(name, "member")) { /* (struct { char c; double x; float *out; } s) */
        struct { char c; double x; float *out; } *s = params[0];
        s->out[0] = s->c + (float)s->x;
    } else if (is(name, "say")) {
        char line[64];
        snprintf(line, sizeof line, "hello from %d threads\n", blocks * threads);
        print(line);
    } else if (is(name, "options")) {
        char line[512];
        snprintf(line, sizeof line, "%.*s\n", (int)strcspn(f->module->text, "\n"), f->module->text);
        print(line);
    } else if (is(name, "wild")) {
        failed = ILLEGAL_ADDRESS;
    } else if (is(name, "forever")) {
        hangs = 1;
    } else if (is(name, "crash")) {
        crashes = 1;
    } /* all else does nothing */
    now += 0.010 + 0.001 * (launches++ % 5);
    return SUCCESS;
}

int cuLaunchKernel(struct function *f, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                   unsigned shared, void *stream, void **params, void **extra) {
    (void)stream;
    if (failed) return failed;
    if (extra || !params) return INVALID_VALUE;
    return run(f, params, gridX * gridY * gridZ, blockX * blockY * blockZ, shared);
}

int cuCtxSynchronize(void) {
    if (crashes) abort();
    const char *sign = hangs ? getenv("STUB_SIGN") : 0; /* a file that tells a test of the hang */
    FILE *file = sign ? fopen(sign, "w") : 0;
    if (file) fclose(file);
    while (hangs) pause();
    if (waits) fwrite(waiting, 1, waits, stdout);
    waits = 0;
    return failed;
}
