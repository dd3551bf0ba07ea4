/* A run-time compiler for tests: what it makes of a text is the text, behind a line with
 * its options. A text that mentions nvrtc_refuses is refused. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

struct program { char *source, *image, *log, *names[64]; int count; };

int nvrtcVersion(int *major, int *minor) { return *major = 13, *minor = 0, 0; }
const char *nvrtcGetErrorString(int code) { return code == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_INVALID_INPUT"; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 2, 0; }
int nvrtcGetSupportedArchs(int *archs) { return archs[0] = 80, archs[1] = 90, 0; }

int nvrtcCreateProgram(struct program **program, const char *source, const char *name, int count, const void *headers, const void *names) {
    (void)name, (void)headers, (void)names;
    if (count) return 3;
    *program = calloc(1, sizeof **program);
    (*program)->source = strdup(source);
    return 0;
}

int nvrtcDestroyProgram(struct program **program) { return *program = 0, 0; }
int nvrtcAddNameExpression(struct program *p, const char *name) { return p->names[p->count++] = strdup(name), 0; }

int nvrtcCompileProgram(struct program *p, int count, const char *const *options) {
    const char *refused = strstr(p->source, "nvrtc_refuses");
    p->log = strdup(refused ? "refused.cu(1): error: the stub refuses this text\n" : "");
    if (refused) return 6;
    size_t length = strlen(p->source) + 64;
    for (int i = 0; i < count; i++) length += strlen(options[i]) + 1;
    p->image = calloc(1, length);
    for (int i = 0; i < count; i++) strcat(strcat(p->image, i ? " " : ""), options[i]);
    strcat(strcat(p->image, "\n"), p->source);
    return 0;
}

int nvrtcGetProgramLogSize(struct program *p, size_t *size) { return *size = strlen(p->log) + 1, 0; }
int nvrtcGetProgramLog(struct program *p, char *log) { return strcpy(log, p->log), 0; }

/* The lowered name of kernel<32> is kernel, that of &variable is variable. */
int nvrtcGetLoweredName(struct program *p, const char *name, const char **lowered) {
    for (int i = 0; i < p->count; i++)
        if (!strcmp(p->names[i], name)) {
            char *plain = strdup(name + (*name == '&'));
            plain[strcspn(plain, "<")] = 0;
            return *lowered = plain, 0;
        }
    return 10;
}

int nvrtcGetCUBINSize(struct program *p, size_t *size) { return *size = strlen(p->image) + 1, 0; }
int nvrtcGetCUBIN(struct program *p, char *image) { return strcpy(image, p->image), 0; }
int nvrtcGetPTXSize(struct program *p, size_t *size) { return nvrtcGetCUBINSize(p, size); }
int nvrtcGetPTX(struct program *p, char *image) { return nvrtcGetCUBIN(p, image); }
