// 1/sqrt(x) of an ordinary double.

// 1/sqrt(x), by the special function unit and a step of Halley's.
__device__ double __reciprocal_root(double x)
{
    double r = __rsqrt_high(x), e = fma(x, -__dmul_rn(r, r), 1.0);
    return fma(fma(0.375, e, 0.5), __dmul_rn(e, r), r);
}
