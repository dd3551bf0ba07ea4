// What a host has of OpenMP. The names that begin with __sys_ are those of package host.

// omp.h: the threads of a parallel region run one after the other, in the order of their numbers. __omp_begin is how many there are,
// for the region that follows; n is what the region asks for, or 0.
int __omp_threads = 1, __omp_thread = 0, __omp_wanted = 0, __omp_inside = 0;
int __omp_begin(int n)
{
    if (__omp_inside++) n = 1; // a region within another one has one thread
    else n = n > 0 ? n : __omp_wanted > 0 ? __omp_wanted : 4;
    __omp_threads = n;
    return n;
}
void __omp_end(int threads, int thread)
{
    __omp_inside--;
    __omp_threads = threads;
    __omp_thread = thread;
}
int omp_get_thread_num() { return __omp_thread; }
int omp_get_num_threads() { return __omp_threads; }
int omp_get_max_threads() { return __omp_wanted > 0 ? __omp_wanted : 4; }
int omp_get_num_procs() { return 4; }
int omp_in_parallel() { return __omp_inside > 0; }
int omp_get_level() { return __omp_inside; }
void omp_set_num_threads(int n) { __omp_wanted = n; }
void omp_set_nested(int n) {}
void omp_set_dynamic(int n) {}
int omp_get_dynamic() { return 0; }
double omp_get_wtime() { return (long)__sys_nanoseconds() * 1e-9; }
double omp_get_wtick() { return 1e-9; }
struct omp_lock_t { int held; };
void omp_init_lock(omp_lock_t *l) { l->held = 0; }
void omp_destroy_lock(omp_lock_t *l) {}
void omp_set_lock(omp_lock_t *l) { l->held = 1; }
void omp_unset_lock(omp_lock_t *l) { l->held = 0; }
int omp_test_lock(omp_lock_t *l) { if (l->held) return 0; return l->held = 1; }
