package shell

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/gpumodel/report"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/plotting"
)

// executable runs ./x ARGUMENTS.
func (c *call) executable(words []string) (int, error) {
	p, e, err := c.programOf(words[0])
	if err != nil {
		return 127, c.compileErrors(err)
	}
	return c.start(p, e, words)
}

// execute runs a program with the command's streams.
func (c *call) execute(p *host.Program, args []string) (*gpu.Program, error) {
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return nil, err
	}
	if d.Card != nil {
		return nil, fmt.Errorf("programs run on modelled GPUs: use(…) chooses one")
	}
	return c.library.RunProgram(c.run, p, gpu.ProgramCall{Args: args, Device: d, Stdin: c.in, Stdout: c.out})
}

// start runs a program and shows what it did.
func (c *call) start(p *host.Program, e *executable, args []string) (int, error) {
	r, err := c.execute(p, args)
	if err != nil {
		return 1, err
	}
	if !c.last {
		*c.then = append(*c.then, func() { r.Show(c.run) })
		return c.ended(r), nil
	}
	r.Show(c.run)
	if n, err := cudacell.ParseNVCC(e.Archs); err == nil && len(r.Run().Ops) > 0 {
		if note := n.ArchNote(r.Run().Device); note != "" {
			c.run.Print(note + "\n")
		}
	}
	return c.ended(r), nil
}

// ended says how a program ended that a signal or its exit code tells of.
func (c *call) ended(r *gpu.Program) int {
	code := r.Run().ExitCode
	if what := map[int]string{139: "Segmentation fault", 134: "Aborted", 136: "Floating point exception"}[code]; what != "" {
		c.print("%s (core dumped)\n", what)
	}
	return code
}

// profilerValues are options of profilers whose value is the next word.
var profilerValues = map[string]bool{
	"-o": true, "--output": true, "--set": true, "--section": true, "-k": true, "--kernel-name": true, "--metrics": true, "-m": true, "-c": true, "--launch-count": true, "-s": true,
	"--launch-skip": true, "-t": true, "--trace": true, "--events": true, "-e": true, "--log-file": true, "--tool": true, "--print-details": true, "--report": true, "-f": true, "--csv": false, "--export": true,
}

// target is the program behind a profiler's options, and the options with their values.
func (c *call) target() (words []string, options map[string]string) {
	options = map[string]string{}
	words = c.args[1:]
	for len(words) > 0 {
		w := words[0]
		name, value, joined := strings.Cut(w, "=")
		switch {
		case w == "profile" || w == "stats" || w == "launch":
			options[w] = ""
		case !strings.HasPrefix(w, "-"):
			return words, options
		case joined:
			options[name] = value
		case profilerValues[w] && len(words) > 1 && !(w == "-f" && strings.Contains(words[1], "/")):
			options[w] = words[1]
			words = words[1:]
		default:
			options[w] = ""
		}
		words = words[1:]
	}
	return nil, options
}

// profiled runs a program under nvprof, nsys or ncu: what these show comes from the model.
func (c *call) profiled() (int, error) {
	words, options := c.target()
	_, version := options["--version"]
	if version || len(words) == 0 {
		c.print("%s: the profiler of Warpbook, in the place of NVIDIA's; write %s ./x\n", c.args[0], c.args[0])
		return 0, nil
	}
	if !strings.Contains(words[0], "/") {
		words[0] = "./" + words[0]
	}
	if _, only := options["stats"]; only && strings.Contains(path.Base(words[0]), "rep") {
		c.say("(nsys stats is not run: no report file is written; nsys profile --stats=true shows the tables)")
		return 0, nil
	}
	p, _, err := c.programOf(words[0])
	if err != nil {
		return 127, c.compileErrors(err)
	}
	r, err := c.execute(p, words)
	if err != nil {
		return 1, err
	}
	if strings.HasPrefix(c.args[0], "ncu") || c.args[0] == "nv-nsight-cu-cli" {
		level := options["--set"]
		if !slices.Contains(report.Levels, level) {
			level = "basic"
		}
		*c.then = append(*c.then, func() {
			if err := r.ShowReports(c.run, level); err != nil {
				c.run.Print(err.Error() + "\n")
			}
		})
		return c.ended(r), nil
	}
	*c.then = append(*c.then, func() {
		c.run.Display(figure.ProfileTable(r.Run()))
		if lines := r.Run().Told(); len(lines) > 0 {
			c.run.Print(strings.Join(lines, "\n") + "\n")
		}
	})
	return c.ended(r), nil
}

// sanitized runs a program under compute-sanitizer: what the checker and the runtime find in every program is its report.
func (c *call) sanitized() (int, error) {
	words, _ := c.target()
	if len(words) == 0 {
		c.print("%s: write %s ./x\n", c.args[0], c.args[0])
		return 0, nil
	}
	c.print("========= %s, by Warpbook's checker\n", strings.ToUpper(c.args[0]))
	p, _, err := c.programOf(words[0])
	if err != nil {
		return 127, c.compileErrors(err)
	}
	r, err := c.execute(p, words)
	if err != nil {
		return 1, err
	}
	run := r.Run()
	for _, f := range run.Findings {
		c.print("========= %s\n", f)
	}
	for _, l := range run.Leaks {
		c.print("========= Leaked %d bytes, allocated in line %d\n", l.Bytes, l.Line)
	}
	c.print("========= ERROR SUMMARY: %s\n", plotting.Plural(len(run.Findings)+len(run.Leaks), "error"))
	return c.ended(r), nil
}

// timed is time ./x.
func (c *call) timed() (int, error) {
	if len(c.args) < 2 {
		return 0, nil
	}
	inner := *c
	status, err := inner.command(c.args[1:])
	if v, ok := c.run.Get("program"); ok && err == nil && strings.Contains(c.args[1], "/") {
		if p, ok := v.(*gpu.Program); ok {
			c.print("\nreal\t%s (modelled)\n", minutes(p.Run().Time))
		}
	}
	return status, err
}

func minutes(seconds float64) string {
	return fmt.Sprintf("%dm%.3fs", int(seconds)/60, seconds-float64(int(seconds)/60*60))
}

// nvidiaSMI tells of the GPU on which programs run.
func (c *call) nvidiaSMI() (int, error) {
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	for i, w := range c.args {
		if w == "-L" || w == "--list-gpus" {
			c.print("GPU 0: NVIDIA %s (modelled)\n", d.Name)
			return 0, nil
		}
		if fields, ok := strings.CutPrefix(w, "--query-gpu="); ok {
			return c.query(fields, i)
		}
	}
	line := "+" + strings.Repeat("-", 78) + "+\n"
	row := func(text string) { c.print("| %-76s |\n", text) }
	c.print("%s", line)
	row("NVIDIA-SMI by Warpbook: the GPU is modelled           CUDA Version: 13.0")
	c.print("%s", line)
	row("GPU  Name                     Memory-Usage              Compute capability")
	c.print("%s", line)
	row(fmt.Sprintf("  0  %-24s    0MiB / %6dMiB           %s", "NVIDIA "+d.Name, d.MemoryMB, d.ComputeCapability))
	c.print("%s", line)
	return 0, nil
}

func (c *call) query(fields string, _ int) (int, error) {
	d, err := c.library.ProgramDevice("")
	if err != nil {
		return 1, err
	}
	known := map[string]string{"name": "NVIDIA " + d.Name, "gpu_name": "NVIDIA " + d.Name, "memory.total": fmt.Sprintf("%d MiB", d.MemoryMB), "memory.used": "0 MiB",
		"memory.free": fmt.Sprintf("%d MiB", d.MemoryMB), "compute_cap": d.ComputeCapability, "driver_version": "[modelled]", "index": "0", "count": "1"}
	var names, values []string
	for _, f := range strings.Split(fields, ",") {
		f = strings.TrimSpace(f)
		value := known[f]
		if value == "" {
			value = "[N/A]"
		}
		names, values = append(names, f), append(values, value)
	}
	if !strings.Contains(strings.Join(c.args, " "), "noheader") {
		c.print("%s\n", strings.Join(names, ", "))
	}
	c.print("%s\n", strings.Join(values, ", "))
	return 0, nil
}
