package cudacell

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// An Assistant completes and explains the text of CUDA cells. The names come from the front
// end, which reads the text up to the cursor.
type Assistant struct {
	// Kernel describes a kernel of text by its name, in a module that owner names or "",
	// if the session has compiled that very text.
	Kernel func(name, owner, text string, detail int) (kernel.Bundle, bool)
	// Folder is where the headers are that a cell includes.
	Folder func() *folder.Folder
}

// Complete implements [cell.Assistant].
func (a Assistant) Complete(t cell.MagicText) (start int, matches []kernel.Completion) {
	if !t.InBody {
		return completeOptions(t.Args[:t.At])
	}
	start, names := cuda.Complete(t.Body, t.At, a.optionsOf(t.Args))
	for _, n := range names {
		c := kernel.Completion{Text: n.Name, Type: n.Kind, Signature: n.Doc}
		if len(n.Declarations) > 0 {
			c.Signature = n.Declarations[0]
		}
		matches = append(matches, c)
	}
	return start, matches
}

// optionsOf are the options of the front end on a first line that may be unfinished.
func (a Assistant) optionsOf(line string) cuda.Options {
	var o cuda.Options
	if a.Folder != nil {
		o.Include = Include(a.Folder())
	}
	if l, err := Parse(line); err == nil {
		o.Defines = l.Options.Defines
	}
	return o
}

// completeOptions completes the last word of the first line.
func completeOptions(line string) (start int, matches []kernel.Completion) {
	start = strings.LastIndexAny(line, " \t") + 1
	word, before := line[start:], strings.Fields(line[:start])
	values := func(o option, prefix string) {
		for _, v := range o.values {
			if strings.HasPrefix(prefix+v, word) {
				matches = append(matches, kernel.Completion{Text: prefix + v, Type: "value"})
			}
		}
	}
	for _, o := range options {
		if o.value != "" && o.name != "-D" && len(before) > 0 && before[len(before)-1] == o.name {
			values(o, "")
			return start, matches
		}
	}
	for _, o := range options {
		switch {
		case strings.HasPrefix(word, o.name+"="):
			values(o, o.name+"=")
		case strings.HasPrefix(o.name, word) && start > 0:
			matches = append(matches, kernel.Completion{Text: o.name, Type: "option", Signature: strings.TrimSpace(o.name + " " + o.value)})
		}
	}
	return start, matches
}

// Inspect implements [cell.Assistant]. The name of a kernel that the session has
// compiled shows what it needs, any other its declaration and its doc.
func (a Assistant) Inspect(t cell.MagicText, detail int) (kernel.Bundle, bool) {
	if !t.InBody {
		return inspectOption(t.Args, t.At)
	}
	n, ok := cuda.Explain(t.Body, t.At, a.optionsOf(t.Args))
	if !ok {
		return kernel.Bundle{}, false
	}
	if n.Kind == "kernel" {
		owner := ""
		if l, err := Parse(t.Args); err == nil {
			owner = l.Module
		}
		if b, known := a.Kernel(n.Name, owner, t.Body, detail); known {
			return b, true
		}
	}
	s := cell.NewSheet()
	if n.Doc != "" {
		s.Text("", n.Doc)
	}
	if since := n.Since; since != "" {
		s.Text("Since", "compute capability "+since)
	}
	kind := n.Kind
	if n.Pos.Line > 0 {
		kind = fmt.Sprintf("%s, line %d", n.Kind, n.Pos.Line+1) // of the cell
	}
	s.Text("Kind", kind)
	declarations := strings.Join(n.Declarations, "\n")
	if n.Pos.Line > 0 && detail > 0 {
		declarations = cuda.DeclarationText(t.Body, n.Pos)
	}
	s.Block("Declaration", declarations)
	return s.Bundle(), true
}

// inspectOption explains the option under the cursor.
func inspectOption(line string, at int) (kernel.Bundle, bool) {
	start := strings.LastIndexAny(line[:at], " \t") + 1
	word := strings.Fields(line[start:] + " ")
	for _, o := range options {
		if len(word) > 0 {
			if _, joined := o.joined(word[0]); joined {
				s := cell.NewSheet()
				s.Code("", strings.TrimSpace(o.name+" "+o.value))
				s.Text("", o.doc)
				return s.Bundle(), true
			}
		}
	}
	return kernel.Bundle{}, false
}

// IsComplete implements [cell.Assistant]: a brace that is open wants more lines.
func (Assistant) IsComplete(body string) (more bool, indent string) {
	depth := cuda.OpenBraces(body)
	lines := strings.Split(strings.TrimRight(body, " \t\n"), "\n")
	last := lines[len(lines)-1]
	margin := last[:len(last)-len(strings.TrimLeft(last, " \t"))]
	if strings.HasSuffix(strings.TrimRight(last, " \t"), "{") {
		margin += "    "
	}
	if depth == 0 {
		margin = ""
	}
	return depth > 0, margin
}

var _ cell.Assistant = Assistant{}
