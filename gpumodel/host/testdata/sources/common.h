#include <cstdio>
#define CHECK(x) do { cudaError_t e = (x); if (e) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)
struct Params { int n; float scale; };
static int counter = 10;
inline int twice(int x) { return 2 * x; }
template <typename T> T third(T x) { return x / 3; }
template <typename T, int N = 5, typename U = int> T fifth(T x) { return x / (U)N; }
enum Mode { FAST, SLOW };
extern int shared_total;
void run(const Params &p, float *out);
const int LIMIT = 7;
extern "C" const unsigned MOST;
