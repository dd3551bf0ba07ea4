package gpumodel

import (
	"testing"
)

// checkedCards are cards whose warps go in step without and with caches, and one whose
// lanes are independent.
var checkedCards = []string{"GTX 280", "C2050", "H200"}

// TestCheckedPrograms checks the built-in programs: none of them has a fault.
func TestCheckedPrograms(t *testing.T) {
	for _, name := range checkedCards {
		d := card(t, name)
		for _, p := range Programs("") {
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				first, err := p.launch(ProgramRun{N: 64, Mode: Full})
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range p.launches(first) {
					r, err := Check(t.Context(), d, l)
					if err != nil {
						t.Skip("not for this card: ", err)
					}
					for _, f := range r.Faults {
						t.Errorf("%s (%d times)", f.Text(), f.Count)
					}
				}
			})
		}
	}
}
