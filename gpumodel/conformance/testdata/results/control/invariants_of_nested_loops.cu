// Invariants of nested loops.

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
	if (i < n) {
		int x = in[i];
		
		short s = x; unsigned char t = x; long long l = (long long)x << 20; double d = x & 255;
		int b = i, m = 5, arr[4] = {1, x, 2, i};
		for (int j = 0; j < 4; j++) {
			if (!s) break;
			for (int k = 0; k < 5; k++) {
				int w = 0;
				do { b = (short)(int)d; } while (w++ < 3 && (255 >= m || arr[m & 3] < s));
				long long y = 0, p = l;
				unsigned q = t;
				for (int e = 0; e < 3; e++) { if (q & 1) y += p; q >>= 1; p *= 2; }
				arr[(int)d & 3] += 1 - y;
			}
		}
		r = b + arr[0] + arr[1] + arr[2] + arr[3];
		out[i] = r;
	}
}
