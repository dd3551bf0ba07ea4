package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/figure"
)

// programGPU is the GPU of programs that are run at a shell without --gpu: the one that free notebooks on the web have.
const programGPU = "Tesla T4"

// programMemory is what such a program may hold, in bytes: as much as the memory of a large GPU of a course.
const programMemory = 16 << 30

// isProgram reports whether the arguments of run name a CUDA program.
func isProgram(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	return slices.ContainsFunc(args, func(a string) bool { return strings.HasSuffix(a, ".cu") })
}

// runProgram compiles and runs a whole CUDA program. Its exit code is this program's.
func (c *call) runProgram(args []string) int {
	var own []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, own = args[:i], args[i+1:]
	}
	flags := c.flags()
	gpu := flags.String("gpu", programGPU, "run it on the GPU `NAME`")
	var include []string
	flags.Func("I", "look for files that it includes in `DIR`, too", func(dir string) error { include = append(include, dir); return nil })
	quiet := flags.Bool("quiet", false, "print what the program prints, and no table behind it")
	positional, status, ok := c.parse(flags, args, "PROG.cu")
	if !ok {
		return status
	}
	d, err := device.Get(*gpu)
	if err != nil {
		return c.fail(err)
	}
	source, err := os.ReadFile(positional[0])
	if err != nil {
		return c.fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // the second interrupt ends this process
	name := filepath.Base(positional[0])
	o := gpumodel.Options{Include: includeFrom(append([]string{filepath.Dir(positional[0])}, include...))}
	p, err := host.Compile(ctx, name, string(source), o)
	if err != nil {
		var list cuda.ErrorList
		if errors.As(err, &list) {
			fmt.Fprintln(c.stderr, list.Error())
			return exitFailed
		}
		return c.fail(err)
	}
	r, err := p.Run(ctx, host.Options{Device: d, Args: append([]string{"./" + strings.TrimSuffix(name, ".cu")}, own...), Dir: ".", Memory: programMemory, Stdin: c.stdin, Stdout: c.stdout, Stderr: c.stderr})
	if err != nil {
		return c.fail(err)
	}
	if !*quiet {
		c.summary(r)
	}
	return r.ExitCode
}

// summary says what a program did, and what is wrong with it.
func (c *call) summary(r *host.Run) {
	if len(r.Ops) > 0 {
		fmt.Fprintf(c.stderr, "\n%s", figure.ProgramTable(r).Text())
	}
	if r.Managed {
		fmt.Fprintln(c.stderr, "the migrations of managed memory are not timed")
	}
	for _, f := range r.Findings {
		fmt.Fprintf(c.stderr, "%s\n", f)
	}
	for _, l := range r.Leaks {
		fmt.Fprintf(c.stderr, "line %d: %d bytes of cudaMalloc are never freed\n", l.Line, l.Bytes)
	}
}
