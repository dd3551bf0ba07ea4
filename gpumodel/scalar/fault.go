package scalar

import "fmt"

// A Fault is what ends a program by a signal.
type Fault struct {
	Kind    string // "segmentation fault", "floating point exception", "illegal instruction", "abort" or "killed"
	Line    int    // of the source
	Address uint64
	Width   int
	Write   bool
	Why     string
}

func (f *Fault) Error() string {
	if f.Kind != "segmentation fault" {
		return fmt.Sprintf("line %d: %s: %s", f.Line, f.Kind, f.Why)
	}
	verb := "read"
	if f.Write {
		verb = "write"
	}
	return fmt.Sprintf("line %d: %s: %s of %d bytes at %#x: %s", f.Line, f.Kind, verb, f.Width, f.Address, f.Why)
}

// miss is an access outside of all segments.
func (m *Machine) miss(address uint64, width int, write bool, line int) error {
	f := &Fault{Kind: "segmentation fault", Line: line, Address: address, Width: width, Write: write, Why: "no array is there"}
	switch s := m.Memory.Near(address); {
	case address < 1<<16:
		f.Why = "the pointer is null"
	case s != nil && address-s.Base < uint64(len(s.Data))+1<<20:
		f.Why = fmt.Sprintf("%s has %d bytes, and this is byte %d", s.Name, len(s.Data), address-s.Base)
	}
	return f
}

// divides is the fault of a division of integers: by zero, or of the least one by -1, whose quotient has no place. x86 has one
// exception for both.
func (m *Machine) divides(in *instr, byZero bool) error {
	why := "division of the least integer by -1: the quotient is larger than the largest"
	if byZero {
		why = "division of an integer by zero"
	}
	return &Fault{Kind: "floating point exception", Line: m.line(int(in.line)), Why: why}
}
