package notebook

import "strings"

// numbered puts each line of highlighted code into an element of its own, which the page's style numbers. A token of several
// lines, such as a comment, is divided: spans of tokens do not lie within one another.
func numbered(code string) string {
	var b strings.Builder
	open := "" // the token that goes on in the next line
	for i, line := range strings.Split(code, "\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		line = open + line
		if from := strings.LastIndex(line, "<span "); from > strings.LastIndex(line, "</span>") {
			end := from + strings.Index(line[from:], ">") + 1
			open = line[from:end]
			line += "</span>"
		} else {
			open = ""
		}
		b.WriteString(`<span class="line">` + line + "</span>")
	}
	return b.String()
}
