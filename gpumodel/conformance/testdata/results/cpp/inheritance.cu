// Inheritance.

struct Shape {
	int w;
	__device__ Shape(int w) : w(w) {}
	virtual __device__ int area() const { return w; }
	virtual ~Shape() {}
	static constexpr int sides = 3;
};
struct Square : public Shape {
	int id;
	__device__ Square(int w, int id) : Shape(w), id(id) {}
	__device__ int area() const override { return w * w; }
	__device__ int both() const { return Shape::sides + area(); }
};
template <typename D> struct Crtp {
	__device__ int run(int x) { return static_cast<D *>(this)->step(x) + static_cast<D &>(*this).k; }
};
struct Add : Crtp<Add> {
	int k;
	__device__ int step(int x) { return x + k; }
};
template <typename T> class Base {
protected:
	T v;
public:
	__device__ T get() const { return v; }
	__device__ void set(T x) { v = x; }
	__device__ Base &operator=(T x) { v = x; return *this; }
};
template <typename T> class Two : public Base<T> {
	T u;
public:
	__device__ Two(T a, T b) : u(b) { this->v = a; }
	__device__ T sum() const { return this->get() + u; }
	~Two() {}
};
class Managed {
public:
	void *operator new(size_t bytes) { void *p; cudaMallocManaged(&p, bytes); return p; }
};
class Item : public Managed {
public:
	int key;
	Item() : key(0) {}
	__device__ int get() const { return key; }
};
__device__ int width(const Shape &s) { return s.w; }
__device__ int width(const Shape *s, int more) { return s->w + more; }
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Square s(in[i], 4);
	Add a;
	a.k = 5;
	Two<int> t(7, 8);
	t.set(9);
	const Item *items = (const Item *)in;
	out[i] = s.both() + s.id + width(s) + width(&s, 1) + a.run(i) + t.sum() + items[i].get() + (int)(sizeof(Add) + sizeof(Square) + sizeof(Item));
}
