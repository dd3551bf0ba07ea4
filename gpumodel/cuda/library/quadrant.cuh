// The sine by quadrants: for sinf, cosf, lgammaf and the functions of Bessel.

#define BITS(x) __int_as_float(x)

// The sine of r + q pi/2, for r between -pi/4 and pi/4.
__device__ float __trig_sine(float r, int q)
{
    bool odd = q & 1;
    float y = odd ? 1.0f : r, z = __fmul_rn(r, r), p = BITS(0xb94d4153);
    if (odd) p = fmaf(BITS(0x37cbac00), z, BITS(0xbab607ed));
    p = fmaf(p, z, odd ? BITS(0x3d2aaabb) : BITS(0x3c0885e4));
    p = fmaf(p, z, odd ? BITS(0xbeffffff) : BITS(0xbe2aaaa8));
    y = fmaf(p, fmaf(z, y, 0.0f), y);
    if (q & 2) y = fmaf(y, -1.0f, 0.0f);
    return y;
}
