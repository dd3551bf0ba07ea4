// Structs.
//
// p: at(f, rand(0, 98), 2, 3, rand(0, 8), rand(-128, 127), rand(0, 999))

struct particle { float position[3]; float mass; char tag; int charge; };
__device__ float energy(const particle &p) { return p.position[0] * p.mass + p.charge; }
__global__ void k(particle *p, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		particle q = p[i];
		for (int d = 0; d < 3; d++) q.position[d] += d;
		q.mass = energy(q);
		q.tag++;
		p[i].charge -= 2 * sizeof(particle);
		q.charge = p[i].charge;
		p[i] = q;
	}
}
