#pragma once

namespace cooperative_groups {

template <class T> struct plus { T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_or { T operator()(T a, T b) const { return a | b; } };

template <class G, class T, class Op> T reduce(const G &g, T x, Op op) {
  T all[G::most];
  g.gather(x, all);
  for (unsigned i = 1; i < g.size(); i++) all[0] = op(all[0], all[i]);
  return all[0];
}

} // namespace cooperative_groups
