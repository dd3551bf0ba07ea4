package grading

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
	"sync"
)

//go:embed report.html
var reportHTML string

var reportTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"points":    points,
		"clean":     clean,
		"printable": Printable,
		"first":     firstLine,
		"join":      strings.Join,
		"figure":    func(x float64) string { return fmt.Sprintf("%.6g", x) },
		"share": func(n int, bins []Bin) string {
			most := 1
			for _, b := range bins {
				most = max(most, b.Students)
			}
			return fmt.Sprintf("%.4g%%", 100*float64(n)/float64(most))
		},
		"count": func(n int, one, many string) string {
			if n == 1 {
				return "1 " + one
			}
			return fmt.Sprintf("%d %s", n, many)
		},
	}).Parse(reportHTML))
})

// HTML is the report on the class as one page that needs nothing else.
func (c *Class) HTML() ([]byte, error) {
	var b bytes.Buffer
	err := reportTemplate().Execute(&b, c)
	return b.Bytes(), err
}
