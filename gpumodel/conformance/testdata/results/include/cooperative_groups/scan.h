#pragma once
#include "reduce.h"

namespace cooperative_groups {

template <class G, class T, class Op = plus<T>> T inclusive_scan(const G &g, T x, Op op = {}) {
  T all[G::most];
  g.gather(x, all);
  for (unsigned i = 1; i <= g.thread_rank(); i++) all[0] = op(all[0], all[i]);
  return all[0];
}
template <class G, class T, class Op = plus<T>> T exclusive_scan(const G &g, T x, Op op = {}) {
  T before = inclusive_scan(g, x, op);
  before = g.shfl_up(before, 1);
  return g.thread_rank() ? before : T{};
}

} // namespace cooperative_groups
