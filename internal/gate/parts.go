package main

import (
	"fmt"
	"os/exec"
	"path"
	"runtime"
	"strings"
	"time"
)

// half an hour is what a part may take at most.
const partLimit = "30m"

// longParts lists the parts of ./check -long: the packages, and what is not of one package.
func longParts() ([]step, error) {
	all, err := packages("./...")
	if err != nil {
		return nil, err
	}
	parts := []step{
		{name: "systems", about: "go vet of everything on other systems", run: systems},
		{name: "arm64", about: "the vector instructions of arm64, in an emulator", run: arm64},
		{name: "race", about: "tests of sessions, and launches side by side, with the race detector", run: races},
		{name: "race/model", about: "short tests of the model with the race detector", run: raceModel},
		{name: "fuzz", about: "each fuzzer for a share of 25 minutes", run: fuzzAll},
		{name: "abuse", about: "the notebook kernel beside hostile clients", run: abuse},
	}
	for _, pkg := range all {
		named, ok := split[short(pkg)]
		if !ok {
			parts = append(parts, whole(short(pkg), pkg, "all tests of the package"))
			continue
		}
		var others []string
		for _, n := range named {
			parts = append(parts, whole(short(pkg)+":"+n.name, pkg, n.about, "-run", n.tests))
			others = append(others, n.tests)
		}
		parts = append(parts, whole(short(pkg), pkg, "the other tests of the package", "-skip", strings.Join(others, "|")))
	}
	return parts, nil
}

// split names groups of tests of a package that together take longer than a part may. Those of one test name its subtests.
var split = map[string][]struct{ name, about, tests string }{
	"gpumodel": {
		{"random", "random programs and launches", "^Test(RandomLaunches|RandomPaths|RandomKernels|RandomNumbers|RandomDistributions)"},
		{"blocks", "samples of launches whose blocks differ", "^Test(Irregular)"},
		{"periodic-H100", "samples of loops whose iterations differ, on an H100", "^Test(PeriodicLoops)$/^H100$"},
		{"periodic-C2050", "the same on a C2050", "^Test(PeriodicLoops)$/^C2050$"},
		{"periodic-GTX280", "the same on a GTX 280", "^Test(PeriodicLoops)$/^GTX_280$"},
		{"periodic-K20X", "the same on a K20X", "^Test(PeriodicLoops)$/^K20X$"},
		{"periodic-V100", "the same on a V100", "^Test(PeriodicLoops)$/^V100$"},
		{"periodic-T4", "the same on a T4", "^Test(PeriodicLoops)$/^T4$"},
		{"irregular-1", "samples of random launches whose blocks differ, two of three", "^Test(RandomIrregular)$/^launch$/^[0-9]*[0126789]$"},
		{"irregular-2", "the others", "^Test(RandomIrregular)$/^launch$/^[0-9]*[345]$"},
		{"regular", "samples of random launches whose blocks are alike", "^Test(RandomRegular)"},
		{"nasty-GTX280", "launches that would take for ever on a GTX 280, and are interrupted", "^Test(Nasty)$/_on_GTX_280$"},
		{"nasty-C2050", "the same on a C2050", "^Test(Nasty)$/_on_C2050$"},
		{"nasty-H200", "the same on an H200", "^Test(Nasty)$/_on_H200$"},
	},
	"gpumodel/programs": {
		{"sizes", "samples of programs of any size", "^Test(SamplesOfAnySize)"},
	},
	"kernel/lib": {
		{"cards", "launches beside those of real cards", "^Test(IrregularH200|SpellingsH200|CoursesH100|CoursesH200)$"},
		{"wide", "launches of many fields and mechanisms beside those of real cards", "^Test(WideH200|MechanismsH100)$"},
	},
	"cmd/warpbook": {
		{"cells", "random cells in sessions", "^Test(RandomCells)"},
		{"notebooks", "notebooks with slips", "^Test(MutatedNotebooks)"},
		{"account", "programs and cells that fill the memory", "^Test(ProgramsStay|Growth|Memory)"},
		{"programs", "programs with slips that fill the memory", "^Test(MutatedProgramsStay)"},
	},
	"gpumodel/host": {
		{"slips", "programs with slips in them", "^Test(Mutated)"},
		{"hostile", "functions of the host library with hostile arguments", "^Test(Hostile)"},
	},
	"gpumodel/conformance": {
		{"judges", "what clang and NVIDIA's compiler say", "^Test(Clang|NVCC|Hosted|Accepts)"},
		{"programs", "random programs of C++ beside clang", "^Test(RandomPrograms)"},
		{"registers", "results with few registers", "^Test(ResultsWithFewRegisters)"},
		{"accuracy", "errors of mathematical functions, which MPFR judges", "^Test(Accuracy)"},
	},
}

// whole is the part that runs tests of a package, the long ones too.
func whole(name, pkg, about string, flags ...string) step {
	return step{name: name, about: about, run: func(g *gate) error {
		p := group{name: name, packages: []string{pkg}, cores: runtime.NumCPU(), flags: flags, limit: partLimit}
		said, err := p.run(g)
		g.tests.add(said)
		return err
	}}
}

// choose finds the named parts. A name that ends in /... stands for all that begin so.
func choose(all []step, names []string) ([]step, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []step
	for _, name := range names {
		n := len(chosen)
		for _, p := range all {
			pkg, _, _ := strings.Cut(p.name, ":")
			prefix, many := strings.CutSuffix(name, "/...")
			if p.name == name || pkg == name || many && (pkg == prefix || strings.HasPrefix(p.name, prefix+"/")) {
				chosen = append(chosen, p)
			}
		}
		if len(chosen) == n {
			return nil, fmt.Errorf("no part is called %q; ./check -list lists them", name)
		}
	}
	return chosen, nil
}

func systems(*gate) error {
	for _, s := range []system{{"windows", "amd64"}, {"darwin", "arm64"}, {"linux", "arm64"}} {
		if err := command(s.env(), "go", "vet", "./..."); err != nil {
			return fmt.Errorf("%s/%s: %w", s.os, s.arch, err)
		}
	}
	return nil
}

func arm64(g *gate) error {
	s := system{"linux", "arm64"}
	p := group{name: "arm64", packages: []string{module + "/gpumodel/vector", module + "/gpumodel/warp"}, cores: runtime.NumCPU(),
		limit: partLimit, env: s.env(),
		flags: []string{"-short"}}
	if runtime.GOARCH != "arm64" {
		emulator, err := exec.LookPath("qemu-aarch64")
		if err != nil {
			if emulator, err = exec.LookPath("qemu-aarch64-static"); err != nil {
				return fmt.Errorf("needs qemu-aarch64 (Debian: qemu-user): %w", err)
			}
		}
		p.flags = append(p.flags, "-exec", emulator)
	}
	said, err := p.run(g)
	g.tests.add(said)
	return err
}

// raced are the tests of the model that launch from several goroutines, or end a launch: the race
// detector makes the model ten times slower, so that it does not watch all.
const raced = "^(TestConcurrentLaunches|TestDeterministic|TestEndlessKernelIsCancelled|TestCheckedInterrupted|TestSweepIsDeterministic|" +
	"TestInterruptKeepsPoints|TestInterruptKeepsConfigurations|TestInterruptEndlessKernel)$"

// serial are tests of sessions that are one launch after the other, or fill memory: they run without the race detector.
const serial = "^(TestNotebooks|TestAssignments|TestExamples|TestGrowthStaysWithinTheLimit|TestMemoryIsBounded|TestAbusiveCells)$"

func races(g *gate) error {
	cc, err := output("go", "env", "CC")
	if err != nil {
		return err
	}
	if _, err := exec.LookPath(cc); err != nil {
		return fmt.Errorf("the race detector needs a C compiler: %w", err)
	}
	all, err := packages("./cmd/...", "./kernel/...", "./gpumodel/driver/...")
	if err != nil {
		return err
	}
	env := []string{"WARPBOOK_LONG="} // long tests of these packages are parts of their own
	groups := []group{
		{name: "race", packages: all, flags: []string{"-race", "-skip", serial}, cores: (runtime.NumCPU() + 1) / 2, limit: partLimit, env: env},
		{name: "race launches", packages: []string{module + "/gpumodel", module + "/gpumodel/observe", module + "/kernel/lib"}, flags: []string{"-race", "-run", raced},
			cores: runtime.NumCPU(), limit: partLimit, env: env},
	}
	for _, p := range groups {
		said, err := p.run(g)
		g.tests.add(said)
		if err != nil {
			return err
		}
	}
	return nil
}

func raceModel(g *gate) error {
	all, err := packages("./gpumodel/...")
	if err != nil {
		return err
	}
	p := group{name: "race/model", packages: all, flags: []string{"-race", "-short"}, cores: runtime.NumCPU(), limit: partLimit}
	said, err := p.run(g)
	g.tests.add(said)
	return err
}

// fuzzMinutes is what all fuzzers take together.
const fuzzMinutes = 25

func fuzzAll(*gate) error {
	all, err := packages("./...")
	if err != nil {
		return err
	}
	type target struct{ pkg, name string }
	var targets []target
	for _, pkg := range all {
		out, err := output("go", "test", pkg, "-list", "^Fuzz")
		if err != nil {
			return err
		}
		for _, name := range strings.Fields(out) {
			if strings.HasPrefix(name, "Fuzz") {
				targets = append(targets, target{pkg, name})
			}
		}
	}
	for _, t := range targets {
		fmt.Println("== fuzz", path.Join(short(t.pkg), t.name))
		share := 60 * fuzzMinutes / float64(len(targets))
		began := time.Now()
		if err := fuzz(t.pkg, t.name, fuzzTrial); err != nil {
			return err
		}
		rate := fuzzTrial / time.Since(began).Seconds() // the start is in it: the share is an aim
		if err := fuzz(t.pkg, t.name, int(rate*share)); err != nil {
			return err
		}
	}
	return nil
}

// fuzzTrial is how many inputs tell how quick a fuzzer is.
const fuzzTrial = 200

// fuzz tries inputs by count, not by time: what the end of the time interrupts, go test may take for a
// failure (go.dev/issue/75804).
func fuzz(pkg, name string, inputs int) error {
	err := command(nil, "go", "test", pkg, "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", fmt.Sprint(inputs, "x"),
		"-fuzzminimizetime", "1x", "-parallel", fmt.Sprint(runtime.NumCPU()))
	if err != nil {
		return fmt.Errorf("%s %s: %w", short(pkg), name, err)
	}
	return nil
}

func abuse(g *gate) error {
	p := group{name: "abuse", packages: []string{module + "/kernel"}, flags: []string{"-run", "^TestAbuse"}, cores: runtime.NumCPU(),
		limit: partLimit}
	said, err := p.run(g)
	g.tests.add(said)
	return err
}
