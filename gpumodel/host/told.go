package host

import "fmt"

// Told returns the messages at the end of a run, one per line: notes on what is not modelled, findings, and leaks.
func (r *Run) Told() (lines []string) {
	lines = append(r.Notes(), r.Findings...)
	word := func(text string) string {
		if r.driver {
			return driverWords.Replace(text)
		}
		return text
	}
	for _, l := range r.Leaks {
		where := r.module.At(l.Line)
		if l.Times > 1 {
			lines = append(lines, word(fmt.Sprintf("%s: %d allocations of cudaMalloc, %d bytes together, are never freed: call cudaFree for each", where, l.Times, l.Bytes)))
			continue
		}
		lines = append(lines, word(fmt.Sprintf("%s: %d bytes of cudaMalloc are never freed: call cudaFree", where, l.Bytes)))
	}
	return lines
}
