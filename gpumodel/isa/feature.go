package isa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/ir"
)

// A feature is a row of data/features.csv: instructions that came with a compute
// capability, or that are gone from one on (until). "*" stands for any operation, type
// or form. what is their name in CUDA C, and instead tells how to write the kernel without them;
// both are parts of the message that a user reads.
type feature struct{ op, typ, form, since, until, what, instead string }

// featuresAfter are what a compute capability lacks, the newest first.
func featuresAfter(cc string) []feature {
	rows, err := readRows("features.csv")
	if err != nil {
		panic("BUG: " + err.Error())
	}
	var lacking []feature
	for _, r := range rows {
		if before(cc, r["since"]) || r["until"] != "" && !before(cc, r["until"]) {
			lacking = append(lacking, feature{r["op"], r["type"], r["form"], r["since"], r["until"], r["what"], r["instead"]})
		}
	}
	slices.SortStableFunc(lacking, func(a, b feature) int {
		if before(b.since, a.since) {
			return -1
		}
		return 0
	})
	return lacking
}

// before compares two compute capabilities; none is the first one.
func before(a, b string) bool {
	if b == "" {
		return false
	}
	majorA, minorA, _ := strings.Cut(a, ".")
	majorB, minorB, _ := strings.Cut(b, ".")
	if majorA != majorB {
		return number(majorA) < number(majorB)
	}
	return number(minorA) < number(minorB)
}

// covers reports whether an instruction is one of the feature. A feature's type matches any of an
// instruction's: "f64" covers a conversion to or from double.
func (a feature) covers(in *Instr, form string) bool {
	return (a.op == "*" || slices.Contains(opNames(in), a.op)) && (a.form == "*" || a.form == form) &&
		(a.typ == "*" || slices.Contains(operandTypes(in), a.typ))
}

// opNames are the names of an instruction's operation, exact ones last.
func opNames(in *Instr) []string {
	name := costName(in)
	switch {
	case in.Op == ir.Atom:
		return []string{name, name + "." + atomNames[in.Atom]}
	case in.Collective():
		return collectiveNames(in, name)
	case in.Op == ir.Mma:
		return []string{in.Op.String(), name}
	case in.Async != ir.Synchronous:
		return []string{name, "cp.async"}
	case in.Matrix != 0:
		return []string{name, "ldmatrix"}
	case in.Op == ir.Membar && in.Imm == ir.FenceSystem:
		return []string{name, name + ".sys"}
	}
	return []string{name}
}

// operandTypes are the names of the types that an instruction computes with; a
// load or store is known by the size of its word alone.
func operandTypes(in *Instr) []string {
	size := strconv.Itoa(8 * in.Mem.Size())
	switch in.Op {
	case ir.Load, ir.Store:
		return []string{size}
	case ir.Atom:
		if in.Mem.Float() && in.Atom == ir.AtomAdd {
			return []string{size, in.Mem.String()}
		}
		return []string{size}
	}
	return strings.Split(strings.Join(costTypes(in), "."), ".")
}

// lacks returns an error if the instruction came with a later compute capability.
func (t *target) lacks(in *Instr, form string) error {
	for _, a := range t.lacking {
		if a.covers(in, form) {
			return a.lackedBy(t)
		}
	}
	return nil
}

// functionForm is the form of the rows that name functions of CUDA C, not instructions.
const functionForm = "function"

// lackedFunctions are the functions of CUDA C that a compute capability lacks, by the names that package ir gives them.
func (t *target) lackedFunctions() map[string]ir.Lack {
	functions := map[string]ir.Lack{}
	for _, a := range t.lacking {
		if a.form == functionForm {
			functions[a.op] = ir.Lack{What: a.what, Since: a.since, Message: a.lackedBy(t).Error()}
		}
	}
	return functions
}

// Lacks are the functions of CUDA C that a device lacks. The map is the same one for each compute capability.
func Lacks(d *device.Device) *map[string]ir.Lack {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	if err != nil {
		return nil
	}
	return &t.functions
}

// Has reports whether a device has what a row of features.csv names.
func Has(d *device.Device, op string) bool {
	t, err := loadTarget(d.InstructionSet, d.ComputeCapability)
	return err == nil && t.lacksNamed(op) == nil
}

// lacksNamed returns an error if what a row calls so, which is no instruction, came with a later compute capability.
func (t *target) lacksNamed(op string) error {
	for _, a := range t.lacking {
		if a.op == op {
			return a.lackedBy(t)
		}
	}
	return nil
}

func (a feature) lackedBy(t *target) error { return &LackError{t.name, a} }

// A LackError says what a kernel needs that a compute capability lacks.
type LackError struct {
	capability string
	feature    feature
}

func (e *LackError) Error() string {
	a := &e.feature
	if a.until != "" {
		return fmt.Sprintf("compute capability %s lacks %s, which were removed in %s: %s", e.capability, a.what, a.until, a.instead)
	}
	return fmt.Sprintf("compute capability %s lacks %s, which came with %s: %s", e.capability, a.what, a.since, a.instead)
}

// CompareCapabilities orders compute capabilities, such as "9.0" and "10.0".
func CompareCapabilities(a, b string) int {
	switch {
	case before(a, b):
		return -1
	case before(b, a):
		return 1
	}
	return 0
}

// Removed reports whether earlier compute capabilities had it.
func (e *LackError) Removed() bool { return e.feature.until != "" }

// What is the name in CUDA C of what is lacking.
func (e *LackError) What() string { return e.feature.what }

// On reports whether a device has it.
func (e *LackError) On(d *device.Device) bool {
	a := &e.feature
	return !before(d.ComputeCapability, a.since) && (a.until == "" || before(d.ComputeCapability, a.until))
}
