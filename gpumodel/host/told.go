package host

import "fmt"

// Told is what a program's run ends with, in words, a line each: what is not modelled of it, what is wrong with it, and what it has
// not freed.
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
