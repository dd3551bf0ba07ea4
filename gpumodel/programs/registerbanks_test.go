package programs

import (
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/internal/modeltest"
	"warpbook.dev/gpumodel/ir"
)

// From 7.0 on a stored word is in the other bank than the first word of its address, where
// nothing stands against it.
func TestRegisterBanks(t *testing.T) {
	p, err := Find("transpose/padded")
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.Launch(Run{N: 64, Mode: gpumodel.Sample})
	if err != nil {
		t.Fatal(err)
	}
	code, err := l.Kernel.Lower(t.Context(), modeltest.Card(t, "H200"))
	if err != nil {
		t.Fatal(err)
	}
	var conflicts []string
	for _, in := range code.Code {
		if in.Op == ir.Store && (in.Src[0].N+in.Src[1].N)%2 == 0 {
			conflicts = append(conflicts, in.Text)
		}
	}
	if len(conflicts) > 1 {
		t.Errorf("address and word in one bank in %d of 8 stores: %q", len(conflicts), conflicts)
	}
}
