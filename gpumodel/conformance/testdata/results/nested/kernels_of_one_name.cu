// Kernels of one name, of which a third launches both.
//
// kernels: both
// both host: q::both
// sizes: 1
// block: 1
// a[2]: 0
// from: 3.5
// cards: H200

namespace p {
__global__ void k(int *a) { a[0] = 1; }
}
namespace q {
__global__ void k(int *a) { a[0] = 2; }
__global__ void both(int *a) {
	k<<<1, 1>>>(a + 1);
	p::k<<<1, 1>>>(a);
}
}
