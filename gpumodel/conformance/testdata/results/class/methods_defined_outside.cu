// Methods defined outside.

struct Counter {
	__device__ Counter(int start);
	__device__ ~Counter();
	__device__ int next(int by = 2);
	__device__ int peek() const;
	static __device__ int twice(int x);
	__device__ Counter &operator+=(int x);
	__device__ operator int() const;
	int n, *end;
	struct Inner { int v; __device__ int get() const; };
};
__device__ Counter::Counter(int start) : n(start), end(nullptr) {}
__device__ Counter::~Counter() { if (end) *end = n; }
__device__ int Counter::next(int by) { n += by; return twice(n); }
__device__ int Counter::peek() const { return n; }
__device__ int Counter::twice(int x) { return 2 * x; }
__device__ Counter &Counter::operator+=(int x) { n += x; return *this; }
__device__ Counter::operator int() const { return n; }
__device__ int Counter::Inner::get() const { return v; }
template <typename T, int N> class Stack {
	T items[N];
	int top;
public:
	__device__ Stack();
	__device__ void push(T x);
	__device__ T pop();
	template <typename F> __device__ T fold(F f) const;
};
template <typename T, int N> __device__ Stack<T, N>::Stack() : top(0) {}
template <typename U, int M> __device__ void Stack<U, M>::push(U x) { if (top < M) items[top++] = x; }
__device__ int early(int x) { Stack<int, 3> s; s.push(x); s.push(x + 1); return s.pop(); }
template <typename T, int N> __device__ T Stack<T, N>::pop() { return items[--top]; }
template <typename T, int N> template <typename F> __device__ T Stack<T, N>::fold(F f) const {
	T r = 0;
	for (int i = 0; i < top; i++) r = f(r, items[i]);
	return r;
}
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int last = 0;
	{
		Counter c(in[i]);
		c.end = &last;
		last = c.next() + c.next(5);
		c += 3;
		last += c.peek() + (int)c + Counter::twice(4);
		out[i] = last;
	}
	Counter::Inner inner = {7};
	Stack<int, 4> s;
	s.push(3);
	s.push(4);
	out[i] += last + inner.get() + early(in[i]) + s.fold([](int a, int b) { return 10 * a + b; });
}
