package gpu

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/gpumodel/device"
)

func TestAdvicePage(t *testing.T) {
	d, err := device.Get("C2050")
	if err != nil {
		t.Fatal(err)
	}
	a := &Advices{&advise.Advices{
		Result: &gpumodel.Result{Device: d, Time: 2e-6, Kernel: &gpumodel.Kernel{Name: "k"}},
		Tried:  3,
		List: []advise.Advice{{
			Problem: "divergence", Line: 7, Source: "if (i < n && !a[i])", Time: 1e-6, Gain: 2,
			Counter: "smsp__branch_targets_threads_divergent.sum", Value: 32, Finding: "found", Remedy: "done",
		}},
	}}
	page, _ := a.MIMEBundle()
	want := map[string]any{
		"text/plain": `k takes 2 µs on Tesla C2050; of 3 changes that were tried, 2 gain less than 5 %

1. divergence in line 7: without it, the kernel is 2 times as fast
   if (i < n && !a[i])
   found (smsp__branch_targets_threads_divergent.sum = 32)
   done`,
		"text/html": `<p>k takes 2 µs on Tesla C2050; of 3 changes that were tried, 2 gain less than 5 %</p>
<ol>
<li><strong>divergence</strong> in line 7: without it, the kernel is 2 times as fast<br><code>if (i &lt; n &amp;&amp; !a[i])</code><br>found (<code>smsp__branch_targets_threads_divergent.sum</code> = 32)<br>done</li>
</ol>
`,
		"text/markdown": "k takes 2 µs on Tesla C2050; of 3 changes that were tried, 2 gain less than 5 %\n\n" +
			"1. **divergence** in line 7: without it, the kernel is 2 times as fast\n\n       if (i < n && !a[i])\n\n" +
			"   found (`smsp__branch_targets_threads_divergent.sum` = 32)\n\n   done\n",
	}
	if diff := cmp.Diff(want, page); diff != "" {
		t.Error(diff)
	}
}
