// The heap of the device: malloc, free, new and delete. It is read where device code first uses one of these.
//
// A block has a head of 16 bytes: its class, its state, and the next free block of the class. Blocks are multiples of
// 16 bytes up to 1 KiB, and grow by quarters of powers of two beyond that. Freed blocks wait in a list of their class;
// the upper half of a list's word counts its changes, so that a block that has come back meanwhile is noticed. Nothing
// waits for another thread. The memory is a variable of the file, so it keeps what is in it from launch to launch.

__device__ unsigned __heap_top = 16;
__device__ unsigned long long __heap_lists[128];
__device__ __align__(16) unsigned char __heap[8 << 20];

__device__ void *malloc(size_t n)
{
    if (n > sizeof(__heap)) return 0;
    unsigned units = ((unsigned)n + 31) / 16, c = units;
    if (units > 64) {
        unsigned e = 31 - __clz(units - 1), step = 1u << (e - 2);
        units = (units + step - 1) & ~(step - 1);
        c = 64 + (e - 6) * 4 + ((units - (1u << e)) >> (e - 2));
    }
    unsigned long long head = atomicAdd(&__heap_lists[c], 0ull);
    unsigned at = (unsigned)head;
    while (at) {
        unsigned next = atomicAdd((unsigned *)(__heap + at + 8), 0u);
        unsigned long long now = atomicCAS(&__heap_lists[c], head, (((head >> 32) + 1) << 32) | next);
        if (now == head) break;
        head = now;
        at = (unsigned)head;
    }
    if (!at) {
        unsigned top = atomicAdd(&__heap_top, 0u);
        while (true) {
            if (units * 16 > sizeof(__heap) - top) return 0;
            unsigned now = atomicCAS(&__heap_top, top, top + units * 16);
            if (now == top) break;
            top = now;
        }
        at = top;
        *(unsigned *)(__heap + at) = c;
    }
    atomicExch((unsigned *)(__heap + at + 4), 0x4c495645u);
    return __heap + at + 16;
}

__device__ void free(void *p)
{
    if (!p) return;
    size_t at = (unsigned char *)p - __heap;
    if (at < 32 || at >= sizeof(__heap) || at % 16)
        __fault("free or delete of 0x%llx, which malloc and new of the device have not returned", (unsigned long long)p);
    unsigned state = atomicCAS((unsigned *)(__heap + at - 12), 0x4c495645u, 0x46524545u);
    if (state == 0x46524545u) __fault("free or delete of 0x%llx, which has been freed before", (unsigned long long)p);
    if (state != 0x4c495645u)
        __fault("free or delete of 0x%llx, which malloc and new of the device have not returned", (unsigned long long)p);
    unsigned c = *(unsigned *)(__heap + at - 16);
    unsigned long long head = atomicAdd(&__heap_lists[c], 0ull);
    while (true) {
        atomicExch((unsigned *)(__heap + at - 8), (unsigned)head);
        unsigned long long now = atomicCAS(&__heap_lists[c], head, (((head >> 32) + 1) << 32) | (unsigned)(at - 16));
        if (now == head) break;
        head = now;
    }
}
