package conformance

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// A judge is a process that runs testdata/accuracy/judge.py.
type judge struct {
	in     io.Writer
	out    *bufio.Reader
	stderr *bytes.Buffer
}

// judges are those that are not busy, one for each processor.
type judges chan *judge

// startJudges starts the processes.
func startJudges(t *testing.T) judges {
	t.Helper()
	python := os.Getenv("WARPBOOK_MPFR_PYTHON")
	if python == "" {
		t.Skip("needs: a Python with .ci/requirements-mpfr.txt in WARPBOOK_MPFR_PYTHON")
	}
	all := make(judges, runtime.GOMAXPROCS(0))
	for range cap(all) {
		cmd := exec.Command(python, "testdata/accuracy/judge.py")
		j := &judge{stderr: new(bytes.Buffer)}
		cmd.Stderr = j.stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			in.Close() // its end of the input ends it
			if err := cmd.Wait(); err != nil {
				t.Errorf("judge.py: %v\n%s", err, j.stderr)
			}
		})
		j.in, j.out = in, bufio.NewReader(out)
		all <- j
	}
	return all
}

// ask returns the correctly rounded results of a function.
func (all judges) ask(t *testing.T, f *accuracyFunction, inputs [][]float64) []float64 {
	t.Helper()
	j := <-all
	defer func() { all <- j }()
	request := bytes.NewBufferString(fmt.Sprintln(f.judged, f.format.bits, len(inputs), len(inputs[0])))
	for _, column := range inputs {
		binary.Write(request, binary.LittleEndian, column) // a buffer takes all
	}
	if _, err := j.in.Write(request.Bytes()); err != nil {
		t.Fatalf("judge.py: %s: %v", f.judged, err)
	}
	want := make([]float64, len(inputs[0]))
	if err := binary.Read(j.out, binary.LittleEndian, want); err != nil {
		t.Fatalf("judge.py: %s: %v", f.judged, err)
	}
	return want
}
