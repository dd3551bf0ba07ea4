// Scalar parameters.
//
// sizes: 1
// block: 1
// out[1]: 0
// c: -3
// s: -300
// u: 200
// f: 0.5
// d: 0.25
// l: -1 << 40
// b: 1
// z: 7

__global__ void k(double *out, char c, short s, unsigned char u, float f, double d, long long l, bool b, size_t z) {
	*out = c + s + u + f + d + (double)l + b + z;
}
