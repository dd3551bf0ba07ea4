// The sine of a double by quadrants: for sin, cos, sinpi, cospi and the gamma functions.

// The polynomials of the sine and the cosine, but for their first coefficients.
__device__ const double2 __sine_terms[8] = {
    {-2.5050911383645487e-08, 2.755731498463003e-06}, {-0.0001984126983447703, 0.008333333333329349},
    {-0.16666666666666663, 0.0}, {0.0, -1.1367817304626284e-11},
    {2.08758833785978e-09, -2.7557315542999557e-07}, {2.4801587293618683e-05, -0.0013888888888880667},
    {0.04166666666666664, -0.5}, {1.0, 0.0}};

// The sine of r + q pi/2, for r between -pi/4 and pi/4.
__device__ double __trig_sine(double r, int q)
{
    bool odd = q & 1;
    const double2 *terms = &__sine_terms[odd ? 4 : 0];
    double z = __dmul_rn(r, r), p = odd ? -1.1367817304626284e-11 : 1.5903078570611027e-10;
    double2 a = terms[0], b = terms[1], c = terms[2];
    p = POLY6(z, p, a.x, a.y, b.x, b.y, c.x, c.y);
    double y = fma(p, r, r);
    if (odd) y = fma(p, z, 1.0);
    if (q & 2) y = fma(y, -1.0, 0.0);
    return y;
}
