package nvcc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// nested is a loop of four loads in a loop that stores, behind which a loop is left from its middle and a subroutine follows.
var nested = &Kernel{Code: []string{
	"MOV R1, c[0x0][0x28]",
	"LDG.E.128 R4, [R2.64]", // 1: outer loop
	"LDS R5, [R4]",          // 2: inner loop
	"LDS R6, [R4+0x80]",
	"LDS.64 R6, [R4+0x100]",
	"FADD R5, R5, R6",
	"@P0 BRA @2",
	"STG.E [R2.64], R5",
	"@!P1 BRA @1",
	"FFMA R5, R5, R6, R7", // 9: a loop with two ways out
	"@P2 BRA @14",
	"FADD R5, R5, R7",
	"CALL.REL.NOINC @15",
	"BRA.U UP0, @9",
	"EXIT",
	"STL [R1], R3", // of the subroutine
	"RET.REL.NODEC R2",
}}

func TestLoops(t *testing.T) {
	type loop struct {
		Header, Depth int
		Innermost     bool
	}
	var got []loop
	for _, l := range nested.Steps().Loops() {
		got = append(got, loop{l.Header, l.Depth, l.Innermost})
	}
	if diff := cmp.Diff([]loop{{1, 1, false}, {2, 2, true}, {9, 1, true}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestShape(t *testing.T) {
	want := Shape{All: Counts{Global: 2, Shared: 3}, Hottest: Counts{Shared: 3}, Factors: []int{4, 2}}
	if diff := cmp.Diff(want, nested.Steps().Shape()); diff != "" {
		t.Error(diff)
	}
	if got, want := nested.Steps().LoadsPerLoop(), "L1"; got != want {
		t.Errorf("loads per loop: %s, want %s", got, want)
	}
}

// TestWaits reads a loop that ends in a wait for the other lanes of the warp, as ptxas writes one for sm_75 behind an atomic.
func TestWaits(t *testing.T) {
	k := &Kernel{Code: []string{
		"S2R R0, SR_TID.X",
		"LDG.E.S8.SYS R0, [R4.64+UR4]", // 1: the loop
		"RED.E.ADD.STRONG.GPU [R2], R7",
		"@P0 EXIT",
		"VOTE.ANY R0, PT, PT",
		"YIELD",
		"@!PT LDC RZ, c[0x0][RZ]",
		"VOTEU.ANY UR4, UPT, PT",
		"LOP3.LUT P0, RZ, R0, UR4, RZ, 0xc, !PT",
		"@!P0 BRA.U @1",
		"BRA @4",
	}}
	want := Shape{All: Counts{Global: 2}, Hottest: Counts{Global: 2}, Factors: []int{2}}
	if diff := cmp.Diff(want, k.Steps().Shape()); diff != "" {
		t.Error(diff)
	}
}
