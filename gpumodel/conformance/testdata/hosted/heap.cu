// The heap of the device: what is in the memory, not where it is.

struct Node { int value; Node *next; };
struct Vec {
	int *data, size, room;
	__device__ Vec(int n) : data(new int[n]), size(0), room(n) {}
	__device__ ~Vec() { delete[] data; }
	__device__ void push(int x) {
		if (size == room) {
			int *more = new int[2 * room];
			for (int i = 0; i < size; i++) more[i] = data[i];
			delete[] data;
			data = more;
			room *= 2;
		}
		data[size++] = x;
	}
};
struct Base {
	int *count;
	__device__ Base(int *c) : count(c) { ++*count; }
	__device__ virtual int f() const { return 1; }
	__device__ virtual ~Base() { *count -= 1; }
};
struct Derived : Base {
	int *own;
	__device__ Derived(int *c, int x) : Base(c) { own = new int(x); }
	__device__ int f() const override { return *own; }
	__device__ ~Derived() { *count += *own * 100; delete own; }
};
struct Tree {
	int key;
	Tree *left = nullptr, *right = nullptr;
	__device__ Tree(int k) : key(k) {}
};
__device__ Tree *insert(Tree *t, int key) {
	if (!t) return new Tree(key);
	if (key < t->key) t->left = insert(t->left, key);
	else t->right = insert(t->right, key);
	return t;
}
__device__ int flatten(const Tree *t, int r) { return t ? flatten(t->right, flatten(t->left, r) * 3 + t->key) : r; }
__device__ void drop(Tree *t) {
	if (!t) return;
	drop(t->left);
	drop(t->right);
	delete t;
}
template <typename T> __device__ T *filled(int n, T x) {
	T *a = new T[n];
	for (int i = 0; i < n; i++) a[i] = x + i;
	return a;
}

__device__ int counts[100];
__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i], r = 0, &count = counts[i];
	Node *list = nullptr;
	for (int j = 0; j < i % 7; j++) list = new Node{x + j, list};
	while (list) {
		r = r * 3 + list->value;
		Node *next = list->next;
		delete list;
		list = next;
	}
	{
		Vec v(2);
		for (int j = 0; j < i % 20; j++) v.push(j * x);
		for (int j = 0; j < v.size; j++) r += v.data[j] * (j + 1);
	}
	Base *b = i & 1 ? new Base(&count) : new Derived(&count, i);
	r += b->f() * 1000 + count;
	delete b;
	r += count;
	Tree *t = nullptr;
	for (int j = 0; j < 8; j++) t = insert(t, in[(i + j * 13) % n]);
	r += flatten(t, 0);
	drop(t);
	double *d = filled(3 + i % 3, 0.5);
	r += (int)(10 * d[2]);
	delete[] d;
	int *m = (int *)malloc((i + 1) * sizeof(int));
	if (m) {
		for (int j = 0; j <= i; j++) m[j] = j;
		for (int j = 0; j <= i; j++) r += m[j] & x;
	}
	free(m);
	float *one = new float(2.5f), *zero = new float();
	r += (int)(*one * 2 + *zero);
	delete one;
	delete zero;
	int **rows = new int *[3];
	for (int j = 0; j < 3; j++) rows[j] = new int[4];
	rows[1][2] = x;
	r += rows[1][2];
	for (int j = 0; j < 3; j++) delete[] rows[j];
	delete[] rows;
	free(nullptr);
	delete (Node *)nullptr;
	out[i] = r;
}
