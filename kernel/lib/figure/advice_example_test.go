package figure_test

import (
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/kernel/lib/figure"
)

// advices are two changes, of which one is worth the work.
func advices() figure.Advices {
	return figure.Advices{Advices: &advise.Advices{Result: run("transpose/naive", "GTX 280", 64), Tried: 2, Next: 1.02, List: []advise.Advice{{
		Problem: "uncoalesced store", Line: 9, Source: "odata[x * n + y] = idata[y * n + x];", Gain: 22.6,
		Counter: "gst_uncoalesced", Value: 32, Finding: "28 sectors < 32 are moved for nothing", Remedy: "let neighbours write neighbours",
	}}}}
}

// What to change first in a kernel.
func ExampleAdvices() {
	a := advices()
	fmt.Println(a.Text())
	a.List = nil
	fmt.Println(a.Text())
	// Output:
	// transpose/naive takes 2.08 µs on GTX 280; of 2 changes that were tried, 1 gain less than 5 %
	//
	// 1. uncoalesced store in line 9: without it, the kernel is 22.6 times as fast
	//    odata[x * n + y] = idata[y * n + x];
	//    28 sectors < 32 are moved for nothing (gst_uncoalesced = 32)
	//    let neighbours write neighbours
	// transpose/naive takes 2.08 µs on GTX 280; nothing is worth doing: of 2 changes that were tried the best gives 1.02 times the speed; limited by latency
}

func TestAdvices(t *testing.T) {
	a := advices()
	if page := a.HTML(); !strings.Contains(page, "<ol>\n<li><strong>uncoalesced store</strong> in line 9: without it, the kernel is 22.6 times as fast") ||
		!strings.Contains(page, "28 sectors &lt; 32") {
		t.Error(page)
	}
	if text := a.Markdown(); !strings.Contains(text, "\n1. **uncoalesced store** in line 9: without it, the kernel is 22.6 times as fast") {
		t.Error(text)
	}
	a.List = nil
	if page := a.HTML(); strings.Contains(page, "<ol>") {
		t.Error(page)
	}
}
