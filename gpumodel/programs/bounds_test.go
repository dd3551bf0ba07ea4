package programs

import (
	"slices"
	"testing"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
)

// A copy whose threads move one element each is held up by the start of its blocks, as on the
// real card; strides cannot camp where addresses are hashed.
func TestBoundsOfHashedChannels(t *testing.T) {
	p, err := Find("transpose/copy")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), modeltest.Card(t, "H200"), Run{N: 2048, Check: gpumodel.Sample})
	if err != nil {
		t.Fatal(err)
	}
	if r.Bound() != gpumodel.BoundBlocks {
		t.Errorf("bound %q, want %q of %v", r.Bound(), gpumodel.BoundBlocks, r.Bounds)
	}
	if i := slices.IndexFunc(r.Bounds, func(b gpumodel.Bound) bool { return b.Name == gpumodel.BoundCamping }); i >= 0 {
		t.Errorf("%v", r.Bounds[i])
	}
	for _, b := range r.Bounds {
		if b.Share > 1.0001 {
			t.Errorf("faster than its bound: %v", b)
		}
	}
}
