package figure

import (
	"cmp"
	"encoding/csv"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/plotting"
)

// ReadSweep reads the CSV of a sweep. Cells are numbers, True and False, texts, nothing,
// and sizes of blocks as slices of int.
func ReadSweep(text string) (*plotting.Table, error) {
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(records) == 0 {
		return nil, cmp.Or(err, io.EOF)
	}
	t := &plotting.Table{}
	for _, name := range records[0] {
		t.Columns = append(t.Columns, plotting.Column{Name: name})
	}
	for _, record := range records[1:] {
		var row []any
		for _, cell := range record {
			row = append(row, savedCell(cell))
		}
		t.Add(row...)
	}
	return t, nil
}

// savedSize matches the size of a block as a CSV has it.
var savedSize = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\((\d+(?:, \d+)+)\)$`) })

// savedCell is a cell of a CSV as a value.
func savedCell(cell string) any {
	if n, err := strconv.Atoi(cell); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(cell, 64); err == nil {
		return x
	}
	if m := savedSize().FindStringSubmatch(cell); m != nil {
		var size []int
		for side := range strings.SplitSeq(m[1], ", ") {
			n, _ := strconv.Atoi(side) // digits; more than an int holds is not a block
			size = append(size, n)
		}
		return size
	}
	switch cell {
	case "":
		return nil
	case "True", "False":
		return cell == "True"
	}
	return cell
}
