package main

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/kernel/lib/cudacell"
	notebook "warpbook.dev/notebooks"
)

// A source is a cell that writes a whole program to a file, and the cells behind it that compile and run it.
type source struct {
	file, program string
	options       string // of the compiler
	compiled      bool
	runs          []oneRun
	cells         map[int]bool // those that compile and run it, by their index
	apart         bool         // there is a text between them
}

// A oneRun is one run of a program, as options of %%cuda.
type oneRun struct {
	cell    int
	options string
}

// joinProgram makes %%cuda cells of cell i, which writes a whole program to a file, and the cells that compile and run it. Where it runs
// once, one cell is left. Where it runs several times, or a text stands between, the file stays, and each run is a cell that includes it.
// It does so where no other cell names the file or the program, and where each of these cells does nothing else.
func joinProgram(nb *notebook.Notebook, i int) bool {
	c := nb.Cells[i]
	m := writeMagic().FindStringSubmatch(c.Source)
	if !convertible(c) || m == nil || !hasMain().MatchString(c.Source) {
		return false
	}
	s := readSource(nb, i, m[1]+".cu")
	if len(s.runs) == 0 || s.usedElsewhere(nb, i, m[1]) {
		return false
	}
	text := "\n" + c.Source[len(m[0]):]
	if len(s.runs) > 1 || s.apart {
		text = "\n#include \"" + s.file + "\"\n"
	}
	var cells []*notebook.Cell // in the place of those behind cell i
	last := i
	for j := range s.cells {
		last = max(last, j)
	}
	for j := i + 1; j <= last; j++ {
		if !s.cells[j] {
			cells = append(cells, nb.Cells[j])
			continue
		}
		of := slices.DeleteFunc(slices.Clone(s.runs), func(r oneRun) bool { return r.cell != j })
		for n, r := range of {
			magic := s.magic(r)
			if _, err := cudacell.Parse(strings.TrimPrefix(magic, "%%cuda")); err != nil {
				return false
			}
			made := *nb.Cells[j]
			if n > 0 && made.ID != "" {
				made.ID = made.ID[:min(len(made.ID), 56)] + "-run" + string(rune('0'+min(n+1, 9)))
			}
			rewrite(&made, magic+text)
			cells = append(cells, &made)
		}
	}
	if len(s.runs) > maxRuns {
		return false
	}
	if len(s.runs) == 1 && !s.apart {
		rewrite(c, cells[0].Source)
		cells = nil
	}
	nb.Cells = slices.Replace(nb.Cells, i+1, last+1, cells...)
	return true
}

// maxRuns is how many runs of a program are converted: the names of their cells differ in a digit.
const maxRuns = 9

// readSource reads the cells behind cell i up to the first that is neither a text nor about the program alone.
func readSource(nb *notebook.Notebook, i int, file string) *source {
	s := &source{file: file, cells: map[int]bool{}}
	apart := false
	for j := i + 1; j < len(nb.Cells); j++ {
		c := nb.Cells[j]
		if c.Type != notebook.Code {
			apart = true
			continue
		}
		commands, ok := commandsOf(c)
		if !ok || !convertible(c) || !s.read(commands, j) {
			break
		}
		s.cells[j] = true
		s.apart = s.apart || apart
	}
	return s
}

// read reads the commands of cell j, if all of them compile or run the program.
func (s *source) read(commands []string, j int) bool {
	try := *s
	try.runs = slices.Clone(s.runs)
	for _, command := range commands {
		if !try.compiled {
			if try.options, try.program, try.compiled = compileCommand(command, s.file); !try.compiled {
				return false
			}
			continue
		}
		options, ok := runCommand(command, try.program)
		if !ok {
			return false
		}
		try.runs = append(try.runs, oneRun{j, options})
	}
	*s = try
	return true
}

// magic is the first line of a cell that runs the program.
func (s *source) magic(r oneRun) string {
	magic := "%%cuda" + r.options
	if s.options != "" {
		magic += " --compiler-args " + quoted(s.options)
	}
	return magic
}

// usedElsewhere reports whether another cell names the file, or what may be the program in a shell line.
func (s *source) usedElsewhere(nb *notebook.Notebook, i int, name string) bool {
	used := regexp.MustCompile(`\b(` + regexp.QuoteMeta(s.program) + `|` + name + `)\b|\*|\bmake\b`)
	for j, other := range nb.Cells {
		if j != i && !s.cells[j] && other.Type == notebook.Code && usesFile(other.Source, used, s.file) {
			return true
		}
	}
	return false
}

// commandsOf are the commands of a cell that only has shell lines, or is one of bash. Empty lines and remarks are none.
func commandsOf(c *notebook.Cell) (commands []string, ok bool) {
	text, bash := c.Source, false
	if m := shellMagic().FindString(text); m != "" && strings.HasPrefix(text, m) {
		first, rest, _ := strings.Cut(text, "\n")
		text, bash = rest, strings.TrimSpace(first) == m && m != "%%script"
		if !bash {
			return nil, false
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		line, shell := strings.CutPrefix(line, "!")
		if shell == bash {
			return nil, false
		}
		for command := range strings.SplitSeq(line, "&&") {
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	return commands, len(commands) > 0
}

// plainWords are those of a command in which no character has a meaning for the shell.
var plainWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./=,+ -]+$`) })

// compileCommand reads "nvcc x.cu -o x": the options that remain, and the name of the program.
func compileCommand(command, file string) (options, program string, ok bool) {
	words := strings.Fields(command)
	if !plainWords().MatchString(command) || len(words) < 2 || words[0] != "nvcc" {
		return "", "", false
	}
	n, err := cudacell.ParseNVCC(words[1:])
	if err != nil || !slices.Equal(n.Sources, []string{file}) || n.Object || n.Run || n.Emit != "" || n.Resources {
		return "", "", false
	}
	rest := slices.DeleteFunc(words[1:], func(w string) bool { return w == file })
	if at := slices.Index(rest, "-o"); at >= 0 && at+1 < len(rest) {
		return strings.Join(slices.Delete(rest, at, at+2), " "), n.Output, true
	}
	return strings.Join(rest, " "), "a.out", n.Output == "a.out"
}

// profiled are profilers without options, and what %%cuda has for them.
var profiled = map[string]string{"nvprof": " --profile", "ncu": " --profile --profiler ncu", "nsys profile": " --profile --profiler nsys"}

// redirected is input from a file.
var redirected = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.*?)\s*<\s*([\w./-]+)$`) })

// runCommand reads "./x args < file", also behind a profiler, as options of %%cuda.
func runCommand(command, program string) (options string, ok bool) {
	for _, name := range []string{"nvprof", "ncu", "nsys profile"} {
		if rest, found := strings.CutPrefix(command, name+" "); found {
			command, options = strings.TrimSpace(rest), profiled[name]
		}
	}
	if m := redirected().FindStringSubmatch(command); m != nil {
		command, options = m[1], options+" --stdin "+m[2]
	}
	words := strings.Fields(command)
	if !plainWords().MatchString(command) || len(words) == 0 || words[0] != "./"+program {
		return "", false
	}
	if args := strings.Join(words[1:], " "); args != "" {
		options = " --args " + quoted(args) + options
	}
	return options, true
}
