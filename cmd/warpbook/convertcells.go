package main

import (
	"regexp"
	"slices"
	"strings"

	"warpbook.dev/kernel/lib/cudacell"
	notebook "warpbook.dev/notebooks"
)

// installation is a line that brings programs or the extension to Colab. Indented lines belong to blocks, and stay.
var installation = regexp.MustCompile(`^([!%](sudo )?(pip3?|conda|apt|apt-get) |%(re)?load_ext nvcc)`)

// dropInstallation takes the lines of installation out of a cell without a cell magic. Those that do more, or go on in the next line, stay.
// Where extension is true, %load_ext stays: the notebook sets defaults of the extension.
func dropInstallation(c *notebook.Cell, extension bool) (dropped []string) {
	if cellMagic.MatchString(c.Source) {
		return nil
	}
	var kept []string
	for line := range strings.SplitSeq(c.Source, "\n") {
		if installation.MatchString(line) && !(extension && strings.Contains(line, "load_ext")) && !strings.ContainsAny(line, `\&|;`) {
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
	cellMagic  = regexp.MustCompile(`(?m)^%%`)
	cuMagic    = regexp.MustCompile(`(?m)^%%(?:cu|cuda)(?:[ \t]+(.*))?$`)
	writeMagic = regexp.MustCompile(`^%%(?:writefile|file)[ \t]+(\w+)\.cu[ \t]*\n`)
	hasMain    = regexp.MustCompile(`(?m)\bmain\s*\(`)
)

// magicOptions are nvcc4jupyter's short options, and the names that %%cuda lists.
var magicOptions = map[string]string{
	"-t": "--time", "--timeit": "--time", "-p": "--profile", "-l": "--profiler", "-a": "--profiler-args", "-c": "--compiler-args",
}

// renameMagic makes %%cuda of %%cu, and long options of short ones, where the cell is a whole program and %%cuda knows the options.
func renameMagic(c *notebook.Cell) bool {
	m := cuMagic.FindStringSubmatchIndex(c.Source)
	if m == nil || !hasMain.MatchString(c.Source) {
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

// joinProgram makes one %%cuda cell of cell i, which writes a whole program to a file, and the cells that compile and run it once.
// It does so where no other cell names the file or the program.
func joinProgram(nb *notebook.Notebook, i int) bool {
	c := nb.Cells[i]
	m := writeMagic.FindStringSubmatch(c.Source)
	if !convertible(c) || m == nil || !hasMain.MatchString(c.Source) {
		return false
	}
	var options, args string
	var lines []string // the shell's, in order
	last := i
	for last+1 < len(nb.Cells) && len(lines) < 2 {
		last++
		next := nb.Cells[last]
		if !convertible(next) {
			return false
		}
		lines = append(lines, strings.Split(strings.TrimSpace(next.Source), "\n")...)
	}
	if len(lines) != 2 {
		return false
	}
	options, program, ok := compileLine(lines[0], m[1]+".cu")
	if !ok {
		return false
	}
	if args, ok = runLine(lines[1], program); !ok {
		return false
	}
	used := regexp.MustCompile(`\b(` + regexp.QuoteMeta(program) + `|` + m[1] + `)\b|\*|\bmake\b`)
	for j, other := range nb.Cells {
		if (j < i || j > last) && other.Type == notebook.Code && usesFile(other.Source, used, m[1]+".cu") {
			return false
		}
	}
	magic := "%%cuda"
	if args != "" {
		magic += " --args " + quoted(args)
	}
	if options != "" {
		magic += " --compiler-args " + quoted(options)
	}
	if _, err := cudacell.Parse(strings.TrimPrefix(magic, "%%cuda")); err != nil {
		return false
	}
	rewrite(c, magic+"\n"+c.Source[len(m[0]):])
	nb.Cells = slices.Delete(nb.Cells, i+1, last+1)
	return true
}

// usesFile reports whether a cell names the file anywhere, or what may be the program in a shell line.
func usesFile(source string, used *regexp.Regexp, file string) bool {
	return strings.Contains(source, file) || used.MatchString(shellText(source))
}

var (
	shellMagic = regexp.MustCompile(`(?m)^%%(?:bash|sh|shell|script)\b`)
	shellLine  = regexp.MustCompile(`(?m)^(?:.*=)?[ \t]*(?:%\w+ +)?!.*$`)
)

// shellText is what a cell says to the shell. Cells of CUDA C, and those that write files, say nothing to it.
func shellText(source string) string {
	switch {
	case shellMagic.MatchString(source):
		return source
	case cellMagic.MatchString(source):
		return ""
	}
	return strings.Join(shellLine.FindAllString(source, -1), "\n")
}

// plainWords are those of a shell line in which no character has a meaning for the shell.
var plainWords = regexp.MustCompile(`^![\w./=,+ -]+$`)

// compileLine reads "!nvcc x.cu -o x": the options that remain, and the name of the program.
func compileLine(line, source string) (options, program string, ok bool) {
	words := strings.Fields(strings.TrimPrefix(line, "!"))
	if !plainWords.MatchString(line) || len(words) < 2 || words[0] != "nvcc" {
		return "", "", false
	}
	n, err := cudacell.ParseNVCC(words[1:])
	if err != nil || !slices.Equal(n.Sources, []string{source}) || n.Object || n.Run || n.Emit != "" || n.Resources {
		return "", "", false
	}
	rest := slices.DeleteFunc(words[1:], func(w string) bool { return w == source })
	if at := slices.Index(rest, "-o"); at >= 0 && at+1 < len(rest) {
		return strings.Join(slices.Delete(rest, at, at+2), " "), n.Output, true
	}
	return strings.Join(rest, " "), "a.out", n.Output == "a.out"
}

// runLine reads "!./x args".
func runLine(line, program string) (args string, ok bool) {
	words := strings.Fields(strings.TrimPrefix(line, "!"))
	if !plainWords.MatchString(line) || len(words) == 0 || words[0] != "./"+program {
		return "", false
	}
	return strings.Join(words[1:], " "), true
}

// rewrite gives a cell another text. What the old one has shown goes with it.
func rewrite(c *notebook.Cell, source string) {
	c.Source, c.Outputs, c.Count = source, nil, 0
}
