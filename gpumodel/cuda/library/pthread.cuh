// pthread.h: a thread runs to its end where it is created. What it would wait for another thread to do never comes, and is a fault.

typedef unsigned long pthread_t;
struct pthread_attr_t { int detached; };
struct pthread_mutex_t { int held; };
struct pthread_cond_t { int used; };
struct pthread_barrier_t { unsigned n, came; };
typedef int pthread_mutexattr_t;
typedef int pthread_condattr_t;
typedef int pthread_barrierattr_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define __most_threads 65536
void **__thread_results = 0;
unsigned long __threads = 1, __this_thread = 1;
int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*f)(void *), void *arg)
{
    if (__threads >= __most_threads) return 11; // EAGAIN
    if (!__thread_results) __thread_results = (void **)calloc(__most_threads, sizeof(void *));
    unsigned long outer = __this_thread;
    *thread = __this_thread = ++__threads;
    void *result = f(arg);
    __thread_results[*thread - 1] = result;
    __this_thread = outer;
    return 0;
}
int pthread_join(pthread_t thread, void **result)
{
    if (!thread || thread > __threads) return 3; // ESRCH
    if (result) *result = __thread_results[thread - 1];
    return 0;
}
int pthread_detach(pthread_t thread) { return 0; }
int pthread_cancel(pthread_t thread) { return thread && thread <= __threads ? 0 : 3; }
pthread_t pthread_self() { return __this_thread; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_attr_init(pthread_attr_t *attr) { attr->detached = 0; return 0; }
int pthread_attr_destroy(pthread_attr_t *attr) { return 0; }
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) { attr->detached = state; return 0; }
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attr) { m->held = 0; return 0; }
int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }
int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->held) {
        fprintf(stderr, "pthread_mutex_lock: the mutex is held already, and threads run one after the other here: this would wait for ever\n");
        __sys_abort();
    }
    m->held = 1;
    return 0;
}
int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (m->held) return 16; // EBUSY
    m->held = 1;
    return 0;
}
int pthread_mutex_unlock(pthread_mutex_t *m) { m->held = 0; return 0; }
int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attr) { c->used = 0; return 0; }
int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
int pthread_cond_signal(pthread_cond_t *c) { c->used++; return 0; }
int pthread_cond_broadcast(pthread_cond_t *c) { c->used++; return 0; }
// What can still signal are functions of the host that wait in streams.
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    int before = c->used;
    m->held = 0;
    while (c->used == before && __callbacks) {
        __sys_cudaWaitUntil(__callbacks->due);
        __afterCallbacks(0);
    }
    m->held = 1;
    if (c->used != before) return 0;
    fprintf(stderr, "pthread_cond_wait: threads run one after the other here, so nobody is left to signal: this would wait for ever\n");
    __sys_abort();
    return 0;
}
int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned n) { b->n = n; b->came = 0; return 0; }
int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }
int pthread_barrier_wait(pthread_barrier_t *b)
{
    if (b->n == 1) return -1; // PTHREAD_BARRIER_SERIAL_THREAD
    fprintf(stderr, "pthread_barrier_wait: threads run one after the other here, so %u of them never meet: this would wait for ever\n", b->n);
    __sys_abort();
    return 0;
}
