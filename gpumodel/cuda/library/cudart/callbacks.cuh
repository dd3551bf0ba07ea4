// Functions of the host in streams. They run when the host waits for something that is behind them, and see what was done before.

struct __callback {
    long due; // when the stream reaches it, in nanoseconds
    cudaStream_t stream;
    void (*call)(cudaStream_t, cudaError_t, void *);
    void (*plain)(void *);
    void *data;
    __callback *next;
};
__callback *__callbacks = 0;

// __addCallback is called with one of the two kinds of functions.
void __addCallback(cudaStream_t stream, void (*call)(cudaStream_t, cudaError_t, void *), void (*plain)(void *), void *data)
{
    __callback *c = (__callback *)__sys_malloc(sizeof(__callback));
    c->due = (long)__sys_cudaReached(stream);
    c->stream = stream;
    c->call = call;
    c->plain = plain;
    c->data = data;
    __callback **at = &__callbacks;
    while (*at && (*at)->due <= c->due) at = &(*at)->next;
    c->next = *at;
    *at = c;
}

// __afterCallbacks runs what is due, and returns the error.
cudaError_t __afterCallbacks(unsigned long long error)
{
    while (__callbacks && (int)__sys_cudaDue(__callbacks->due)) {
        __callback *c = __callbacks;
        __callbacks = c->next;
        if (c->call) c->call(c->stream, (cudaError_t)error, c->data);
        if (c->plain) c->plain(c->data);
        __sys_free(c);
    }
    return (cudaError_t)error;
}

// __streamReady runs the functions that wait in a stream, before it gets more to do, and returns the stream.
cudaStream_t __streamReady(cudaStream_t stream)
{
    for (__callback **at = &__callbacks; *at;) {
        __callback *c = *at;
        if (c->stream != stream) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        if (c->call) c->call(c->stream, cudaSuccess, c->data);
        if (c->plain) c->plain(c->data);
        __sys_free(c);
        at = &__callbacks;
    }
    return stream;
}
