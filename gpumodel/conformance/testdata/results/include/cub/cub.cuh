// CUB on the host: each thread sees what all threads of its block or of its warp give, and computes from it what is its own.
#pragma once

namespace cub {

struct Sum { template <class T> T operator()(T a, T b) const { return a + b; } };
struct Max { template <class T> T operator()(T a, T b) const { return a < b ? b : a; } };
struct Min { template <class T> T operator()(T a, T b) const { return b < a ? b : a; } };
struct NullType {};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

// Items are N of a thread.
template <class T, int N> struct Items {
  T of[N];
  Items() = default;
  Items(const T (&x)[N]) { memcpy(of, x, sizeof of); }
};

inline int thread() { return grid::self - grid::fibers; }

// A Block has what its threads give, in their order.
template <class T> struct Block {
  T of[grid::most];
  Block(const T &x) {
    static T all[grid::most];
    all[thread()] = x;
    __syncthreads();
    memcpy((void *)of, all, sizeof of);
    __syncthreads();
  }
};

// A Part is a warp, or as many lanes as it is told.
template <class T, int N> struct Part {
  T of[N];
  int own = thread() % 32 % N;
  Part(T x) {
    unsigned long long bits = 0;
    static_assert(sizeof x <= sizeof bits, "a value of a warp");
    memcpy(&bits, &x, sizeof x);
    int first = thread() % 32 / N * N;
    grid::Fiber *f = grid::meet(0, (unsigned)((1ull << N) - 1) << first, bits);
    for (int i = 0; i < N; i++) memcpy(&of[i], &f->values[first + i], sizeof x);
  }
};

template <class T, class Op> T fold(const T *list, int n, Op op) {
  T r = list[0];
  for (int i = 1; i < n; i++) r = op(r, list[i]);
  return r;
}

struct Room {
  struct TempStorage {};
  Room(TempStorage &) {}
};

template <class T, int N = 32> struct WarpReduce : Room {
  using Room::Room;
  template <class Op> T Reduce(T x, Op op, int valid = N) const { return fold(Part<T, N>(x).of, valid, op); }
  T Sum(T x, int valid = N) const { return Reduce(x, cub::Sum(), valid); }
};

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct BlockReduce : Room {
  using Room::Room;
  template <class Op> T Reduce(T x, Op op, int valid = X * Y * Z) const { return fold(Block<T>(x).of, valid, op); }
  template <int N, class Op> T Reduce(T (&x)[N], Op op) const { return Reduce(fold(x, N, op), op); }
  T Sum(T x, int valid = X * Y * Z) const { return Reduce(x, cub::Sum(), valid); }
  template <int N> T Sum(T (&x)[N]) const { return Reduce(x, cub::Sum()); }
};

template <class T, int N = 32> struct WarpScan : Room {
  using Room::Room;
  void InclusiveSum(T x, T &y) const {
    T all;
    InclusiveSum(x, y, all);
  }
  void InclusiveSum(T x, T &y, T &all) const {
    Part<T, N> part(x);
    y = fold(part.of, part.own + 1, cub::Sum());
    all = fold(part.of, N, cub::Sum());
  }
  void ExclusiveSum(T x, T &y) const {
    T all;
    ExclusiveSum(x, y, all);
  }
  void ExclusiveSum(T x, T &y, T &all) const {
    InclusiveSum(x, y, all);
    y = y - x;
  }
};

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct BlockScan : Room {
  using Room::Room;
  template <class Op> void InclusiveScan(T x, T &y, Op op) const { y = fold(Block<T>(x).of, thread() + 1, op); }
  template <class Op> void ExclusiveScan(T x, T &y, T first, Op op) const {
    Block<T> block(x);
    y = thread() ? op(first, fold(block.of, thread(), op)) : first;
  }
  void InclusiveSum(T x, T &y) const { InclusiveScan(x, y, cub::Sum()); }
  void InclusiveSum(T x, T &y, T &all) const {
    all = fold(Block<T>(x).of, X * Y * Z, cub::Sum());
    InclusiveSum(x, y);
  }
  void ExclusiveSum(T x, T &y) const { ExclusiveScan(x, y, T(), cub::Sum()); }
  void ExclusiveSum(T x, T &y, T &all) const {
    all = fold(Block<T>(x).of, X * Y * Z, cub::Sum());
    ExclusiveSum(x, y);
  }
  template <int N> void ExclusiveSum(T (&x)[N], T (&y)[N], T &all) const {
    T before, own[N];
    memcpy(own, x, sizeof own);
    ExclusiveSum(fold(own, N, cub::Sum()), before, all);
    for (int i = 0; i < N; i++) y[i] = before, before = before + own[i];
  }
  template <int N> void ExclusiveSum(T (&x)[N], T (&y)[N]) const {
    T all;
    ExclusiveSum(x, y, all);
  }
  template <int N> void InclusiveSum(T (&x)[N], T (&y)[N]) const {
    T own[N];
    memcpy(own, x, sizeof own);
    ExclusiveSum(own, y);
    for (int i = 0; i < N; i++) y[i] = y[i] + own[i];
  }
};

// place is where item i of this thread is: blocked, N in a row for each thread, or striped, thread by thread in each row.
inline int place(bool striped, int i, int threads, int n) { return striped ? i * threads + thread() : thread() * n + i; }

template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> struct BlockLoad : Room {
  using Room::Room;
  void Load(const T *from, T (&x)[N]) const { Load(from, x, X * Y * Z * N); }
  void Load(const T *from, T (&x)[N], int valid) const {
    for (int i = 0; i < N; i++) {
      int at = place(A == BLOCK_LOAD_STRIPED, i, X * Y * Z, N);
      if (at < valid) x[i] = from[at];
    }
  }
  void Load(const T *from, T (&x)[N], int valid, T otherwise) const {
    for (T &y : x) y = otherwise;
    Load(from, x, valid);
  }
};
template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> struct BlockStore : Room {
  using Room::Room;
  void Store(T *to, T (&x)[N]) const { Store(to, x, X * Y * Z * N); }
  void Store(T *to, T (&x)[N], int valid) const {
    for (int i = 0; i < N; i++) {
      int at = place(A == BLOCK_STORE_STRIPED, i, X * Y * Z, N);
      if (at < valid) to[at] = x[i];
    }
  }
};

template <class T, int X, int N> struct BlockExchange : Room {
  using Room::Room;
  void BlockedToStriped(const T (&x)[N], T (&y)[N]) const {
    Block<Items<T, N>> all(x);
    for (int i = 0; i < N; i++) {
      int at = place(true, i, X, N);
      y[i] = all.of[at / N].of[at % N];
    }
  }
  void StripedToBlocked(const T (&x)[N], T (&y)[N]) const {
    Block<Items<T, N>> all(x);
    for (int i = 0; i < N; i++) {
      int at = place(false, i, X, N);
      y[i] = all.of[at % X].of[at / X];
    }
  }
  void BlockedToWarpStriped(const T (&x)[N], T (&y)[N]) const { // striped among the threads of each warp
    Block<Items<T, N>> all(x);
    for (int i = 0; i < N; i++) {
      int at = thread() / 32 * 32 * N + i * 32 + thread() % 32;
      y[i] = all.of[at / N].of[at % N];
    }
  }
  void ScatterToBlocked(const T (&x)[N], T (&y)[N], const int (&ranks)[N]) const {
    Block<Items<T, N>> all(x);
    Block<Items<int, N>> to(ranks);
    for (int at = 0; at < X * N; at++) {
      int rank = to.of[at / N].of[at % N];
      if (rank / N == thread()) y[rank % N] = all.of[at / N].of[at % N];
    }
  }
  void BlockedToStriped(T (&x)[N]) const { BlockedToStriped(x, x); }
  void StripedToBlocked(T (&x)[N]) const { StripedToBlocked(x, x); }
  void BlockedToWarpStriped(T (&x)[N]) const { BlockedToWarpStriped(x, x); }
};

template <class T, int X, int N, int Bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT> struct BlockHistogram : Room {
  using Room::Room;
  template <class C> void Histogram(T (&x)[N], C (&counts)[Bins]) const {
    for (int i = thread(); i < Bins; i += X) counts[i] = 0;
    __syncthreads();
    for (T y : x) counts[y]++;
    __syncthreads();
  }
};

template <class K, int X, int N, class V = NullType> struct BlockRadixSort : Room {
  using Room::Room;
  void Sort(K (&keys)[N]) const { sort(keys, (V *)0, false, false); }
  void Sort(K (&keys)[N], V (&values)[N]) const { sort(keys, values, false, false); }
  void SortDescending(K (&keys)[N]) const { sort(keys, (V *)0, true, false); }
  void SortDescending(K (&keys)[N], V (&values)[N]) const { sort(keys, values, true, false); }
  void SortBlockedToStriped(K (&keys)[N]) const { sort(keys, (V *)0, false, true); }
  void SortBlockedToStriped(K (&keys)[N], V (&values)[N]) const { sort(keys, values, false, true); }

private:
  // sort keeps the order of equal keys. A pair goes to the place that as many come before.
  void sort(K *keys, V *values, bool down, bool striped) const {
    struct Pair {
      K key;
      V value;
    };
    Items<Pair, N> own;
    for (int i = 0; i < N; i++) {
      own.of[i].key = keys[i];
      if (values) own.of[i].value = values[i];
    }
    Block<Items<Pair, N>> all(own);
    auto pair = [&](int at) { return all.of[at / N].of[at % N]; };
    for (int at = 0; at < X * N; at++) {
      int before = 0;
      K key = pair(at).key;
      for (int other = 0; other < X * N; other++) {
        K k = pair(other).key;
        before += down ? k > key : k < key;
        before += k == key && other < at;
      }
      for (int i = 0; i < N; i++) {
        if (place(striped, i, X, N) != before) continue;
        keys[i] = key;
        if (values) values[i] = pair(at).value;
      }
    }
  }
};

} // namespace cub
