package cuda

import (
	"slices"
	"strings"
	"testing"
)

// TestGoneNames: no function that the table lists is one of CUDA 13.0.
func TestGoneNames(t *testing.T) {
	names := runtimeNames(t)
	for name := range goneNames() {
		if slices.Contains(names, name) {
			t.Errorf("%s is a function of CUDA 13.0", name)
		}
	}
}

// TestGone: a program that uses what CUDA has no more is told so once, and one that does not is not.
func TestGone(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"a function and a member, twice", "int main() {\ncudaDeviceProp p; cudaGetDeviceProperties(&p, 0);\nint r = p.clockRate + p.clockRate;\n" +
			"cudaThreadSynchronize(); cudaThreadSynchronize(); return r; }",
			"CUDA 13.0 and later no longer have cudaDeviceProp::clockRate (use cudaDeviceGetAttribute(&x, cudaDevAttrClockRate, device)), " +
				"cudaThreadSynchronize (use cudaDeviceSynchronize); the program runs here as with an earlier CUDA"},
		{"a device as an int", "int main() { int *p; cudaMallocManaged(&p, 4); cudaMemPrefetchAsync(p, 4, 0); }",
			"CUDA 13.0 and later no longer have cudaMemPrefetchAsync(int) (use a cudaMemLocation instead of the int); " +
				"the program runs here as with an earlier CUDA"},
		{"a device as a place", "int main() { int *p; cudaMallocManaged(&p, 4); cudaMemLocation at{cudaMemLocationTypeDevice, 0};\n" +
			"cudaMemPrefetchAsync(p, 4, at, 0); }", ""},
		{"a member of the program's own", "struct Card { int clockRate; }; int main() { Card c{3}; return c.clockRate; }", ""},
		{"a function of the program's own", "int cudaThreadExit(int n) { return n; } int main() { return cudaThreadExit(0); }", ""},
	} {
		file, err := Parse("x.cu", c.source, Options{Host: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var told []string
		for _, n := range file.Gone() {
			told = append(told, n.Msg)
		}
		if got := strings.Join(told, "\n"); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}
