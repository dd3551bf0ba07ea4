// Package counter names what a launch has done: the metrics of Nsight Compute, in all
// forms of its grammar, and the names by which nvprof and the profilers before it knew
// the same events.
//
//	unit__quantity.rollup.submetric     smsp__inst_executed.avg.per_cycle_active
//
// What is counted is a row of a table (instructions.go, memory.go, machine.go); what can
// be asked of a row follows from the row (form.go); other names are rows of alias.go.
package counter
