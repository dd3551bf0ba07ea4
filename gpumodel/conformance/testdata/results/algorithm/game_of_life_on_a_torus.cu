// Game of life on a torus.
//
// grid: (w * h + 99) / 100
// w: n % 31 + 2
// h: n / 31 + 2
// now[w * h]: rand(0, 1)
// next[w * h]: 0

__global__ void k(unsigned char *next, const unsigned char *now, int w, int h) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= w * h) return;
	int x = i % w, y = i / w, alive = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			if (dx || dy) alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
	next[i] = alive == 3 || (alive == 2 && now[i]) ? 1 : 0;
}
