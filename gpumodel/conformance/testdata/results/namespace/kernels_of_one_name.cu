// Kernels of one name.
//
// sizes: 1
// block: 1
// a[2]: 7
// alone host: p::alone

namespace p {
__global__ void k(int *a) { a[0] = 1; }
__global__ void alone(int *a) { a[0] = 3; }
}
namespace q {
__global__ void k(int *a) { a[0] = 2; }
}
