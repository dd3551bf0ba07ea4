// nvToolsExt.h: what programs mark for a profiler. None listens here, which is what the results say.

#define NVTX_VERSION 3
#define NVTX_NO_PUSH_POP_TRACKING (-2)
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum nvtxPayloadType_t { NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE };
typedef unsigned long nvtxRangeId_t;
union nvtxMessageValue_t { const char *ascii; const int *unicode; struct nvtxStringRegistration_st *registered; };
union __nvtxPayload { unsigned long ullValue; long llValue; double dValue; };
struct nvtxEventAttributes_t {
    unsigned short version, size;
    unsigned category;
    int colorType;
    unsigned color;
    int payloadType, reserved0;
    __nvtxPayload payload;
    int messageType;
    nvtxMessageValue_t message;
};
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
int nvtxRangePushA(const char *message) { return NVTX_NO_PUSH_POP_TRACKING; }
int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) { return NVTX_NO_PUSH_POP_TRACKING; }
int nvtxRangePop() { return NVTX_NO_PUSH_POP_TRACKING; }
nvtxRangeId_t nvtxRangeStartA(const char *message) { return 0; }
nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) { return 0; }
void nvtxRangeEnd(nvtxRangeId_t id) {}
void nvtxMarkA(const char *message) {}
void nvtxMarkEx(const nvtxEventAttributes_t *attributes) {}
void nvtxNameCategoryA(unsigned category, const char *name) {}
void nvtxNameOsThreadA(unsigned thread, const char *name) {}
void nvtxNameCudaDeviceA(int device, const char *name) {}
void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) {}
void nvtxNameCudaEventA(cudaEvent_t event, const char *name) {}
void nvtxInitialize(const void *reserved) {}
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return 0; }
void nvtxDomainDestroy(nvtxDomainHandle_t domain) {}
nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) { return 0; }
void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, unsigned category, const char *name) {}
int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) { return NVTX_NO_PUSH_POP_TRACKING; }
int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return NVTX_NO_PUSH_POP_TRACKING; }
nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) { return 0; }
void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {}
void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes) {}
#define nvtxRangePush nvtxRangePushA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxMark nvtxMarkA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
