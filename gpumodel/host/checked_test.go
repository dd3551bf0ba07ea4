package host_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/host"
)

// checkedPrograms are programs with a fault where FAULT is defined, and none elsewhere.
func checkedPrograms(t *testing.T) []string {
	files, err := filepath.Glob("testdata/checked/*.cu")
	if err != nil || len(files) != 14 {
		t.Fatalf("%d programs, %v; want 14", len(files), err)
	}
	return files
}

// tells runs a program, and returns what is told of it.
func tells(t *testing.T, file string, o gpumodel.Options, checking host.Checking) *host.Run {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	p, err := host.Compile(t.Context(), filepath.Base(file), string(text), o)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r, err := p.Run(t.Context(), host.Options{Device: d, Args: []string{"./p"}, Stdout: &out, Stderr: &out, Checking: checking})
	if err != nil {
		t.Fatal(err)
	}
	if r.ExitCode != 0 || out.Len() == 0 {
		t.Fatalf("exit code %d, output %q", r.ExitCode, out.String())
	}
	return r
}

// TestCheckedPrograms: the checker tells the fault of a program with its lines, whether it looks at a part of each launch or at all,
// and tells nothing of the same program without it.
func TestCheckedPrograms(t *testing.T) {
	for _, file := range checkedPrograms(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cu"), func(t *testing.T) {
			fault := gpumodel.Options{Defines: map[string]string{"FAULT": "1"}}
			some := tells(t, file, fault, host.CheckSome)
			told := strings.Join(some.Told(), "\n") + "\n"
			compareGolden(t, strings.TrimSuffix(file, ".cu")+".golden", told)
			for _, checking := range []host.Checking{host.CheckSome, host.CheckAll} {
				if r := tells(t, file, gpumodel.Options{}, checking); len(r.Findings)+len(r.Leaks) > 0 || r.Faulty {
					t.Errorf("without the fault:\n%s", strings.Join(r.Told(), "\n"))
				}
			}
			all := tells(t, file, fault, host.CheckAll)
			if !some.Faulty || !all.Faulty {
				t.Errorf("faulty: %t when a part of each launch is looked at, %t when all is; want both", some.Faulty, all.Faulty)
			}
			if diff := cmp.Diff(first(told), first(strings.Join(all.Told(), "\n")+"\n")); diff != "" {
				t.Errorf("when all is looked at (-some +all):\n%s", diff)
			}
		})
	}
}

// first is the first line of a text, up to how often.
func first(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	line, _, _ = strings.Cut(line, " times")
	return strings.TrimRight(line, "0123456789(")
}

// TestUncheckedProgram: nothing of the checker's is told where it is not wanted.
func TestUncheckedProgram(t *testing.T) {
	fault := gpumodel.Options{Defines: map[string]string{"FAULT": "1"}}
	if r := tells(t, "testdata/checked/histogram.cu", fault, host.CheckNone); len(r.Told()) > 0 || r.Faulty {
		t.Errorf("%v", r.Told())
	}
}
