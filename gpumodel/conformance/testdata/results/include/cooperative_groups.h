// Cooperative groups on the host, for ../host.h: but for the block, a group is a set of lanes.
#pragma once

namespace cooperative_groups {

struct thread_group {
  unsigned mask; // the lanes; 0 is the block
  unsigned rank_of_group = 0, groups = 1;
  static const int most = 32; // threads of a group of lanes

  static unsigned thread() { return grid::self - grid::fibers; }
  static unsigned below() { return (1u << thread() % 32) - 1; }
  unsigned thread_rank() const { return mask ? __popc(mask & below()) : thread(); }
  unsigned size() const { return mask ? __popc(mask) : grid::threads; }
  unsigned num_threads() const { return size(); }
  unsigned meta_group_rank() const { return rank_of_group; }
  unsigned meta_group_size() const { return groups; }
  void sync() const {
    if (mask) grid::meet(0, mask, 0);
    else __syncthreads();
  }

  // gather fills a list with the values of all threads, by their ranks.
  template <class T> void gather(const T &x, T *all) const {
    for (size_t at = 0; at < sizeof x; at += 8) {
      size_t n = sizeof x - at < 8 ? sizeof x - at : 8;
      unsigned long long word = 0;
      memcpy(&word, (const char *)&x + at, n);
      grid::Fiber *f = grid::meet(0, mask, word);
      for (int lane = 0, rank = 0; lane < 32; lane++)
        if (mask >> lane & 1) memcpy((char *)&all[rank++] + at, &f->values[lane], n);
    }
  }
  template <class T> T from(T x, int rank) const {
    T all[32];
    gather(x, all);
    return rank < 0 || rank >= (int)size() ? x : all[rank];
  }
  template <class T> T shfl(T x, int rank) const { return from(x, rank % size()); }
  template <class T> T shfl_up(T x, int by) const { return from(x, (int)thread_rank() - by); }
  template <class T> T shfl_down(T x, int by) const { return from(x, thread_rank() + by); }
  template <class T> T shfl_xor(T x, int by) const { return from(x, thread_rank() ^ by); }
  unsigned ballot(int x) const {
    int all[32];
    unsigned yes = 0;
    gather(x, all);
    for (unsigned i = 0; i < size(); i++) yes |= (all[i] != 0) << i;
    return yes;
  }
  int any(int x) const { return ballot(x) != 0; }
  int all(int x) const { return ballot(!x) == 0; }
  template <class T> unsigned match_any(T x) const {
    T all[32];
    unsigned same = 0;
    gather(x, all);
    for (unsigned i = 0; i < size(); i++) same |= (all[i] == x) << i;
    return same;
  }
  // lanes are those of a set of ranks.
  unsigned lanes(unsigned ranks) const {
    unsigned list = 0;
    for (int lane = 0, rank = 0; lane < 32; lane++)
      if (mask >> lane & 1) list |= (ranks >> rank++ & 1) << lane;
    return list;
  }
};

struct thread_block : thread_group {
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

struct coalesced_group : thread_group {};
#define coalesced_threads() coalesced_group{{__activemask()}}

template <unsigned N, class Parent = void> struct thread_block_tile : thread_group {
  thread_block_tile(thread_group g) : thread_group(g) {}
  template <class Other> thread_block_tile(const thread_block_tile<N, Other> &t) : thread_group(t) {}
};

inline thread_group part(const thread_group &g, unsigned n) {
  unsigned rank = g.thread_rank(), lane = g.thread() % 32, ones = n == 32 ? ~0u : (1u << n) - 1;
  unsigned mask = g.mask ? g.lanes(ones << rank / n * n) : ones << lane / n * n;
  return {mask, rank / n, (g.size() + n - 1) / n};
}

// A wide_tile is a tile of several warps.
template <int N> struct wide_tile {
  static const int most = N;
  static unsigned thread() { return grid::self - grid::fibers; }
  static unsigned thread_rank() { return thread() % N; }
  static unsigned size() { return N; }
  static unsigned num_threads() { return N; }
  static unsigned meta_group_rank() { return thread() / N; }
  static unsigned meta_group_size() { return (grid::threads + N - 1) / N; }
  static void sync() {
    static grid::Barrier barriers[grid::most];
    barriers[meta_group_rank()].sync(N);
  }
  template <class T> static void gather(const T &x, T *all) {
    static char room[grid::most][sizeof x];
    memcpy(room[thread()], &x, sizeof x);
    sync();
    memcpy((void *)all, room[thread() / N * N], N * sizeof x);
    sync();
  }
  template <class T> static T shfl(T x, int rank) {
    T all[N];
    gather(x, all);
    return all[rank % N];
  }
  template <class T> static T shfl_up(T x, int by) {
    int rank = thread_rank();
    return shfl(x, rank < by ? rank : rank - by);
  }
  static int any(int x) {
    int all[N], yes = 0;
    gather(x, all);
    for (int y : all) yes |= y != 0;
    return yes;
  }
  static int all(int x) { return !any(!x); }
};
template <int N> struct block_tile_memory {};
template <int N> thread_block this_thread_block(block_tile_memory<N> &) { return {}; }

template <unsigned N> auto tiled_partition(const thread_group &g) {
  if constexpr (N > 32) return wide_tile<N>();
  else return thread_block_tile<N>(part(g, N));
}
inline thread_group tiled_partition(const thread_group &g, unsigned n) { return part(g, n); }
inline coalesced_group tiled_partition(const coalesced_group &g, unsigned n) { return {part(g, n)}; }

// labeled_partition numbers the groups by their first threads.
template <class T> coalesced_group labeled_partition(const thread_group &g, T label) {
  T all[32];
  unsigned own = 0, before = 0, groups = 0;
  g.gather(label, all);
  for (unsigned i = 0; i < g.size(); i++) own |= (all[i] == label) << i;
  for (unsigned i = 0; i < g.size(); i++) {
    bool first = true;
    for (unsigned j = 0; j < i; j++) first &= all[j] != all[i];
    groups += first;
    before += first && i < (unsigned)__ffs(own) - 1;
  }
  return {g.lanes(own), before, groups};
}
// binary_partition numbers the group of the condition last.
inline coalesced_group binary_partition(const thread_group &g, bool condition) {
  unsigned yes = g.ballot(condition), every = g.size() == 32 ? ~0u : (1u << g.size()) - 1, no = every & ~yes;
  return {g.lanes(condition ? yes : no), condition && no != 0, yes != 0 && no != 0 ? 2u : 1u};
}

inline void sync(const thread_group &g) { g.sync(); }
template <class G, class F, class... A> void invoke_one(const G &g, F f, A... a) {
  if (g.thread_rank() == 0) f(a...);
}
template <class G, class F, class... A> auto invoke_one_broadcast(const G &g, F f, A... a) {
  decltype(f(a...)) x{};
  if (g.thread_rank() == 0) x = f(a...);
  return g.shfl(x, 0);
}

} // namespace cooperative_groups
