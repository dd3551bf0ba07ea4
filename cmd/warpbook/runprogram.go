package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/toolchain"
	"warpbook.dev/plotting"
)

// ownArguments parts the words before -- from the program's own behind it.
func ownArguments(args []string) (before, own []string) {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i], args[i+1:]
	}
	return args, nil
}

// isProgram reports whether the arguments of run name a CUDA program: its sources, or what nvcc has made of them.
func isProgram(args []string) bool {
	args, _ = ownArguments(args)
	return slices.ContainsFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") && (cudacell.IsSource(a) || isBinary(a)) })
}

// A programRun is what a command line asks of a program.
type programRun struct {
	gpu, page, stdin, set string
	files                 string
	overwrite             bool
	memory                byteSize
	ghz                   float64
	gpus                  int
	quiet, profile, took  bool
	check, noCheck        bool
	nvcc                  *cudacell.NVCC
	args                  []string // of main, its name first
	device                *device.Device
	sources               []token.Source
	binary                *toolchain.Binary // in place of sources
	plain                 bool              // it was started by its own name: no table is printed
}

// programFlags are the options of run for programs; all others are nvcc's.
func (c *call) programFlags(p *programRun) *flag.FlagSet {
	flags := c.flags()
	flags.StringVar(&p.gpu, "gpu", cudacell.DefaultDevice, "run the program on the GPU `NAME`")
	flags.IntVar(&p.gpus, "gpus", 1, "give the program `N` such GPUs, which can access each other's memory")
	flags.BoolVar(&p.profile, "profile", false, "print a report on each kernel after the program, as ncu does")
	flags.StringVar(&p.set, "set", "basic", "which sections the reports have, the `SET` basic, detailed or full")
	flags.StringVar(&p.page, "html", "", "write the output, the launches, a timeline and the reports to the page `FILE`")
	flags.StringVar(&p.stdin, "stdin", "", "read the standard input from `FILE`")
	flags.StringVar(&p.files, "files", ".", "write files into `DIR`; the program may change files there")
	flags.BoolVar(&p.overwrite, "overwrite", false, "allow changes to files of the current directory that no program made")
	p.memory = programMemory()
	flags.Var(&p.memory, "memory-limit", "the most memory that the program may use, a `SIZE`, host and GPU together; default: half of the computer's")
	flags.Float64Var(&p.ghz, "host-ghz", 3, "the clock `RATE` of the host's core, for the time that the host's own code takes")
	flags.BoolVar(&p.check, "check", false, "check every launch completely; the exit status is 1 if there is a fault")
	flags.BoolVar(&p.noCheck, "no-check", false, "check no launch")
	flags.BoolVar(&p.took, "time", false, "print how long compiling and running took on this computer")
	flags.BoolVar(&p.quiet, "quiet", false, "print only the output of the program")
	return flags
}

// splitFlags parts the flags of a set from all other words.
func splitFlags(flags *flag.FlagSet, args []string) (ours, others []string) {
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, _, joined := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-"), "=")
		f := flags.Lookup(name)
		switch {
		case !strings.HasPrefix(word, "-") || f == nil && name != "h" && name != "help":
			others = append(others, word)
			continue
		case f != nil && !joined && !isBool(f) && len(args) > 0:
			ours, args = append(ours, word, args[0]), args[1:]
			continue
		}
		ours = append(ours, word)
	}
	return ours, others
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// readProgram reads the command line and the sources.
func (c *call) readProgram(args []string) (p *programRun, status int, ok bool) {
	p = &programRun{}
	args, own := ownArguments(args)
	flags := c.programFlags(p)
	ours, others := splitFlags(flags, args)
	if _, status, ok = c.parse(flags, ours); !ok {
		return nil, status, false
	}
	var err error
	if p.nvcc, err = cudacell.ParseNVCC(others); err != nil {
		return nil, c.misuse("%v", err), false
	}
	if p.check && p.noCheck {
		return nil, c.misuse("--check and --no-check: want one of the two at the most"), false
	}
	if !slices.Contains(report.Levels, p.set) {
		return nil, c.misuse("--set %s: want one of %s", p.set, strings.Join(report.Levels, ", ")), false
	}
	if p.device, err = device.Get(p.gpu); err != nil {
		return nil, c.fail(err), false
	}
	if len(p.nvcc.Sources) == 1 && isBinary(p.nvcc.Sources[0]) {
		p.args = append(p.nvcc.Sources, own...)
		if err := p.load(p.args[0]); err != nil {
			return nil, c.fail(err), false
		}
		return c.readPage(p)
	}
	for _, name := range p.nvcc.Sources {
		if !cudacell.IsSource(name) {
			return nil, c.misuse("unexpected argument %q: arguments of the program stand behind --", name), false
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, c.fail(err), false
		}
		p.sources = append(p.sources, token.Source{Name: filepath.Base(name), Text: string(text)})
		p.nvcc.Include = append(p.nvcc.Include, filepath.Dir(name))
	}
	name := strings.TrimSuffix(p.sources[0].Name, filepath.Ext(p.sources[0].Name))
	p.args = append([]string{"./" + name}, own...)
	return c.readPage(p)
}

// readPage checks whether the page can be written.
func (c *call) readPage(p *programRun) (_ *programRun, status int, ok bool) {
	if p.page != "" {
		if err := writable(p.page); err != nil {
			return nil, c.fail(err), false
		}
	}
	return p, exitOK, true
}

// runProgram compiles and runs a whole CUDA program. Its exit code is this program's.
func (c *call) runProgram(args []string) int {
	p, status, ok := c.readProgram(args)
	if !ok {
		return status
	}
	return c.runLoaded(p)
}

// compile compiles the sources, or the file that nvcc has made.
func (p *programRun) compile(ctx context.Context) (*host.Program, error) {
	if p.binary != nil {
		return p.binary.Compile(ctx, host.Compile, p.binary.Include)
	}
	o := p.nvcc.Options
	o.Include = includeFrom(p.nvcc.Include)
	return host.Compile(ctx, p.sources[0].Name, token.Join(p.sources), o)
}

// runLoaded runs a program whose sources were read.
func (c *call) runLoaded(p *programRun) int {
	ctx, stop := c.untilInterrupt()
	defer stop()
	begin := time.Now()
	compiled, err := p.compile(ctx)
	if err != nil {
		var list token.ErrorList
		if errors.As(err, &list) {
			fmt.Fprintln(c.stderr, list.Detail())
			return exitFailed
		}
		return c.fail(err)
	}
	compiling := time.Since(begin)
	stdin := c.stdin
	if p.stdin != "" {
		f, err := os.Open(p.stdin)
		if err != nil {
			return c.fail(err)
		}
		defer f.Close()
		stdin = f
	}
	reached, err := p.folder()
	if err != nil {
		return c.fail(err)
	}
	var output strings.Builder // for the page
	line := newStatusLine(c.stderr)
	stdout, stderr := line.beside(c.stdout), line.beside(c.stderr)
	tell := line.tell
	if p.quiet && line.log {
		tell = nil
	}
	if p.page != "" {
		stdout, stderr = io.MultiWriter(stdout, &output), io.MultiWriter(stderr, &output)
	}
	softLimit(uint64(p.memory))
	r, err := compiled.Run(ctx, host.Options{Device: p.device, Devices: p.gpus, Args: p.args, Folder: reached, Memory: int(p.memory),
		HostGHz: p.ghz, Checking: p.checking(), NoImage: p.nvcc.ArchNote(p.device), Stdin: stdin, Stdout: stdout, Stderr: stderr, Progress: tell})
	line.end()
	if e := reached.Remember(); e != nil {
		fmt.Fprintf(c.stderr, "warpbook run: %s cannot be written, and the next run takes the files of this one for somebody else's: %v\n",
			folder.Record, e)
	}
	if err != nil {
		return c.fail(err)
	}
	if p.took {
		fmt.Fprintf(c.stderr, "compiled in %s, run in %s here; %s on the modelled host and GPU\n", plotting.SI(compiling.Seconds(), "s"),
			plotting.SI((time.Since(begin)-compiling).Seconds(), "s"), plotting.SI(r.Time, "s"))
	}
	if !p.quiet {
		c.summary(p, r)
	}
	if p.profile {
		if err := c.reports(r, p.set); err != nil {
			return c.fail(err)
		}
	}
	if p.page != "" {
		if err := p.writePage(r, output.String()); err != nil {
			return c.fail(err)
		}
	}
	if p.check && r.Faulty && r.ExitCode == exitOK {
		return exitFailed
	}
	return r.ExitCode
}

// checking is which launches are looked at for faults.
func (p *programRun) checking() host.Checking {
	switch {
	case p.check:
		return host.CheckAll
	case p.noCheck:
		return host.CheckNone
	}
	return host.CheckSome
}

// softLimit has this process collect its garbage so early that it stays near what a program may hold, beside what compiling it has
// left.
func softLimit(memory uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(samples)
	cell.SetSoftLimit(memory + samples[0].Value.Uint64())
}

// folder is what the program reaches: it reads below the current directory, and writes there or in the folder that --files names.
func (p *programRun) folder() (*folder.Folder, error) {
	here, err := os.Stat(".")
	if err != nil {
		return nil, err
	}
	own := p.files
	switch there, missing := os.Stat(own); {
	case missing != nil: // the first file that it writes makes it
	case !there.IsDir():
		return nil, fmt.Errorf("--files %s: it is not a directory", own)
	case os.SameFile(here, there):
		own = "."
	default:
		own, err = filepath.EvalSymlinks(own) // whoever calls may name a link
	}
	return &folder.Folder{Dir: ".", Own: own, Overwrite: p.overwrite, Remembers: true}, err
}

// summary says what a program did, and what is wrong with it.
func (c *call) summary(p *programRun, r *host.Run) {
	if len(r.Ops) > 0 && !p.plain {
		fmt.Fprintf(c.stderr, "\n%s", figure.ProgramTable(r).Text())
	}
	for _, line := range p.told(r) {
		fmt.Fprintln(c.stderr, line)
	}
}

// told is what a run ends with, in words.
func (p *programRun) told(r *host.Run) []string {
	return append(r.Told(), cudacell.LibraryNotes(p.nvcc.Libraries)...)
}

// reports prints the report of each kernel and size of a launch once, in the order in which they came.
func (c *call) reports(r *host.Run, set string) error {
	for _, k := range figure.Distinct(r) {
		all, err := report.New(k.Result, set)
		if err != nil {
			return err
		}
		if fmt.Fprintln(c.stderr); k.Times > 1 {
			fmt.Fprintf(c.stderr, "%d launches of this kernel and size; this is the first one:\n", k.Times)
		}
		fmt.Fprint(c.stderr, figure.Report(all, figure.PlainText))
	}
	return nil
}
