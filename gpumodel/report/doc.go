// Package report puts a result into words and tables: the sections of Nsight Compute with
// their counters, labels and notes (New), and what each line of the source did (Lines).
//
// The sections are rows of one table, section.go. sectiontable.go has the tables within a
// section, note.go the sentences that say what its figures mean. Figures have the units of
// their counters; times are seconds.
//
// # Reports
//
// A report is a table of sections under Nsight Compute's ids and titles and in its order. A figure is a label
// and the name of a counter, so whatever a report shows can be asked for. Sentences under a section
// follow from its counters; advice, which runs the launch again, stays apart. The section of
// instructions and bytes is the lecture's first way of finding the limiter: the balanced ratio comes
// out of the device's constants, 515.2 Ginst/s over 144 GB/s or, with ECC, 115.2. Bytes are
// counted behind the SMs, where the lecture wants them: at the L2, or at the bus where there is no L2.
package report
