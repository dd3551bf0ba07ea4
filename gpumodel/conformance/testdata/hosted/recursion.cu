// Functions that call themselves and one another, whose results clang computes.

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int fact(int n) { if (n <= 1) return 1; return n * fact(n - 1); }
__device__ int ackermann(int m, int n) {
	if (m == 0) return n + 1;
	if (n == 0) return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}
__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 || odd(n - 1); }
__device__ bool odd(int n) { return n != 0 && even(n - 1); }
__device__ int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

__device__ void hanoi(int n, int from, int to, int by, int &moves, int &sum) {
	if (n == 0) return;
	hanoi(n - 1, from, by, to, moves, sum);
	moves++;
	sum = sum * 3 + from - to;
	hanoi(n - 1, by, to, from, moves, sum);
}

__device__ void quicksort(int *a, int left, int right) {
	int i = left, j = right, pivot = a[(left + right) / 2];
	while (i <= j) {
		while (a[i] < pivot) i++;
		while (a[j] > pivot) j--;
		if (i <= j) {
			int t = a[i];
			a[i++] = a[j];
			a[j--] = t;
		}
	}
	if (left < j) quicksort(a, left, j);
	if (i < right) quicksort(a, i, right);
}

__device__ int queens(int n, int row, unsigned cols, unsigned left, unsigned right) {
	if (row == n) return 1;
	int count = 0;
	for (int c = 0; c < n; c++) {
		unsigned col = 1u << c, l = 1u << (row + c), r = 1u << (row - c + n - 1);
		if (cols & col || left & l || right & r) continue;
		count += queens(n, row + 1, cols | col, left | l, right | r);
		if (count > 1000) break;
	}
	return count;
}

__device__ bool safe(const int *board, int row, int col) {
	for (int r = 0; r < row; r++) {
		int d = board[r] - col;
		if (d == 0 || d == row - r || d == r - row) return false;
	}
	return true;
}
__device__ void place(int *board, int row, int n, int *found) {
	if (row == n) { ++*found; return; }
	int col = 0;
	do {
		if (!safe(board, row, col)) continue;
		board[row] = col;
		place(board, row + 1, n, found);
	} while (++col < n);
}

struct Node { int value; Node *left, *right; };
__device__ Node pool[600];
__device__ int total(const Node *t) { return t ? t->value + total(t->left) + total(t->right) : 0; }
__device__ int depth(const Node &t) {
	int a = t.left ? depth(*t.left) : 0, b = t.right ? depth(*t.right) : 0;
	return 1 + (a > b ? a : b);
}
__device__ Node *insert(Node *t, Node *fresh) {
	if (!t) return fresh;
	if (fresh->value < t->value) t->left = insert(t->left, fresh);
	else t->right = insert(t->right, fresh);
	return t;
}

struct Span { long sum; int least, most; };
__device__ Span spread(const int *a, int n) {
	if (n == 1) return {a[0], a[0], a[0]};
	Span x = spread(a, n / 2), y = spread(a + n / 2, n - n / 2);
	return {x.sum + y.sum, x.least < y.least ? x.least : y.least, x.most > y.most ? x.most : y.most};
}

template <typename T> __device__ T power(T x, int n) {
	if (n == 0) return 1;
	T h = power(x, n / 2);
	return n % 2 ? h * h * x : h * h;
}

// Expressions: each operand must survive the calls behind it.
__device__ int tangle(int n, int &steps) {
	steps++;
	if (n <= 0) return steps & 3;
	int list[3] = {n, tangle(n - 2, steps), steps};
	list[tangle(n - 3, steps) % 3] += tangle(n - 4, steps) * 2;
	int r = n * 3 + tangle(n - 1, steps) % 5 - list[1] * tangle(n - 5, steps);
	if (tangle(n - 6, steps) > 1 && tangle(n - 5, steps) % 2 || n == 3) r += list[2], r ^= tangle(n - 4, steps);
	switch (tangle(n - 3, steps) % 4) {
	case 0: r += 1;
	case 1: r += tangle(n - 7, steps); break;
	case 2: { int q = n * 7; r -= tangle(n - 5, steps) + q; break; }
	default: r += list[0];
	}
	for (int i = tangle(n - 8, steps) & 1; i < 2 + (tangle(n - 9, steps) & 1); i += 1 + (tangle(n - 10, steps) & 1)) r += i * n;
	while (tangle(n - 6, steps) + r < n) r += 4;
	return (r & 1023) + min(tangle(n - 7, steps), n) + (n & 1 ? tangle(n - 6, steps) : list[0]);
}

struct Walker {
	int at, limit;
	__device__ int down(int by) {
		if (at <= limit) return at;
		at -= by;
		return down(by + 1) + at;
	}
	__device__ Walker moved(int n) const { return n ? Walker{at + n, limit}.moved(n - 1) : *this; }
};

typedef int (*rule_t)(int, int);
__device__ int minus(int n, int d);
__device__ int halves(int n, int d);
__device__ rule_t rules[2] = {minus, halves};
__device__ int minus(int n, int d) { return d > 9 || n < 1 ? n : 1 + rules[n & 1](n - 3, d + 1); }
__device__ int halves(int n, int d) { return d > 9 || n < 1 ? d : 2 + rules[n % 3 & 1](n / 2, d + 1); }

__device__ int label(int n) {
	int r = 0, i = 0;
again:
	if (i < n) {
		r += label(i) + 1;
		i++;
		goto again;
	}
	return r;
}
__device__ int outer(int n) { return n < 1 ? 0 : fib(n & 7) + outer(n - 1) + gcd(n, 12); }

__global__ void k(int *out, const int *in, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	int x = in[i];
	int r = fib(i % 13) + fact(i % 8) + ackermann(i & 1, x & 7) + 10 * even(i % 20) + gcd(x, 84);
	int moves = 0, sum = 0;
	hanoi(i % 5, 1, 3, 2, moves, sum);
	r = r * 31 + moves + sum;
	int a[9];
	for (int j = 0; j < 9; j++) a[j] = in[(i + j * 7) % n];
	quicksort(a, 0, 8);
	for (int j = 0; j < 9; j++) r = r * 7 + a[j];
	r += queens(4 + i % 3, 0, 0, 0, 0) * 1000;
	int board[6], found = 0;
	place(board, 0, 4 + i % 2, &found);
	r += found;
	Node *nodes = pool + 6 * i, *root = nullptr;
	for (int j = 0; j < 6; j++) {
		nodes[j] = {in[(i * 3 + j) % n], nullptr, nullptr};
		root = insert(root, &nodes[j]);
	}
	r += total(root) * 3 + depth(*root);
	Span s = spread(in + i % 10, 1 + i % 20);
	r += (int)s.sum + s.least * 5 - s.most;
	r += (int)power(3.0, i % 10) + power(x, i % 4);
	int steps = 0;
	r += tangle(i % 7, steps) + steps;
	Walker w = {x, -50};
	r += w.down(20) + w.at + w.moved(i % 6).at;
	r += minus(x, 0) * 100 + label(i % 6) + outer(i % 9);
	for (int j = 0; j < i % 4; j++) r += fib(j + 3) * (j + 1);
	out[i] = r;
}
