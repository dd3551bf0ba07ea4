// Package tables reads the tables of tests: what was measured, what a compiler says, what is known of the programs of others.
package tables

import (
	"encoding/csv"
	"os"
	"testing"
)

// Rows returns the rows of a CSV file below its head. Lines that begin with # are comments. It ends the test if there is no head.
func Rows(t testing.TB, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v; want a head and rows", file, len(rows), err)
	}
	return rows[1:]
}
