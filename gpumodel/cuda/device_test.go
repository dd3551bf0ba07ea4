package cuda

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDeviceText: what another compiler of device code cannot read is blank, whatever way it
// is written; all else stays where it is.
func TestDeviceText(t *testing.T) {
	src := `#include <stdio.h>
#define N 4
# /* a */ include "math.h" // see there
#ifdef __CUDA_ARCH__
#include "/etc/passwd"
#inc\
lude "/etc/passwd"
#endif
using namespace std;
using std::vector; extern "C" void blas(int);
__device__ int f(int x) { return x + N; }
void host(int n);
__global__ void k(int *a) { a[0] = f(1); } // include
int main(int argc, char **argv) {
	k<<<1, 1>>>(0);
	return 0;
}
`
	want := []string{
		"", "#define N 4", "// see there", "#ifdef __CUDA_ARCH__", "", "", "", "#endif", "using namespace std;", "",
		"__device__ int f(int x) { return x + N; }", "", "__global__ void k(int *a) { a[0] = f(1); } // include", "", "", "", "", "",
	}
	file, err := Parse("k.cu", src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := file.DeviceText()
	if len(text) != len(src) {
		t.Errorf("%d bytes became %d", len(src), len(text))
	}
	var got []string
	for _, line := range strings.Split(text, "\n") {
		got = append(got, strings.TrimSpace(line))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestHeaders(t *testing.T) {
	for src, want := range map[string][]string{
		"__global__ void k(int *a) { a[0] = 1; }":                                                             nil,
		"#include <cuda_fp16.h>\n__global__ void k(float *a, const __half *b) { a[0] = __half2float(b[0]); }": {"cuda_fp16.h"},
		"#include <cooperative_groups.h>\n#include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int *a) { cg::this_thread_block().sync(); }": {"cooperative_groups.h", "cooperative_groups/scan.h"},
		"// half\nint main() { cooperative_groups::f(); }\n__global__ void k(int *a) { a[0] = 1; }":                                                                                nil,
	} {
		file, err := Parse("k.cu", src, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, file.Headers()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", src, diff)
		}
	}
}
