package host_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"warpbook.dev/gpumodel/host"
)

// TestStills: a launch that would change nothing is not executed, and nobody can tell. Each program of the archive is the middle of a
// main in which two equal launches stand; something that a wrong answer would miss happens between them. The first line of the program
// says how many of its launches are executed. The output and the times are compared with those of a run that executes all.
func TestStills(t *testing.T) {
	a, err := txtar.ParseFile("testdata/still/writers.txtar")
	if err != nil {
		t.Fatal(err)
	}
	begin, end, ok := strings.Cut(string(a.Comment), "// HERE\n")
	if !ok {
		t.Fatal("the archive has no frame")
	}
	first := regexp.MustCompile(`^// (\d+) of (\d+)(, on two GPUs)?\n`)
	for _, file := range a.Files {
		t.Run(file.Name, func(t *testing.T) {
			head := first.FindSubmatch(file.Data)
			if head == nil {
				t.Fatal("the first line does not say how many launches are executed")
			}
			number := func(i int) int {
				n, _ := strconv.Atoi(string(head[i]))
				return n
			}
			declarations, body, ok := strings.Cut(string(file.Data), "---\n")
			if !ok {
				declarations, body = "", declarations
			}
			p := compiled(t, strings.Replace(begin, "// DECLARATIONS\n", declarations, 1)+body+end)
			o := host.Options{Args: []string{"./p"}}
			if len(head[3]) > 0 {
				o.Devices = 2
			}
			want, all := ran(t, p, o.Always())
			got, r := ran(t, p, o)
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("output (-of a run that executes all +got):\n%s", d)
			}
			if all.ExitCode != 0 || !strings.HasSuffix(want, "ends\n") {
				t.Errorf("exit code %d, output %q, findings %q", all.ExitCode, want, all.Findings)
			}
			if d := cmp.Diff(all.Told(), r.Told()); d != "" {
				t.Errorf("what is told (-of a run that executes all +got):\n%s", d)
			}
			launches := r.Launches()
			if r.Executed != number(1) || len(launches) != number(2) || all.Executed != len(launches) {
				t.Errorf("%d of %d launches are executed, want %d of %d", r.Executed, len(launches), number(1), number(2))
			}
			if len(launches) == len(all.Launches()) {
				for i, want := range all.Launches() {
					if launches[i].Time != want.Time {
						t.Errorf("launch %d takes %g s, in a run that executes all %g s", i+1, launches[i].Time, want.Time)
					}
				}
			}
			if r.Time != all.Time {
				t.Errorf("the program takes %g s, in a run that executes all %g s", r.Time, all.Time)
			}
		})
	}
}

// TestManyStills: of 100,000 equal launches over a million elements one is executed.
func TestManyStills(t *testing.T) {
	p := compiled(t, `#include <cstdio>
__global__ void twice(const float *x, float *y, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) y[i] = 2 * x[i];
}
int main() {
	const int n = 1 << 20;
	float *x, *y, last;
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&y, n * sizeof(float));
	cudaMemset(x, 0, n * sizeof(float));
	float one = 0.75f;
	cudaMemcpy(x + n - 1, &one, sizeof one, cudaMemcpyHostToDevice);
	for (int i = 0; i < 100000; i++) twice<<<n / 256, 256>>>(x, y, n);
	cudaMemcpy(&last, y + n - 1, sizeof last, cudaMemcpyDeviceToHost);
	printf("%.4f\n", last);
	cudaFree(x);
	cudaFree(y);
}
`)
	out, r := ran(t, p, host.Options{Args: []string{"./p"}})
	if n := len(r.Launches()); out != "1.5000\n" || n != 100000 || r.Executed != 1 || len(r.Findings) > 0 {
		t.Errorf("prints %q, %d of %d launches are executed, findings %q", out, r.Executed, n, r.Findings)
	}
}
