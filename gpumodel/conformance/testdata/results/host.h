// A grid on the host, so that clang's code for the host can tell what a kernel computes.
//
// The blocks run one after the other, and behind them the grids that they launch. The threads of a
// block are fibers: each runs until it waits for others, in the order of their numbers. The program reads launches from its
// standard input, runs each in a process of its own, and writes the arrays that they leave.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define HOST 1
#include "../clang/cuda.h"
#undef __shared__
#define __shared__ static
#undef __launch_bounds__
#define __launch_bounds__(...)

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
extern "C" { char dynamic_shared[1 << 16] __attribute__((aligned(16))); }

namespace grid {

enum Wait { Nothing, Warp, Block, Children };

// A Fiber is a thread of the block.
struct Fiber {
  ucontext_t context;
  char *stack;
  uint3 index;
  bool done;
  Wait wait;
  const void *place;                    // where it waits for its warp
  unsigned mask;                        // for which lanes
  unsigned long long value, values[32]; // what it gave, and what the lanes gave
  unsigned present;                     // the lanes that gave something
  int count;                            // of threads whose value was not 0, at a barrier
};

const int most = 1024;
static Fiber *fibers, *self;
static int threads;
static ucontext_t scheduler;

// A Work is what a thread gives to a stream: a launch or a copy.
struct Work {
  Work *next = 0;
  virtual void run() = 0;
};
template <class F> struct WorkOf : Work {
  F f;
  WorkOf(F f) : f(f) {}
  void run() override { f(); }
};
struct Queue {
  Work *first = 0, **last = &first;
  template <class F> void add(F f) {
    *last = new WorkOf<F>(f);
    last = &(*last)->next;
  }
  void drain() {
    while (first) {
      Work *w = first;
      first = w->next;
      if (!first) last = &first;
      w->run();
    }
  }
};
static Work *call;             // of the kernel
static Queue *children, *tail; // what this grid launches, and what shall run behind all that

static void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  _exit(3);
}

static void wait(Wait how) {
  self->wait = how;
  swapcontext(&self->context, &scheduler);
}

// meet gives a value to the lanes of a mask that come to this place too; the lanes of no
// mask are those that come.
static __attribute__((noinline)) Fiber *meet(const void *place, unsigned mask, unsigned long long value) {
  self->place = place;
  self->mask = mask;
  self->value = value;
  wait(Warp);
  return self;
}

// waits tells whether a lane waits for others of its warp.
static bool waits(const Fiber &f) { return !f.done && f.wait == Warp; }

// release lets lanes of a warp go on that wait for one another: those of a mask that have all
// come, or else, as nobody else can go on, those that wait at one place.
static bool release(Fiber *warp, int lanes) {
  unsigned alive = 0, group = 0;
  for (int i = 0; i < lanes; i++) alive |= (unsigned)!warp[i].done << i;
  for (int i = 0; i < lanes && !group; i++) {
    if (!waits(warp[i]) || !warp[i].mask) continue;
    for (int j = 0; j < lanes; j++) group |= (unsigned)(waits(warp[j]) && warp[j].mask == warp[i].mask) << j;
    if (warp[i].mask & alive & ~group) group = 0;
  }
  if (!group) {
    const void *place = 0;
    for (int i = 0; i < lanes; i++)
      if (waits(warp[i]) && !warp[i].mask && (!place || warp[i].place < place)) place = warp[i].place;
    for (int i = 0; i < lanes; i++) group |= (unsigned)(waits(warp[i]) && !warp[i].mask && warp[i].place == place) << i;
  }
  for (int i = 0; i < lanes; i++) {
    if (!(group >> i & 1)) continue;
    for (int j = 0; j < lanes; j++) warp[i].values[j] = warp[j].value;
    warp[i].present = group;
    warp[i].wait = Nothing;
  }
  return group != 0;
}

// A Call calls a kernel with parameters that lie where p says.
template <class T, T... I> struct Sequence {};
template <class... P> struct Call {
  template <size_t... I> static void with(void *kernel, char **p, Sequence<size_t, I...>) { ((void (*)(P...))kernel)(*(P *)p[I]...); }
  static void run(void *kernel, char **p) { with(kernel, p, __make_integer_seq<Sequence, size_t, sizeof...(P)>()); }
};

struct Entry {
  void (*run)(void *, char **);
  void *kernel;
  size_t count, sizes[64];
};

template <class... P> Entry entry(void (*kernel)(P...)) { return {Call<P...>::run, (void *)kernel, sizeof...(P), {sizeof(P)...}}; }

static Entry *running;
static char **parameters;

static void start() {
  call->run();
  self->done = true;
  swapcontext(&self->context, &scheduler);
}

// A Barrier ends a phase when so many threads have arrived.
struct Barrier {
  unsigned arrived, phase;
  void arrive(unsigned threads) {
    if (++arrived == threads) arrived = 0, phase++;
  }
  void sync(unsigned threads) {
    unsigned now = phase;
    arrive(threads);
    while (phase == now) wait(Nothing);
  }
};
static Barrier barriers[16]; // the numbered ones (PTX ISA, "bar")

static void block() {
  memset(barriers, 0, sizeof barriers);
  memset(dynamic_shared, 0xcd, sizeof dynamic_shared);
  for (int i = 0; i < threads; i++) {
    Fiber &f = fibers[i];
    const size_t stack = 256 << 10;
    if (!f.stack) f.stack = (char *)malloc(stack);
    f.index = uint3{i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
    f.done = false;
    f.wait = Nothing;
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack;
    f.context.uc_stack.ss_size = stack;
    makecontext(&f.context, start, 0);
  }
  for (;;) {
    int left = 0, waiting = 0, count = 0;
    bool went = false; // or can go on
    for (int i = 0; i < threads; i++) {
      self = fibers + i;
      threadIdx = self->index;
      if (!self->done && self->wait == Nothing) swapcontext(&scheduler, &self->context);
      if (!self->done && self->wait == Children) {
        self->wait = Nothing;
        children->drain();
      }
      left += !self->done;
      went |= !self->done && self->wait == Nothing;
    }
    if (!left) return;
    for (int i = 0; i < threads; i += 32) went |= release(fibers + i, threads - i < 32 ? threads - i : 32);
    if (went) continue;
    for (int i = 0; i < threads; i++)
      if (!fibers[i].done) waiting += fibers[i].wait == Block, count += fibers[i].value != 0;
    if (waiting < left) fail("the threads of a block wait for ever");
    for (int i = 0; i < threads; i++) fibers[i].count = count, fibers[i].present = left, fibers[i].wait = Nothing;
  }
}

// run is a launch, also one by a thread of another grid. A grid has ended when all have that it launched.
static void run(dim3 size, dim3 shape, Work *kernel) {
  auto outer = [before = fibers, one = self, count = threads, g = gridDim, b = blockDim, i = blockIdx, t = threadIdx, c = call, q = children, l = tail] {
    fibers = before, self = one, threads = count, gridDim = g, blockDim = b, blockIdx = i, threadIdx = t, call = c, children = q, tail = l;
  };
  Barrier kept[16];
  memcpy(kept, barriers, sizeof kept);
  Queue own, last;
  gridDim = size, blockDim = shape, call = kernel, children = &own, tail = &last;
  threads = blockDim.x * blockDim.y * blockDim.z;
  if (threads > most) fail("a block has too many threads");
  fibers = (Fiber *)calloc(threads, sizeof(Fiber));
  for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++)
    for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++)
      for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) block();
  own.drain();
  last.drain();
  for (int i = 0; i < threads; i++) free(fibers[i].stack);
  free(fibers);
  memcpy(barriers, kept, sizeof kept);
  outer();
}

// Of f<<<grid, block>>>(x) the test makes nested(grid, block)(f)(x).
const int tail_launch = 3;
struct Shape {
  dim3 grid, block;
  int stream;
  template <class... P> auto operator()(void (*kernel)(P...)) const {
    return [=, s = *this](P... x) { (s.stream == tail_launch ? tail : children)->add([=] { run(s.grid, s.block, new WorkOf([=] { kernel(x...); })); }); };
  }
};
static Shape nested(dim3 grid, dim3 block, size_t = 0, int stream = 0) { return {grid, block, stream}; }

static size_t number() {
  size_t n;
  if (fread(&n, sizeof n, 1, stdin) != 1) fail("the launches end early");
  return n;
}

static char *bytes(size_t n) {
  char *p = (char *)aligned_alloc(256, (n + 256) / 256 * 256);
  if (fread(p, 1, n, stdin) != n) fail("the launches end early");
  return p;
}

static char printed[1 << 20];
static size_t written;

static int print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(printed + written, sizeof printed - written, format, list);
  va_end(list);
  written += n;
  return n;
}

static void launch(Entry *entries) {
  running = entries + number();
  dim3 size, shape;
  size.x = number(), size.y = number(), size.z = number();
  shape.x = number(), shape.y = number(), shape.z = number();
  size_t count = number(), sizes[64], params;
  char *arrays[64];
  for (size_t i = 0; i < count; i++) arrays[i] = bytes(sizes[i] = number());
  params = number();
  if (params != running->count) fail("the launch does not fit the kernel");
  parameters = (char **)malloc(sizeof(char *) * (params + 1));
  for (size_t i = 0; i < params; i++) {
    size_t size = number();
    if (size != running->sizes[i]) {
      fprintf(stderr, "parameter %zu has %zu bytes on the host, %zu here\n", i, running->sizes[i], size);
      fail("the launch does not fit the kernel");
    }
    parameters[i] = bytes(size);
    for (size_t pointers = number(); pointers > 0; pointers--) {
      size_t offset = number();
      *(char **)(parameters[i] + offset) = arrays[number()];
    }
  }
  fflush(stdout);
  pid_t child = fork(); // so that the variables of the program are new in each launch
  if (child == 0) {
    run(size, shape, new WorkOf([] { running->run(running->kernel, parameters); }));
    fwrite(&written, sizeof written, 1, stdout);
    fwrite(printed, 1, written, stdout);
    for (size_t i = 0; i < count; i++) fwrite(arrays[i], 1, sizes[i], stdout);
    fflush(stdout);
    _exit(0);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) fail("a launch crashed");
}

static int serve(Entry *entries) {
  setvbuf(stdin, 0, _IOFBF, 1 << 16);
  for (size_t n = number(); n > 0; n--) launch(entries);
  return 0;
}

} // namespace grid

#define printf grid::print
#define assert(condition) ((condition) ? (void)0 : grid::fail("assert: " #condition))

// Barriers, votes and shuffles.

static int block_count(int x) {
  grid::self->value = x != 0;
  grid::wait(grid::Block);
  return grid::self->count;
}
static inline void __syncthreads() { block_count(0); }
static inline int __syncthreads_count(int x) { return block_count(x); }
static inline int __syncthreads_or(int x) { return block_count(x) != 0; }
static inline int __syncthreads_and(int x) { return block_count(!x) == 0; }
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __threadfence_system() {}

static inline void bar_arrive(int number, unsigned threads) { grid::barriers[number].arrive(threads); }
static inline void bar_sync(int number, unsigned threads) { grid::barriers[number].sync(threads); }
static inline void __barrier_sync_count(unsigned number, unsigned threads) { bar_sync(number, threads); }
static inline void __barrier_sync(unsigned number) { bar_sync(number, grid::threads); }

// An address in shared memory has 32 bits: the distance from the dynamic one, as both are variables of the program.
static inline size_t __cvta_generic_to_shared(const void *p) { return (unsigned)((const char *)p - dynamic_shared); }
static inline char *from_shared(unsigned address) { return dynamic_shared + (int)address; }

// load_matrix is ldmatrix: lanes 8 i to 8 i + 7 name the rows of matrix i, of which lane t gets elements 2 (t % 4) and one
// more of row t / 4, or of column t / 4 if it is transposed.
static void load_matrix(unsigned address, unsigned *r, int matrices, bool transposed = false) {
  grid::Fiber *f = grid::meet(0, 0xffffffff, address);
  int lane = (f - grid::fibers) % 32, major = lane / 4, minor = lane % 4 * 2;
  unsigned long long *rows = f->values;
  for (int m = 0; m < matrices; m++) {
    unsigned short pair[2];
    for (int i = 0; i < 2; i++) {
      int row = transposed ? minor + i : major, column = transposed ? major : minor + i;
      memcpy(&pair[i], from_shared(rows[8 * m + row]) + 2 * column, 2);
    }
    r[m] = pair[0] | (unsigned)pair[1] << 16;
  }
}

// copy_async is cp.async: of the bytes it reads the first ones, and the others are 0.
static inline void copy_async(unsigned to, const void *from, size_t bytes, size_t read) {
  memset(from_shared(to), 0, bytes);
  memcpy(from_shared(to), from, read);
}
static inline void copy_async(unsigned to, const void *from, size_t bytes) { copy_async(to, from, bytes, bytes); }

static unsigned ballot(const void *place, unsigned mask, int x) {
  grid::Fiber *f = grid::meet(place, mask, x != 0);
  unsigned yes = 0;
  for (int i = 0; i < 32; i++)
    if (f->present >> i & 1 && f->values[i]) yes |= 1u << i;
  return yes;
}
#define HERE ({ static char place; (const void *)&place; })
static inline void __syncwarp(unsigned mask = 0xffffffff) { ballot(0, mask, 0); }
#define __activemask() ballot(HERE, 0, 1)
#define __all_sync(mask, x) (ballot(0, mask, !(x)) == 0)
#define __any_sync(mask, x) (ballot(0, mask, x) != 0)
#define __ballot_sync(mask, x) ballot(0, mask, x)
#define __all(x) (ballot(HERE, 0, !(x)) == 0)
#define __any(x) (ballot(HERE, 0, x) != 0)
#define __ballot(x) ballot(HERE, 0, x)

// shuffled is the value of a lane of the segment, or one's own (CUDA C++ Programming Guide, "Warp Shuffle Functions").
enum Shuffle { Index, Up, Down, Xor };
template <class T> static T shuffled(const void *place, unsigned mask, T x, Shuffle how, int by, int width) {
  unsigned long long bits = 0;
  static_assert(sizeof x <= sizeof bits, "a value of a shuffle");
  memcpy(&bits, &x, sizeof x);
  grid::Fiber *f = grid::meet(place, mask, bits);
  int lane = (f - grid::fibers) % 32, first = lane / width * width, last = first + width, from = lane;
  switch (how) {
  case Index: from = first + by % width; break;
  case Up: from = lane - by < first ? lane : lane - by; break;
  case Down: from = lane + by >= last ? lane : lane + by; break;
  case Xor: from = (lane ^ by) >= last ? lane : lane ^ by; break; // an earlier segment can be read
  }
  if (!(f->present >> from & 1)) from = lane;
  memcpy(&x, &f->values[from], sizeof x);
  return x;
}
#define SHUFFLE(name, how)                                                                                                             \
  template <class T> static T name##_sync(unsigned mask, T x, int by, int width = 32) { return shuffled(0, mask, x, how, by, width); } \
  template <class T> static T name(T x, int by, int width = 32) { return shuffled(HERE, 0, x, how, by, width); }
SHUFFLE(__shfl, Index)
SHUFFLE(__shfl_up, Up)
SHUFFLE(__shfl_down, Down)
SHUFFLE(__shfl_xor, Xor)

template <class T> static unsigned __match_any_sync(unsigned mask, T x) {
  unsigned long long bits = 0;
  memcpy(&bits, &x, sizeof x);
  grid::Fiber *f = grid::meet(0, mask, bits);
  unsigned same = 0;
  for (int i = 0; i < 32; i++)
    if (f->present >> i & 1 && f->values[i] == bits) same |= 1u << i;
  return same;
}
template <class T> static unsigned __match_all_sync(unsigned mask, T x, int *all) {
  unsigned same = __match_any_sync(mask, x);
  *all = same == grid::self->present;
  return *all ? same : 0;
}

#define REDUCE(name, T, ...)                                    \
  static inline T name(unsigned mask, T x) {                    \
    grid::Fiber *f = grid::meet(0, mask, (unsigned)x);          \
    T r = x;                                                    \
    bool first = true;                                          \
    for (int i = 0; i < 32; i++) {                              \
      if (!(f->present >> i & 1)) continue;                     \
      T y = f->values[i];                                       \
      r = first ? y : (__VA_ARGS__);                            \
      first = false;                                            \
    }                                                           \
    return r;                                                   \
  }
REDUCE(__reduce_add_sync, int, r + y)
REDUCE(__reduce_min_sync, int, r < y ? r : y)
REDUCE(__reduce_max_sync, int, r > y ? r : y)
REDUCE(__reduce_add_sync, unsigned, r + y)
REDUCE(__reduce_min_sync, unsigned, r < y ? r : y)
REDUCE(__reduce_max_sync, unsigned, r > y ? r : y)
REDUCE(__reduce_and_sync, unsigned, r & y)
REDUCE(__reduce_or_sync, unsigned, r | y)
REDUCE(__reduce_xor_sync, unsigned, r ^ y)

// spin lets other threads run.
static inline void spin() { grid::wait(grid::Nothing); }
static inline void __nanosleep(unsigned) { spin(); }

// Atomic operations: fibers change places where they wait alone.

#define ATOMIC(name, ...)                                                      \
  template <class T> static T name(T *p, std_identity<T> v) { T old = *p; *p = (__VA_ARGS__); return old; } \
  template <class T> static T name##_system(T *p, std_identity<T> v) { return name(p, v); } \
  template <class T> static T name##_block(T *p, std_identity<T> v) { return name(p, v); }
template <class T> struct std_identity_of { typedef T type; };
template <class T> using std_identity = typename std_identity_of<T>::type;
ATOMIC(atomicAdd, old + v)
ATOMIC(atomicSub, old - v)
ATOMIC(atomicMin, old < v ? old : v)
ATOMIC(atomicMax, old > v ? old : v)
ATOMIC(atomicAnd, old & v)
ATOMIC(atomicOr, old | v)
ATOMIC(atomicXor, old ^ v)
ATOMIC(atomicExch, v)
ATOMIC(atomicInc, old >= v ? 0 : old + 1)
ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)
template <class T> static T atomicCAS(T *p, std_identity<T> compare, std_identity<T> v) {
  T old = *p;
  if (old == compare) *p = v;
  return old;
}

// Functions of integers and of bits.

#define MINMAX(T)                                          \
  static constexpr T min(T a, T b) { return b < a ? b : a; } \
  static constexpr T max(T a, T b) { return a < b ? b : a; }
MINMAX(int)
MINMAX(unsigned)
MINMAX(long)
MINMAX(unsigned long)
MINMAX(long long)
MINMAX(unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }

static inline int __mul24(int x, int y) { return (x << 8 >> 8) * (y << 8 >> 8); }
static inline unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffff) * (y & 0xffffff); }
static inline int __mulhi(int x, int y) { return (long long)x * y >> 32; }
static inline unsigned __umulhi(unsigned x, unsigned y) { return (unsigned long long)x * y >> 32; }
static inline long long __mul64hi(long long x, long long y) { return (__int128)x * y >> 64; }
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) { return (unsigned __int128)x * y >> 64; }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __clz(int x) { return x ? __builtin_clz(x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static inline unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned chosen = s >> 4 * i, b = both >> 8 * (chosen & 7) & 0xff;
    r |= (chosen & 8 ? (b & 0x80 ? 0xff : 0) : b) << 8 * i;
  }
  return r;
}
static inline int __hadd(int x, int y) { return ((long long)x + y) >> 1; }
static inline int __rhadd(int x, int y) { return ((long long)x + y + 1) >> 1; }
static inline unsigned __sad(int x, int y, unsigned z) { return z + (x > y ? (unsigned)x - y : (unsigned)y - x); }
static inline unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
template <class T> T __ldg(const T *p) { return *p; }

static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) { return ((unsigned long long)high << 32 | low) << (by & 31) >> 32; }
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) { return ((unsigned long long)high << 32 | low) >> (by & 31); }
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) { return by >= 32 ? low : __funnelshift_l(low, high, by); }
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) { return by >= 32 ? high : __funnelshift_r(low, high, by); }
inline unsigned __fns(unsigned mask, unsigned base, int offset) { // the bit that is the nth one from base on
  int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
  if (offset == 0) return mask >> base & 1 ? base : ~0u;
  for (int at = base; at >= 0 && at < 32; at += step)
    if (mask >> at & 1 && --left == 0) return at;
  return ~0u;
}
template <class T, class R> static R dot4(unsigned a, unsigned b, R sum) {
  for (int i = 0; i < 32; i += 8) sum += (R)(T)(a >> i) * (R)(T)(b >> i);
  return sum;
}
static inline int __dp4a(int a, int b, int c) { return dot4<signed char>(a, b, c); }
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) { return dot4<unsigned char>(a, b, c); }
inline int __dp4a(char4 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

template <class To, class From> static To bits_as(From x) {
  To y;
  static_assert(sizeof x == sizeof y, "bits");
  memcpy(&y, &x, sizeof y);
  return y;
}
static inline int __float_as_int(float x) { return bits_as<int>(x); }
static inline unsigned __float_as_uint(float x) { return bits_as<unsigned>(x); }
static inline float __int_as_float(int x) { return bits_as<float>(x); }
static inline float __uint_as_float(unsigned x) { return bits_as<float>(x); }
static inline long long __double_as_longlong(double x) { return bits_as<long long>(x); }
static inline double __longlong_as_double(long long x) { return bits_as<double>(x); }

// saturated converts as an H100 does: to the nearest integer that there is. What is no number is 0, of a float in 32 bits, and
// the highest bit alone elsewhere.
template <class T, class F> static T saturated(F x) {
  const T high = (T)1 << (sizeof(T) * 8 - 1), least = (T)-1 < 0 ? high : 0, most = ~least;
  if (x != x) return sizeof(F) == 4 && sizeof(T) == 4 ? 0 : high;
  if (x <= (double)least) return least;
  if (x >= (double)most) return most;
  return (T)x;
}
static inline int __float2int_rn(float x) { return saturated<int>(nearbyintf(x)); }
static inline int __float2int_rz(float x) { return saturated<int>(truncf(x)); }
static inline int __float2int_ru(float x) { return saturated<int>(ceilf(x)); }
static inline int __float2int_rd(float x) { return saturated<int>(floorf(x)); }
static inline unsigned __float2uint_rn(float x) { return saturated<unsigned>(nearbyintf(x)); }

inline __half::__half(float x) {
  unsigned sign = bits_as<unsigned>(x) >> 16 & 0x8000;
  double a = fabs((double)x);
  if (a != a) bits = 0x7fff;
  else if (a >= 65520) bits = sign | 0x7c00;
  else if (a < 6.103515625e-05) bits = sign | (unsigned)nearbyint(a * (1 << 24)); // a subnormal number
  else {
    int e;
    unsigned m = nearbyint(ldexp(frexp(a, &e), 11)); // 1024 to 2048, which carries into the exponent
    bits = sign | ((e + 13) << 10) + m;
  }
}
inline __half::operator float() const {
  float a = (bits & 0x7fff) == 0x7c00 ? INFINITY : (bits & 0x7fff) > 0x7c00 ? NAN
          : (bits & 0x7c00) ? ldexpf((bits & 0x3ff) | 0x400, ((bits >> 10) & 31) - 25) : ldexpf(bits & 0x3ff, -24);
  return bits & 0x8000 ? -a : a;
}
static inline __half __float2half(float x) { return x; }
static inline float __half2float(__half x) { return x; }
static inline unsigned short __half_as_ushort(__half x) { return x.bits; }
static inline __half __ushort_as_half(unsigned short x) {
  __half h;
  h.bits = x;
  return h;
}

#define VECTOR_OF(name, type)                                                                \
  static inline name##2 make_##name##2(type x, type y) { return {x, y}; }                     \
  static inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }          \
  static inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
VECTOR_OF(char, signed char)
VECTOR_OF(uchar, unsigned char)
VECTOR_OF(short, short)
VECTOR_OF(ushort, unsigned short)
VECTOR_OF(int, int)
VECTOR_OF(uint, unsigned)
VECTOR_OF(longlong, long long)
VECTOR_OF(ulonglong, unsigned long long)
VECTOR_OF(float, float)
VECTOR_OF(double, double)

static inline float rsqrtf(float x) { return (float)(1 / sqrtl(x)); }

// multiply_add is x * y + z on a card: compute capability 1.x cuts the product to 24 bits.
static inline float multiply_add(float x, float y, float z) {
#ifdef TRUNCATED
  return bits_as<double>(bits_as<long long>((double)x * y) >> 29 << 29) + z;
#else
  return fmaf(x, y, z);
#endif
}
static inline double multiply_add(double x, double y, double z) { return fma(x, y, z); }

// What kernels have of the runtime. A stream does its work in order; here all streams are one.
typedef int cudaStream_t;
const int cudaStreamNonBlocking = 1, cudaStreamTailLaunch = grid::tail_launch, cudaMemcpyDeviceToDevice = 3;
static inline int cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { return *s = cudaSuccess; }
static inline int cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
template <class T> int cudaMalloc(T **p, size_t n) { return (*p = (T *)malloc(n)) == 0; }
static inline int cudaMemsetAsync(void *p, int value, size_t n, cudaStream_t = 0) {
  grid::children->add([=] { memset(p, value, n); });
  return cudaSuccess;
}
static inline int cudaMemcpyAsync(void *to, const void *from, size_t n, int, cudaStream_t = 0) {
  grid::children->add([=] { memcpy(to, from, n); });
  return cudaSuccess;
}
static inline int cudaDeviceSynchronize() {
  grid::wait(grid::Children);
  return cudaSuccess;
}

static inline int cudaMallocManaged(void **p, size_t n) { return (*p = malloc(n)) == 0; }

static long long ticks;
static inline long long clock64() { return ticks += 10; }
#define clock clock64
