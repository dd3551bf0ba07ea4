// Surfaces of one to three dimensions, with all modes at their edges: TestSurfaces has what the threads read and write.

__global__ void k(cudaSurfaceObject_t line, cudaSurfaceObject_t image, cudaSurfaceObject_t box, int *out) {
	int t = threadIdx.x, x = t % 8, y = t / 8;
	int2 v = surf2Dread<int2>(image, x * sizeof(int2), y);
	surf2Dwrite(make_int2(v.y, 10 * v.x), image, x * (int)sizeof(int2), y);
	short one;
	surf1Dread(&one, line, 2 * t);
	surf1Dwrite((short)(one + 1), line, 2 * t);
	surf3Dwrite((unsigned char)t, box, t % 4, t / 4 % 2, t / 8, cudaBoundaryModeZero);
	int sum = surf2Dread<int2>(image, (x - 2) * 8, y - 1, cudaBoundaryModeClamp).x == 0;
	out[2 * t] = surf1Dread<short>(line, 2 * t - 10, cudaBoundaryModeZero);
	out[2 * t + 1] = surf3Dread<unsigned char>(box, t % 4 + 2, t / 4 % 2 + 1, t / 8 - 1, cudaBoundaryModeClamp) >= 0;
}
