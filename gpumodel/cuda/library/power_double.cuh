// e^(y log(a)) for a positive number, where the logarithm is a sum of two doubles: for pow and tgamma.

__device__ double __power(double a, double y)
{
    double low, high = __log_pair(a, &low);
    if ((unsigned)(HIGH(y) << 1) > 0xfdffffffu) y = WORDS(HIGH(y) & (int)0xff0fffff, LOW(y)); // so large that a smaller one will do
    double product = __dmul_rn(high, y), rest = fma(low, y, fma(high, y, -product)), sum = product + rest;
    return __exp_pair(sum, rest + (product - sum));
}
