// sinpi, cospi and sincospi of a double. The argument less a multiple of a half is exact.

__device__ double sinpi(double x)
{
    double k = rint(WORDS(HIGH(x) + 0x100000, LOW(x))), r = fma(-k, 0.5, x);
    double y = __trig_sine(fma(r, 3.141592653589793, r * 1.2246467991473532e-16), (int)(long long)k);
    return trunc(x) != x ? y : __dmul_rn(x, 0.0);
}

__device__ double cospi(double x)
{
    if ((unsigned)(HIGH(x) << 1) >= 0x86800001u) x = __dmul_rn(x, 0.0);
    double k = rint(WORDS(HIGH(x) + 0x100000, LOW(x))), r = fma(-k, 0.5, x);
    return __trig_sine(fma(r, 3.141592653589793, r * 1.2246467991473532e-16), (int)(long long)k + 1);
}

__device__ void sincospi(double x, double *sine, double *cosine)
{
    if ((unsigned)(HIGH(x) << 1) >= 0x86800001u) x = __dmul_rn(x, 0.0);
    double k = rint(WORDS(HIGH(x) + 0x100000, LOW(x))), r = fma(-k, 0.5, x);
    r = fma(r, 3.141592653589793, r * 1.2246467991473532e-16);
    double z = __dmul_rn(r, r);
    double c = POLY7(z, -1.1367817304626284e-11, 2.08758833785978e-9, -2.7557315542999557e-7, 2.4801587293618683e-5, -0.0013888888888880667,
        0.04166666666666664, -0.5, 1.0);
    double s = POLY6(z, 1.5903078570611027e-10, -2.5050911383645487e-8, 2.755731498463003e-6, -0.0001984126983447703, 0.008333333333329349,
        -0.16666666666666663, 0.0);
    s = fma(s, r, r);
    int q = (int)(long long)k;
    double a = q & 1 ? c : s, b = q & 1 ? -s : c;
    if (q & 2) {
        a = -a;
        b = -b;
    }
    *sine = x != trunc(x) ? a : __dmul_rn(x, 0.0);
    *cosine = __dadd_rn(b, 0.0);
}
