// Array of structs.
//
// block: 33
// in: rand(-1000, 999)

struct item { int key; float weight; short tag; };
__global__ void k(int *out, const int *in, int n) {
	__shared__ struct item s[33];
	int t = threadIdx.x, i = blockIdx.x * 33 + t;
	item mine = {i < n ? in[i] : 0, t * 0.5f, (short)t};
	s[t] = mine;
	__syncthreads();
	item other = s[32 - t];
	if (i < n) out[i] = other.key + (int)(other.weight * 2) + s[(t + 5) % 33].tag;
}
