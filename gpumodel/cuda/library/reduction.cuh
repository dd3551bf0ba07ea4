// Arguments of sinf, cosf, tanf and the functions of Bessel less a multiple of pi/2.
//
// It is found with three parts of pi/2, whose errors are too large from 105615 on. There the product with as much of 2/pi as is
// needed is made in whole numbers (Payne and Hanek, 1983).

__device__ const unsigned __two_over_pi[6] = {0x3c439041, 0xdb629599, 0xf534ddc0, 0xfc2757d1, 0x4e441529, 0xa2f9836e};

__device__ float __trig_reduced(float x, int *quadrant)
{
    int q = __float2int_rn(x * BITS(0x3f22f983));
    float k = (float)q, r = fmaf(k, BITS(0xbfc90fda), x);
    r = fmaf(k, BITS(0xb3a22168), r);
    r = fmaf(k, BITS(0xa7c234c5), r);
    if (fabsf(x) >= 105615.0f) {
        if (fabsf(x) == BITS(0x7f800000)) {
            r = __fmul_rn(x, 0.0f);
            q = 0;
        } else {
            unsigned bits = __float_as_uint(x), e = ((bits >> 23) & 255) - 128, m = (bits << 8) | 0x80000000u;
            unsigned words[7];
            unsigned long long carry = 0;
#pragma unroll 1
            for (int i = 0; i < 6; i++) {
                carry += (unsigned long long)__two_over_pi[i] * m;
                words[i] = (unsigned)carry;
                carry >>= 32;
            }
            words[6] = (unsigned)carry;
            int n = e >> 5;
            unsigned high = words[6 - n], low = words[5 - n], s = e & 31;
            if (s != 0) {
                high = (low >> (32 - s)) + (high << s);
                low = (words[4 - n] >> (32 - s)) + (low << s);
            }
            unsigned sign = bits & 0x80000000u, top = (low >> 30) | (high << 2), up = top >> 31;
            q = up + (high >> 30);
            if (sign != 0) q = -q;
            unsigned turned = up != 0 ? 0xffffffffu : 0;
            if (up != 0) sign ^= 0x80000000u;
            top ^= turned;
            low = (low << 2) ^ turned;
            float f = (float)((double)(long long)(((unsigned long long)top << 32) | low) * __longlong_as_double(0x3bf921fb54442d19));
            r = sign == 0 ? f : -f;
        }
    }
    *quadrant = q;
    return r;
}
