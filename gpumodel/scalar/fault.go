package scalar

import "fmt"

// A Fault is the error of a program that a signal ends, as Linux reports it. Address, Width and Write are set for segmentation faults.
type Fault struct {
	// Kind is the signal: "segmentation fault", "floating point exception", "illegal instruction", "abort", "killed" or "broken pipe".
	// This package raises the first, the second and "abort"; package host raises all but the second.
	Kind    string
	Line    int    // source line; 0 if unknown
	Address uint64 // first byte of the access
	Width   int    // size of the access in bytes
	Write   bool   // a store, not a load
	Why     string // cause, for the reader
}

// Error names the line, the signal and the cause; for a segmentation fault also the access.
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

// miss returns the fault of an access that lies in no segment, or only in part. Why names the nearest segment below the address if it
// ends less than 1 MiB before it: such an access is usually an index out of bounds, and a far one a wild pointer.
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

// divides returns the fault of an integer division: by zero, or of the least integer by -1, whose quotient does not fit. x86 raises the
// same exception for both.
func (m *Machine) divides(in *instr, byZero bool) error {
	why := "division of the least integer by -1: the quotient is larger than the largest"
	if byZero {
		why = "division of an integer by zero"
	}
	return &Fault{Kind: "floating point exception", Line: m.line(int(in.line)), Why: why}
}
