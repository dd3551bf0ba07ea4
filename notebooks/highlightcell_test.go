package notebook

import (
	"strings"
	"testing"
)

// TestCellsBelowMagics: cells below the magics of Colab and nvcc4jupyter have the colours of their language.
func TestCellsBelowMagics(t *testing.T) {
	const kernel = `<span class="k">__global__</span>`
	for _, c := range []struct{ source, want string }{
		{"%%cuda -D N=3\n__global__ void k() {}", kernel},
		{"%%cu\n__global__ void k() {}", kernel},
		{"%%cuda_group_save -g sums -n k.cu\n__global__ void k() {}", kernel},
		{"%%writefile sum.cu\n__global__ void k() {}", kernel},
		{"%%writefile -a src/sum.cuh \n__global__ void k() {}", kernel},
		{"%%bash\nif true; then echo done; fi", `<span class="k">then</span>`},
		{"%%writefile Makefile\nfor: in.cu", "\nfor: in.cu"},
		{"%%time\nfor i in range(3): pass", `<span class="k">for</span>`},
	} {
		if got := highlightCell(c.source, starlarkLanguage); !strings.Contains(got, c.want) {
			t.Errorf("%q is rendered as %q, want %q in it", c.source, got, c.want)
		}
	}
}
