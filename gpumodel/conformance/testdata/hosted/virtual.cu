// Virtual functions: what is called depends on the object, not on the pointer.

struct Shape {
	int id;
	__device__ Shape(int i) : id(i) {}
	__device__ virtual int area() const = 0;
	__device__ virtual int edges() const { return 0; }
	__device__ virtual void scale(int by) { id += by; }
	__device__ int twice() const { return 2 * area() + edges(); }
	__device__ virtual ~Shape() {}
};
__device__ int total(const Shape *const *list, int n);
__device__ int both(const Shape &a, const Shape &b);

struct Rect : Shape {
	int w, h;
	__device__ Rect(int a, int b) : Shape(1), w(a), h(b) {}
	__device__ int area() const override { return w * h; }
	__device__ int edges() const override { return 4; }
	__device__ void scale(int by) override { w *= by; h *= by; Shape::scale(by); }
};
struct Square final : Rect {
	__device__ Square(int a) : Rect(a, a) {}
	__device__ int area() const override { return Rect::area() + 1000; }
};
struct Disc : Shape {
	int r;
	__device__ Disc(int a) : Shape(2), r(a) {}
	__device__ int area() const override { return 3 * r * r; }
};
__device__ int total(const Shape *const *list, int n) {
	int s = 0;
	for (int i = 0; i < n; i++) s = s * 3 + list[i]->area() + list[i]->twice() - list[i]->edges();
	return s;
}
__device__ int both(const Shape &a, const Shape &b) { return a.area() * 5 - b.area(); }

// Two bases, of which each has its own functions.
struct Named { int n; __device__ virtual int name() const { return n; } };
struct Sized { char c; __device__ virtual int size() { return c; } __device__ virtual int more(int x) { return x; } };
struct Thing : Named, Sized {
	int k;
	__device__ Thing(int x) : k(x) { n = x + 1; c = 3; }
	__device__ int name() const override { return n * 10 + k; }
	__device__ int more(int x) override { return size() * x + k; }
};
struct Other : Thing {
	__device__ Other(int x) : Thing(x * 2) {}
	__device__ int size() override { return Sized::size() + k; }
};
__device__ int seen(Named *a, Sized &b) { return a->name() + b.more(7) * 100 + b.size(); }

// While a base is constructed the object is one of that base.
struct First { int what; __device__ First() { what = kind(); } __device__ virtual int kind() { return 1; } };
struct Second : First { int then; __device__ Second() { then = kind(); } __device__ int kind() override { return 2; } };
struct Third : Second { __device__ int kind() override { return 3 + what * 10 + then * 100; } };

template <typename T> struct Source {
	__device__ virtual T next() = 0;
	__device__ T sum(int n) { T s = 0; for (int i = 0; i < n; i++) s += next(); return s; }
};
template <typename T> struct Count : Source<T> {
	T at, step;
	__device__ Count(T a, T b) : at(a), step(b) {}
	__device__ T next() { at += step; return at; }
};
template <typename T> struct Half : Source<T> {
	T x = 64;
	__device__ T next() { return x /= 2; }
};
struct Expr { __device__ virtual int eval(int x) const = 0; };
struct Const : Expr { int v; __device__ Const(int a) : v(a) {} __device__ int eval(int) const { return v; } };
struct Var : Expr { __device__ int eval(int x) const { return x; } };
struct Plus : Expr {
	const Expr *a, *b;
	__device__ Plus(const Expr *p, const Expr *q) : a(p), b(q) {}
	__device__ int eval(int x) const { return a->eval(x) + b->eval(x); }
};
struct Times : Expr {
	const Expr *a, *b;
	__device__ Times(const Expr *p, const Expr *q) : a(p), b(q) {}
	__device__ int eval(int x) const { return a->eval(x) * b->eval(x); }
};
struct Step { __device__ virtual int by(int x) { return x + 1; } };
struct Leap : Step { __device__ int by(int x) { return x * 2; } };
__device__ int walk(Step *s, int x, int n) { return n ? walk(s, s->by(x), n - 1) : x; }

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	Rect r(x & 7, 3);
	Square q(i & 3);
	Disc d(2);
	Shape *s = i % 3 == 0 ? (Shape *)&r : i % 3 == 1 ? (Shape *)&q : (Shape *)&d;
	s->scale(2);
	const Shape *list[3] = {&r, &q, &d};
	int t = total(list, 3) + s->area() + s->twice() * 7 + both(r, *s) + q.area() + d.id + static_cast<Rect &>(q).area();
	Thing a(x);
	Other b(i);
	t = t * 3 + seen(&a, a) + seen(&b, b) + (i & 1 ? (Named &)a : (Named &)b).name();
	Third third;
	First *f = &third;
	t += f->kind();
	Count<int> c(x, 3);
	Half<float> h;
	t += c.sum(4) + (int)h.sum(5);
	Const two(2), big(x);
	Var var;
	t += i & 1 ? two.eval(1) : var.eval(5);
	Step one;
	Leap leap;
	t += walk(i % 5 < 2 ? &one : &leap, x & 15, i % 6);
	Rect copy = r;
	Shape &ref = copy;
	t += ref.area() + ((Rect *)&ref)->w;
	out[i] = t;
}
