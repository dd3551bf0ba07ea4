// Package report puts a result into words and tables: the sections of Nsight Compute with
// their counters, labels and notes (New), and what each line of the source did (Lines).
//
// The sections are rows of one table, section.go. sectiontable.go has the tables within a
// section, note.go the sentences that say what its figures mean. Figures have the units of
// their counters; times are seconds.
package report
