package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/kernel/lib/cudacell"
	notebook "warpbook.dev/notebooks"
)

// installation is a line that brings programs or the extension to Colab. Indented lines belong to blocks, and stay.
var installation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([!%](sudo )?(pip3?|conda|apt|apt-get) |%(re)?load_ext nvcc)`)
})

// dropInstallation takes the lines of installation out of a cell without a cell magic. Those that do more, or go on in the next line, stay.
// Where extension is true, %load_ext stays: the notebook sets defaults of the extension.
func dropInstallation(c *notebook.Cell, extension bool) (dropped []string) {
	if cellMagic().MatchString(c.Source) {
		return nil
	}
	var kept []string
	for line := range strings.SplitSeq(c.Source, "\n") {
		if installation().MatchString(line) && !(extension && strings.Contains(line, "load_ext")) && !strings.ContainsAny(line, `\&|;`) {
			dropped = append(dropped, line)
		} else {
			kept = append(kept, line)
		}
	}
	if len(dropped) > 0 {
		rewrite(c, strings.Join(kept, "\n"))
	}
	return dropped
}

var (
	cellMagic  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^%%`) })
	cuMagic    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^%%(?:cu|cuda)(?:[ \t]+(.*))?$`) })
	writeMagic = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^%%(?:writefile|file)[ \t]+(\w+)\.cu[ \t]*\n`) })
	hasMain    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)\bmain\s*\(`) })
)

// magicOptions are nvcc4jupyter's short options, and the names that %%cuda lists.
var magicOptions = map[string]string{
	"-t": "--time", "--timeit": "--time", "-p": "--profile", "-l": "--profiler", "-a": "--profiler-args", "-c": "--compiler-args",
}

// renameMagic makes %%cuda of %%cu, and long options of short ones, where the cell is a whole program and %%cuda knows the options.
func renameMagic(c *notebook.Cell) bool {
	m := cuMagic().FindStringSubmatchIndex(c.Source)
	if m == nil || !hasMain().MatchString(c.Source) {
		return false
	}
	magic := "%%cuda"
	if m[2] >= 0 {
		words, err := cudacell.Words(c.Source[m[2]:m[3]])
		if err != nil || slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "'\"\\") }) {
			return false
		}
		for _, w := range words {
			if long := magicOptions[w]; long != "" {
				w = long
			}
			magic += " " + quoted(w)
		}
	}
	line, err := cudacell.Parse(strings.TrimPrefix(magic, "%%cuda"))
	if source := c.Source[:m[0]] + magic + c.Source[m[1]:]; err == nil && line.File == "" && source != c.Source {
		rewrite(c, source)
		return true
	}
	return false
}

// quoted is a word without quotes in it, as %%cuda reads it.
func quoted(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t") {
		return word
	}
	return `"` + word + `"`
}

// usesFile reports whether a cell names the file anywhere, or what may be the program in a shell line.
func usesFile(source string, used *regexp.Regexp, file string) bool {
	return strings.Contains(source, file) || used.MatchString(shellText(source))
}

var (
	shellMagic = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^%%(?:bash|sh|shell|script)\b`) })
	shellLine  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:.*=)?[ \t]*(?:%\w+ +)?!.*$`) })
)

// shellText is what a cell says to the shell. Cells of CUDA C, and those that write files, say nothing to it.
func shellText(source string) string {
	switch {
	case shellMagic().MatchString(source):
		return source
	case cellMagic().MatchString(source):
		return ""
	}
	return strings.Join(shellLine().FindAllString(source, -1), "\n")
}

// rewrite gives a cell another text. What the old one has shown goes with it.
func rewrite(c *notebook.Cell, source string) {
	c.Source, c.Outputs, c.Count = source, nil, 0
}
