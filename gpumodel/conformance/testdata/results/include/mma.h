// Products of matrices on the host: every lane puts the matrices together and computes from them what is its own.
#pragma once
#include "cuda_bf16.h"

// Instructions mma.sync (PTX ISA, "Matrix Fragments for mma"). Lane 4 g + t has parts of the rows or columns g and g + 8.
namespace ptx {

struct f16 {
  static const int bits = 16;
  static double value(unsigned long long x) { return __half2float(__ushort_as_half(x)); }
  static unsigned long long of(double x) { return __half_as_ushort(__float2half(x)); }
};
struct bf16 {
  static const int bits = 16;
  static double value(unsigned long long x) { return bits_as<float>((unsigned)x << 16); }
};
struct f32 {
  static const int bits = 32;
  static double value(unsigned long long x) { return bits_as<float>((unsigned)x); }
  static unsigned long long of(double x) { return bits_as<unsigned>((float)x); }
};
typedef f32 tf32; // with numbers that have 10 bits behind the point
struct f64 {
  static const int bits = 64;
  static double value(unsigned long long x) { return bits_as<double>(x); }
  static unsigned long long of(double x) { return bits_as<unsigned long long>(x); }
};
template <int N, bool Signed> struct integer {
  static const int bits = N;
  static double value(unsigned long long x) { return Signed && x >> (N - 1) & 1 ? (double)x - (double)(1ull << N) : (double)x; }
  static unsigned long long of(double x) { return (unsigned)(long long)x; }
};
typedef integer<32, true> s32;
typedef integer<8, true> s8;
typedef integer<8, false> u8;
typedef integer<4, true> s4;
typedef integer<4, false> u4;
typedef integer<1, false> b1;

// What two elements give to the sum.
struct product { static double of(double x, double y) { return x * y; } };
struct both { static double of(double x, double y) { return x && y; } };
struct either { static double of(double x, double y) { return x != y; } };

// put calls f with each element of a matrix that the lanes hold in registers: its group, its number behind that, and its value.
template <class E, int Rows, class R, class F> void put(const R *own, int registers, F f) {
  const int each = sizeof(R) * 8 / E::bits;
  for (int r = 0; r < registers; r++) {
    unsigned long long word = 0;
    memcpy(&word, &own[r], sizeof(R));
    grid::Fiber *fiber = grid::meet(0, 0xffffffff, word);
    for (int lane = 0; lane < 32; lane++)
      for (int j = 0; j < each; j++) {
        unsigned long long bits = fiber->values[lane] >> j * E::bits;
        if (E::bits < 64) bits &= (1ull << E::bits % 64) - 1;
        // Registers go by turns to both halves of 16 rows, and then on along them.
        int half = Rows == 16 ? r % 2 : 0, step = Rows == 16 ? r / 2 : r;
        f(lane / 4 + 8 * half, (4 * step + lane % 4) * each + j, E::value(bits));
      }
  }
}

template <class A, class B, class C, int M, int N, int K, class Op = product, class R, class S> void mma(S *d, const R *a, const R *b, const S *c) {
  static_assert(N == 8, "columns of mma");
  double x[M][K], y[K][N];
  put<A, M>(a, M * K * A::bits / 32 / 8 / (int)sizeof(R), [&](int row, int k, double v) { x[row][k] = v; });
  put<B, 8>(b, N * K * B::bits / 32 / 8 / (int)sizeof(R), [&](int column, int k, double v) { y[k][column] = v; });
  int lane = (grid::self - grid::fibers) % 32;
  const int each = sizeof(S) * 8 / C::bits;
  for (int i = 0; i < M * N / 32; i++) {
    unsigned long long bits = 0, word = 0;
    int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    memcpy(&word, &c[i / each], sizeof(S));
    bits = word >> i % each * C::bits;
    if (C::bits < 64) bits &= (1ull << C::bits % 64) - 1;
    double sum = C::value(bits);
    for (int k = 0; k < K; k++) sum += Op::of(x[row][k], y[k][column]);
    word = C::of(sum);
    memcpy((char *)&d[i / each] + i % each * C::bits / 8, &word, C::bits / 8);
  }
}

} // namespace ptx

// Fragments of nvcuda::wmma: CUDA does not say which lane has which element. Here lane i has number i, i + 32 and so on, by rows.
namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}

template <class Use, int M, int N, int K> struct shape;
template <int M, int N, int K> struct shape<matrix_a, M, N, K> { static const int rows = M, columns = K; };
template <int M, int N, int K> struct shape<matrix_b, M, N, K> { static const int rows = K, columns = N; };
template <int M, int N, int K> struct shape<accumulator, M, N, K> { static const int rows = M, columns = N; };
template <class T> struct stored { typedef T type; };
template <> struct stored<precision::tf32> { typedef float type; };
template <class L> struct memory;
template <> struct memory<row_major> { static const layout_t layout = mem_row_major; };
template <> struct memory<col_major> { static const layout_t layout = mem_col_major; };

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment : shape<Use, M, N, K> {
  typedef shape<Use, M, N, K> S;
  static const int num_elements = S::rows * S::columns / 32;
  typename stored<T>::type x[num_elements];

  // at is where element i of this lane is in memory.
  static int at(int i, int ld, layout_t layout) {
    int number = (grid::self - grid::fibers) % 32 + 32 * i, row = number / S::columns, column = number % S::columns;
    return layout == mem_row_major ? row * ld + column : column * ld + row;
  }
  void gather(double *all) const {
    for (int i = 0; i < num_elements; i++) {
      grid::Fiber *f = grid::meet(0, 0xffffffff, bits_as<unsigned long long>((double)x[i]));
      for (int lane = 0; lane < 32; lane++) all[32 * i + lane] = bits_as<double>(f->values[lane]);
    }
  }
};
template <class F, class T> void fill_fragment(F &f, const T &value) {
  for (int i = 0; i < F::num_elements; i++) f.x[i] = value;
}
template <class F, class T> void load_matrix_sync(F &f, const T *from, int ld, layout_t layout) {
  for (int i = 0; i < F::num_elements; i++) f.x[i] = from[F::at(i, ld, layout)];
}
template <class Use, int M, int N, int K, class T, class Layout, class P> void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, const P *from, int ld) {
  load_matrix_sync(f, from, ld, memory<Layout>::layout);
}
template <class F, class T> void store_matrix_sync(T *to, const F &f, int ld, layout_t layout) {
  for (int i = 0; i < F::num_elements; i++) to[F::at(i, ld, layout)] = f.x[i];
}
template <class D, class A, class B, class C> void mma_sync(D &d, const A &a, const B &b, const C &c) {
  double x[A::rows * A::columns], y[B::rows * B::columns], z[C::rows * C::columns];
  a.gather(x), b.gather(y), c.gather(z);
  for (int i = 0; i < D::num_elements; i++) {
    int number = D::at(i, D::columns, mem_row_major), row = number / D::columns, column = number % D::columns;
    double sum = z[number];
    for (int k = 0; k < A::columns; k++) sum += x[row * A::columns + k] * y[k * B::columns + column];
    d.x[i] = sum;
  }
}

} // namespace wmma
} // namespace nvcuda
