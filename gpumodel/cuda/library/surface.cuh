// Surfaces, after the CUDA C++ Programming Guide ("Surface Functions"): the launch hands over where the rows lie and
// what they are. x counts bytes. Rows lie one behind the other here, and accesses are loads and stores of global memory;
// on a card a CUDA array lies in tiles, and accesses go through the texture units' caches.

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
struct cudaSurfaceObject_t {
	unsigned char *data;
	int width, height, depth; // of bytes, rows and slices
	cudaSurfaceObject_t() = default;
	__host__ __device__ cudaSurfaceObject_t(int) : data(0), width(0), height(0), depth(0) {} // a handle that is 0
};

// Where an element lies, and whether it does at all. Outside the edge counts, or nothing does, or it is a fault.
__device__ inline bool __surface_place(const cudaSurfaceObject_t &s, int size, int &x, int &y, int &z, cudaSurfaceBoundaryMode mode) {
	__surfaces();
	if (x >= 0 && x + size <= s.width && y >= 0 && y < s.height && z >= 0 && z < s.depth) return true;
	if (mode == cudaBoundaryModeTrap)
		__fault("surface: byte %d of row %d of slice %d is outside: rows have %d bytes, and there are %d rows in each of %d slices (x counts bytes)",
			x, y, z, s.width, s.height, s.depth);
	if (mode == cudaBoundaryModeZero) return false;
	x = x < 0 ? 0 : x + size > s.width ? s.width - size : x;
	y = y < 0 ? 0 : y >= s.height ? s.height - 1 : y;
	z = z < 0 ? 0 : z >= s.depth ? s.depth - 1 : z;
	return true;
}
template <typename T> __device__ T __surface_read(const cudaSurfaceObject_t &s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
	if (!__surface_place(s, sizeof(T), x, y, z, mode)) return T();
	return *(const T *)(s.data + ((size_t)z * s.height + y) * s.width + x);
}
template <typename T> __device__ void __surface_write(T v, const cudaSurfaceObject_t &s, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
	if (__surface_place(s, sizeof(T), x, y, z, mode)) *(T *)(s.data + ((size_t)z * s.height + y) * s.width + x) = v;
}

#define SURFACE(NAME, PLACES, X, Y, Z) \
	template <typename T> __device__ T NAME##read(cudaSurfaceObject_t s, PLACES, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
		return __surface_read<T>(s, X, Y, Z, mode); \
	} \
	template <typename T> __device__ void NAME##read(T *v, cudaSurfaceObject_t s, PLACES, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
		*v = __surface_read<T>(s, X, Y, Z, mode); \
	} \
	template <typename T> __device__ void NAME##write(T v, cudaSurfaceObject_t s, PLACES, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
		__surface_write(v, s, X, Y, Z, mode); \
	}
#define SURFACE_X int x
#define SURFACE_XY int x, int y
#define SURFACE_XYZ int x, int y, int z
SURFACE(surf1D, SURFACE_X, x, 0, 0)
SURFACE(surf2D, SURFACE_XY, x, y, 0)
SURFACE(surf3D, SURFACE_XYZ, x, y, z)
SURFACE(surf1DLayered, SURFACE_XY, x, y, 0)
SURFACE(surf2DLayered, SURFACE_XYZ, x, y, z)
SURFACE(surfCubemap, SURFACE_XYZ, x, y, z)
#undef SURFACE
#undef SURFACE_X
#undef SURFACE_XY
#undef SURFACE_XYZ
