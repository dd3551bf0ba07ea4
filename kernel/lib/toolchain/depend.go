package toolchain

import (
	"maps"
	"path"
	"slices"
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
)

// depend writes a rule of make: what is made of a source, and the files that it reads. made is that file where the command line names no
// target.
func (c *Compiler) depend(n *cudacell.NVCC, b *Binary, made string) bool {
	d := n.Dependents
	files := map[string]bool{}
	var sources []string
	for _, u := range b.Units {
		sources = append(sources, u.Name)
		for _, h := range u.Headers {
			files[h.Path] = true
		}
	}
	headers := slices.Sorted(maps.Keys(files))
	targets := d.Targets
	if len(targets) == 0 {
		targets = []string{made}
	}
	var text strings.Builder
	text.WriteString(strings.Join(escaped(targets), " ") + " :")
	for _, name := range escaped(append(sources, headers...)) {
		text.WriteString(" \\\n    " + name)
	}
	text.WriteString("\n")
	if d.Phony {
		for _, name := range escaped(headers) {
			text.WriteString("\n" + name + ":\n")
		}
	}
	name := d.File
	switch {
	case name != "":
	case d.Only && n.Named:
		name = n.Output
	case d.Only:
		c.print("%s", text.String())
		return true
	default:
		name = strings.TrimSuffix(made, path.Ext(made)) + ".d"
	}
	return c.write(name, []byte(text.String()), false)
}

// escaped are names of files as make reads them.
func escaped(names []string) (all []string) {
	for _, name := range names {
		all = append(all, strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$").Replace(name))
	}
	return all
}
