package gpumodel

import (
	"slices"
	"testing"
)

// A copy whose threads move one element each is held up by the start of its blocks, as on the
// real card; strides cannot camp where addresses are hashed.
func TestBoundsOfHashedChannels(t *testing.T) {
	p, err := FindProgram("transpose/copy")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(t.Context(), card(t, "H200"), ProgramRun{N: 2048, Check: Sample})
	if err != nil {
		t.Fatal(err)
	}
	if r.Bound() != BoundBlocks {
		t.Errorf("bound %q, want %q of %v", r.Bound(), BoundBlocks, r.Bounds)
	}
	if i := slices.IndexFunc(r.Bounds, func(b Bound) bool { return b.Name == BoundCamping }); i >= 0 {
		t.Errorf("%v", r.Bounds[i])
	}
	for _, b := range r.Bounds {
		if b.Share > 1.0001 {
			t.Errorf("faster than its bound: %v", b)
		}
	}
}
