// The built-in functions of device code, after the CUDA C++ Programming Guide
// (sections "Mathematical Functions", "Atomic Functions", "Synchronization
// Functions", "Warp Vote Functions", "Time Function") and the CUDA Math API.
// REAL n f stands for ff(float…), f(float…) and f(double…) with n arguments.

REAL 1 sqrt rsqrt cbrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan
       sinh cosh tanh asinh acosh atanh sinpi cospi floor ceil round rint trunc nearbyint fabs erf erfc
       erfinv erfcinv erfcx normcdf normcdfinv lgamma tgamma logb j0 j1 y0 y1 cyl_bessel_i0 cyl_bessel_i1;
REAL 2 pow fmin fmax fmod atan2 hypot fdim copysign remainder nextafter rhypot;
REAL 3 fma;
float norm3df(float, float, float), rnorm3df(float, float, float), norm4df(float, float, float, float), rnorm4df(float, float, float, float);
double norm3d(double, double, double), rnorm3d(double, double, double), norm4d(double, double, double, double), rnorm4d(double, double, double, double);
float normf(int, const float*), rnormf(int, const float*), jnf(int, float), ynf(int, float);
double norm(int, const double*), rnorm(int, const double*), jn(int, double), yn(int, double), remquo(double, double, int*);
float remquof(float, float, int*), remquo(float, float, int*);

int   abs(int); long abs(long); long long abs(long long); float abs(float); double abs(double);
long  labs(long);
long long llabs(long long);
int   min(int, int), max(int, int);
unsigned min(unsigned, unsigned), max(unsigned, unsigned), min(int, unsigned), max(int, unsigned), min(unsigned, int), max(unsigned, int);
long  min(long, long), max(long, long);
unsigned long min(unsigned long, unsigned long), max(unsigned long, unsigned long), min(long, unsigned long), max(long, unsigned long), min(unsigned long, long), max(unsigned long, long);
long long min(long long, long long), max(long long, long long);
unsigned long long min(unsigned long long, unsigned long long), max(unsigned long long, unsigned long long), min(long long, unsigned long long), max(long long, unsigned long long), min(unsigned long long, long long), max(unsigned long long, long long);
float min(float, float), max(float, float);
double min(double, double), max(double, double), min(float, double), max(float, double), min(double, float), max(double, float);
unsigned umin(unsigned, unsigned), umax(unsigned, unsigned);

bool  isnan(float), isnan(double), isinf(float), isinf(double), isfinite(float), isfinite(double), signbit(float), signbit(double);
float ldexpf(float, int), ldexp(float, int), scalbnf(float, int), scalbn(float, int), scalblnf(float, long), scalbln(float, long);
double ldexp(double, int), scalbn(double, int), scalbln(double, long);
float frexpf(float, int*), frexp(float, int*), modff(float, float*), modf(float, float*);
double frexp(double, int*), modf(double, double*);
int   ilogbf(float), ilogb(double);
long  lroundf(float), lround(double), lrintf(float), lrint(double);
long long llroundf(float), llround(double), llrintf(float), llrint(double);
void  sincosf(float, float*, float*), sincos(double, double*, double*), sincospif(float, float*, float*), sincospi(double, double*, double*);

float __sinf(float), __cosf(float), __tanf(float), __expf(float), __exp10f(float), __logf(float), __log2f(float), __log10f(float);
float __powf(float, float), __fdividef(float, float), __saturatef(float);
void  __sincosf(float, float*, float*);
float __fadd_rn(float, float), __fsub_rn(float, float), __fmul_rn(float, float), __fdiv_rn(float, float), __fmaf_rn(float, float, float);
float __frcp_rn(float), __fsqrt_rn(float);
double __dadd_rn(double, double), __dsub_rn(double, double), __dmul_rn(double, double), __ddiv_rn(double, double), __fma_rn(double, double, double);
double __drcp_rn(double), __dsqrt_rn(double);
float __fadd_rz(float, float), __fsub_rz(float, float), __fmul_rz(float, float), __fdiv_rz(float, float), __fmaf_rz(float, float, float), __frcp_rz(float), __fsqrt_rz(float);
float __fadd_ru(float, float), __fsub_ru(float, float), __fmul_ru(float, float), __fdiv_ru(float, float), __fmaf_ru(float, float, float), __frcp_ru(float), __fsqrt_ru(float);
float __fadd_rd(float, float), __fsub_rd(float, float), __fmul_rd(float, float), __fdiv_rd(float, float), __fmaf_rd(float, float, float), __frcp_rd(float), __fsqrt_rd(float);
double __dadd_rz(double, double), __dsub_rz(double, double), __dmul_rz(double, double), __ddiv_rz(double, double), __fma_rz(double, double, double), __drcp_rz(double), __dsqrt_rz(double);
double __dadd_ru(double, double), __dsub_ru(double, double), __dmul_ru(double, double), __ddiv_ru(double, double), __fma_ru(double, double, double), __drcp_ru(double), __dsqrt_ru(double);
double __dadd_rd(double, double), __dsub_rd(double, double), __dmul_rd(double, double), __ddiv_rd(double, double), __fma_rd(double, double, double), __drcp_rd(double), __dsqrt_rd(double);

int   __mul24(int, int), __mulhi(int, int), __hadd(int, int), __rhadd(int, int);
unsigned __umul24(unsigned, unsigned), __umulhi(unsigned, unsigned), __sad(int, int, unsigned), __usad(unsigned, unsigned, unsigned), __uhadd(unsigned, unsigned), __urhadd(unsigned, unsigned);
long long __mul64hi(long long, long long);
unsigned long long __umul64hi(unsigned long long, unsigned long long);
int   __popc(unsigned), __clz(int), __ffs(int), __popcll(unsigned long long), __clzll(long long), __ffsll(long long);
int   __dp4a(int, int, int);
unsigned __dp4a(unsigned, unsigned, unsigned);
unsigned __brev(unsigned), __byte_perm(unsigned, unsigned, unsigned);
unsigned __funnelshift_l(unsigned, unsigned, unsigned), __funnelshift_r(unsigned, unsigned, unsigned), __funnelshift_lc(unsigned, unsigned, unsigned), __funnelshift_rc(unsigned, unsigned, unsigned);
unsigned long long __brevll(unsigned long long);

int   __float2int_rn(float), __float2int_rz(float), __float2int_ru(float), __float2int_rd(float);
unsigned __float2uint_rn(float), __float2uint_rz(float), __float2uint_ru(float), __float2uint_rd(float);
float __int2float_rn(int), __uint2float_rn(unsigned), __double2float_rn(double);
float __int2float_rz(int), __uint2float_rz(unsigned), __ll2float_rz(long long), __ull2float_rz(unsigned long long), __double2float_rz(double);
double __ll2double_rz(long long), __ull2double_rz(unsigned long long);
float __int2float_ru(int), __uint2float_ru(unsigned), __ll2float_ru(long long), __ull2float_ru(unsigned long long), __double2float_ru(double);
double __ll2double_ru(long long), __ull2double_ru(unsigned long long);
float __int2float_rd(int), __uint2float_rd(unsigned), __ll2float_rd(long long), __ull2float_rd(unsigned long long), __double2float_rd(double);
double __ll2double_rd(long long), __ull2double_rd(unsigned long long);
int   __double2int_rn(double), __double2int_rz(double);
double __int2double_rn(int), __uint2double_rn(unsigned);
int   __float_as_int(float);
unsigned __float_as_uint(float);
float __int_as_float(int), __uint_as_float(unsigned);
long long __double_as_longlong(double);
double __longlong_as_double(long long);

void  __barrier_sync(unsigned), __barrier_sync_count(unsigned, unsigned), __barrier_arrive(unsigned, unsigned), __tile_barrier(unsigned, unsigned);
void  __syncthreads(), __syncwarp(), __syncwarp(unsigned), __threadfence(), __threadfence_block(), __threadfence_system(), __nanosleep(unsigned);
int   __syncthreads_count(int), __syncthreads_and(int), __syncthreads_or(int);
int   __all(int), __any(int), __all_sync(unsigned, int), __any_sync(unsigned, int);
unsigned __ballot(int), __ballot_sync(unsigned, int), __activemask();
int   __nvvm_read_ptx_sreg_laneid();
long long __nvvm_read_ptx_sreg_globaltimer();
int   __nvvm_read_ptx_sreg_nwarpid(), __nvvm_read_ptx_sreg_nsmid(), __nvvm_read_ptx_sreg_smid();
#define SHUFFLES(T) \
	T __shfl_sync(unsigned, T, int), __shfl_sync(unsigned, T, int, int), __shfl(T, int), __shfl(T, int, int); \
	T __shfl_up_sync(unsigned, T, unsigned), __shfl_up_sync(unsigned, T, unsigned, int), __shfl_up(T, unsigned), __shfl_up(T, unsigned, int); \
	T __shfl_down_sync(unsigned, T, unsigned), __shfl_down_sync(unsigned, T, unsigned, int), __shfl_down(T, unsigned), __shfl_down(T, unsigned, int); \
	T __shfl_xor_sync(unsigned, T, int), __shfl_xor_sync(unsigned, T, int, int), __shfl_xor(T, int), __shfl_xor(T, int, int);
#define MATCHES(T) unsigned __match_any_sync(unsigned, T), __match_all_sync(unsigned, T, int*);
#define OF_ANY_TYPE(F) F(int) F(unsigned) F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)
OF_ANY_TYPE(SHUFFLES) SHUFFLES(__half)
OF_ANY_TYPE(MATCHES)
unsigned __reduce_add_sync(unsigned, unsigned), __reduce_min_sync(unsigned, unsigned), __reduce_max_sync(unsigned, unsigned);
int   __reduce_add_sync(unsigned, int), __reduce_min_sync(unsigned, int), __reduce_max_sync(unsigned, int);
unsigned __reduce_and_sync(unsigned, unsigned), __reduce_or_sync(unsigned, unsigned), __reduce_xor_sync(unsigned, unsigned);
unsigned *__grid_barrier();
void  __surfaces();
cudaError_t cudaDeviceSynchronize(), cudaGetLastError(), cudaPeekAtLastError(), cudaStreamCreateWithFlags(void **, unsigned), cudaStreamDestroy(void *);
float __ex2_ftz(float), __ex2(float), __lg2_ftz(float), __lg2(float), __tanh(float), __rcp_ftz(float), __rsqrt_ftz(float), __div_ftz(float, float);
double __rcp_high(double), __rsqrt_high(double);
int   __mma_k();
unsigned __ldmatrix(int, int, int, const void*);
int   __copies_async(const void*, const void*);
void  __copy_async(void*, const void*, int, int, unsigned), __copy_commit(), __copy_wait(int);
unsigned *__shared_at(unsigned);
size_t __cvta_generic_to_shared(const void*);
float __mma(int, int, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, float);
double __mma(int, int, double, double, double);
unsigned __mma(int, int, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned);
long  clock();
long long clock64();

int   atomicAdd(int*, int), atomicSub(int*, int), atomicExch(int*, int), atomicMin(int*, int), atomicMax(int*, int), atomicCAS(int*, int, int), atomicAnd(int*, int), atomicOr(int*, int), atomicXor(int*, int);
unsigned atomicAdd(unsigned*, unsigned), atomicSub(unsigned*, unsigned), atomicExch(unsigned*, unsigned), atomicMin(unsigned*, unsigned), atomicMax(unsigned*, unsigned), atomicInc(unsigned*, unsigned), atomicDec(unsigned*, unsigned), atomicCAS(unsigned*, unsigned, unsigned), atomicAnd(unsigned*, unsigned), atomicOr(unsigned*, unsigned), atomicXor(unsigned*, unsigned);
unsigned long long atomicAdd(unsigned long long*, unsigned long long), atomicExch(unsigned long long*, unsigned long long), atomicMin(unsigned long long*, unsigned long long), atomicMax(unsigned long long*, unsigned long long), atomicCAS(unsigned long long*, unsigned long long, unsigned long long), atomicAnd(unsigned long long*, unsigned long long), atomicOr(unsigned long long*, unsigned long long), atomicXor(unsigned long long*, unsigned long long);
long long atomicMin(long long*, long long), atomicMax(long long*, long long);
float atomicAdd(float*, float), atomicExch(float*, float);
double atomicAdd(double*, double);

float __half2float(__half);
__half __float2half(float), __float2half_rn(float), __ushort_as_half(unsigned short);
unsigned short __half_as_ushort(__half);
__half2 make_half2(__half, __half), __halves2half2(__half, __half), __floats2half2_rn(float, float), __float22half2_rn(float2);
float2 __half22float2(__half2);
