// sin, cos, sincos and tan of a double.

__device__ double sin(double x)
{
    int q;
    double r = __trig_reduced(x, &q);
    return __trig_sine(r, q);
}

__device__ double cos(double x)
{
    int q;
    double r = __trig_reduced(x, &q);
    return __trig_sine(r, q + 1);
}

__device__ void sincos(double x, double *sine, double *cosine)
{
    int q;
    double r = __trig_reduced(x, &q);
    *sine = __trig_sine(r, q);
    *cosine = __trig_sine(r, q + 1);
}

__device__ double tan(double x)
{
    int q;
    double r = __trig_reduced(x, &q), z = r * r;
    double p = z * POLY14(z, 9.80062872032863e-6, -2.4279526494179897e-5, 4.864417313093716e-5, -2.5640012693782273e-5, 6.722398433088007e-5,
        8.355928731821164e-5, 0.00024375039850848564, 0.0005888648775485667, 0.001456045484467204, 0.003592100888585718, 0.008863237921861371,
        0.02186948839933789, 0.053968253972902704, 0.13333333333325342, 0.3333333333333338);
    double y = fma(p, r, r);
    if (q & 1) { // -1/y, with what y lacks
        double rest = fma(p, r, -(y - r)), d = __rcp_high(y), m = -REFINED(y, d);
        y = fma(fma(m, rest, fma(y, m, 1.0)), m, m);
    }
    return y;
}
