// Exceptions of the host's code. __raised is the number of the type of the object that is on its way to a handler, 0 if none is.

int __raised, __caught;
void *__exception;
template <typename T> T *__exception_of(const T &x)
{
    __sys_thrown();
    T *p = (T *)__sys_malloc(sizeof(T));
    new (p) T(x);
    return p;
}
