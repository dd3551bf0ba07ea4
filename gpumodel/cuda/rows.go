package cuda

import (
	"encoding/csv"
	"strings"
)

// rowsOf are the rows of a table below its head.
func rowsOf(table string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return rows[1:]
}

// libraryFile is the text of a file of the library.
func libraryFile(name string) string {
	text, err := libraryTexts.ReadFile("library/" + name)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return string(text)
}
