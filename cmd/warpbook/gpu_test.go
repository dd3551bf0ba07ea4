//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"warpbook.dev/gpumodel/driver/stub"
	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// useGPU gives the test a GPU: a stub, or, with WARPBOOK_GPU=1, the first real one of this
// machine. It tells which.
func useGPU(t *testing.T) (real bool) {
	if os.Getenv("WARPBOOK_GPU") == "1" {
		return true
	}
	stub.Use(t)
	t.Setenv("STUB_MEMORY_MB", "256")
	t.Setenv("STUB_SIGN", filepath.Join(t.TempDir(), "hangs"))
	return false
}

// gpuKernels is a text whose kernels do on a real GPU what they do on the stub.
const gpuKernels = `%%cuda -D ARRAYS=80
#include <stdio.h>
__global__ void scale(float *out, const float *in, float factor, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[i] = factor * in[i];
}
__global__ void accumulate(float *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] += 1;
}
__device__ int counter;
__global__ void ticket(int *out) { *out = atomicAdd(&counter, 1) + 1; }
struct Member { char c; double x; float *out; };
__global__ void member(Member s) { s.out[0] = s.c + s.x; }
struct Many { float *p[ARRAYS]; };
__global__ void many(Many m) { m.p[0][0] = 1; }
__global__ void shared(int n) { extern __shared__ float s[]; s[n - 1] = n; }
__global__ void say() { if (blockIdx.x == 0 && threadIdx.x == 0) printf("hello from %d threads\n", gridDim.x * blockDim.x); }
__global__ void wild(float *a, long i) { a[i] = 1; }
__global__ void forever(volatile int *a) { while (a[0] == 0) {} }
__global__ void crash() {}
int main() { scale<<<1, 1>>>(0, 0, 0, 0); }`

// A gpuStep is a cell and what comes of it: patterns of its output and of its error.
type gpuStep struct{ code, want, err string }

// alive is a cell that works on a GPU.
var alive = gpuStep{"scale[4, 256](a, b, 3.0, 1000)\na[5]", `^15\.0\n$`, ""}

// TestGPU: whatever happens on a real GPU is an error in its cell, which says what, and the
// next cell works. No worker process is left over.
func TestGPU(t *testing.T) {
	tier.Check(t)
	real := useGPU(t)
	large := 20 // the logarithm of the size of arrays of which 80 are too many
	if real {
		large = 29
	}
	steps := []gpuStep{
		{`g = gpu("cuda:0")
use(g)
a, b = zeros(1000), arange(1000, dtype="float32")
g.name, g.compute_capability, g.sms > 0, g.sources().rows[0]["kind"]`, `\(cuda:0\)", "\d+\.\d", True, "measured"`, ""},
		{gpuKernels, `(?s)on .*\(cuda:0\), by NVRTC.*scale +float\* out, const float\* in, float factor, int n +[1-9]`, ""},
		{"n = scale.registers()\nn == scale.registers(\"cuda:0\") and n > 0, scale.local_bytes(), scale.shared_bytes, scale.occupancy(block=256).by_registers > 0", "True, 0, 0, True", ""},
		{"r = scale[4, 256](a, b, 3.0, 1000)\na[5], r.measured, r.time > 0, len(r.times) >= 5, r.gpu.name == g.name", `15\.0, True, True, True, True`, ""},
		{"r", `(?s)measured.*median of \d+ launches.*counters +from the model of`, ""},
		{"r.counters", `(?s)from the model of .*inst_executed`, ""},
		{"roofline(r)", `Roofline\n.*cuda:0.*, measured`, ""},
		{"r.lines.rows[0][\"line\"] > 0, r.counters[\"smsp__inst_executed.sum\"] > 0", "True, True", ""},
		{"accumulate[4, 256](a, 1000)\na[5]", `16\.0`, ""},
		{"o = zeros(1, dtype=\"int32\")\nticket[1, 1](o)\nticket[1, 1](o)\no[0], ticket.symbol(\"counter\")[0]", `2, 2`, ""},
		{"member[1, 1]({\"c\": 2, \"x\": 0.5, \"out\": a})\na[0]", `2\.5`, ""},
		{"say[2, 32]()\n0", "^hello from 64 threads\n0\n$", ""},
		{"run(\"transpose/padded\", n=256, check=True).measured", "True", ""},
		{"s = sweep([\"transpose/naive\", \"transpose/padded\"], n=[128, 256], check=True)\n[(r[\"measured\"], r[\"gbps\"] > 0, r[\"bound\"]) for r in s.rows]", `^\D*(\d of 4 points.*\n)?.*True, True, None.*True, True, None`, ""},
		{"transfer(1 << 20, pinned=True)", `(?s)copy to device, page-locked.*measured`, ""},
		{"shared[1, 32, 100 * 1024](25600).shared_bytes", `^10\d\d\d\d\n$`, ""},
		{"scale[4, 2048](a, b, 3.0, 1000)", "", `LaunchError: .*2048.*allows.*1024`},
		{"wild[1, 1](a, 1 << 40)", "", `LaunchError: wild<<<.*>>> on .*\(cuda:0\): an illegal memory access was encountered \(CUDA_ERROR_ILLEGAL_ADDRESS\); .*checked`},
		alive,
		{"forever[1, 1](zeros(1, dtype=\"int32\"), gpu=gpu(\"cuda:0\", timeout=2))", "", `TimeoutError: forever<<<.*running the kernel: no end after 2s`},
		alive,
		{fmt.Sprintf("many[1, 1]({\"p\": [zeros(1 << %d) for _ in range(80)]})", large), "", `MemoryError: many<<<.*out of memory.*MiB`},
		alive,
		{"gpu(\"cuda:77\")", "", `RuntimeError: .*no GPU number 77: this machine has`},
		{"gpu(\"cuda:0\", sms=4)", "", `ValueError: .*is a real GPU.*timeout`},
	}
	if !real {
		steps = append(steps,
			gpuStep{"crash[1, 1]()", "", `LaunchError: crash<<<.*worker process of the GPU crashed`},
			alive,
			gpuStep{"cuda(\"// nvrtc_refuses\\n__global__ void k(int *a) { a[0] = 1; }\").k[1, 1](o)", "",
				`CompileError: (?s).*the stub refuses this text`},
			alive,
			gpuStep{"cuda(\"__global__ void options() {}\", use_fast_math=True, maxrregcount=32, dlcm=\"cg\", defines={\"N\": 3}).options[1, 1]()\n0",
				`^--gpu-architecture=sm_90 --std=c\+\+17 --device-as-default-execution-space -DN=3 --use_fast_math --maxrregcount=32 --ptxas-options=-dlcm=cg\n0\n$`, ""},
		)
	}
	session := newSession()
	for i, step := range steps {
		runStep(t, t.Context(), session, i, step)
		tier.Wait(t, "the end of all workers but one", func() bool { return len(childrenOf(os.Getpid())) <= 1 })
	}
	t.Run("killed from outside", func(t *testing.T) {
		endGPU(t)
		done := begin(t, t.Context(), session, gpuStep{"forever[1, 1](zeros(1, dtype=\"int32\"))", "",
			`LaunchError: forever<<<.*killed from outside`})
		_ = syscall.Kill(awaitLaunch(t, os.Getpid()), syscall.SIGKILL) // if it is gone, the cell says so
		tier.Closed(t, "the end of the killed launch", done)
		runStep(t, t.Context(), session, 1, alive)
	})
	t.Run("killed between cells", func(t *testing.T) {
		for _, pid := range childrenOf(os.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		runStep(t, t.Context(), session, 0, alive) // at once: the worker may be about to end
	})
	t.Run("interrupted", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		endGPU(t)
		done := begin(t, ctx, session, gpuStep{"forever[1, 1](zeros(1, dtype=\"int32\"))", "", `KeyboardInterrupt`})
		awaitLaunch(t, os.Getpid())
		cancel()
		tier.Closed(t, "the end of the interrupted launch", done)
		runStep(t, t.Context(), session, 1, alive)
	})
}

// endGPU ends the worker, so that the next one to be seen is that of the next cell.
func endGPU(t *testing.T) {
	for _, pid := range childrenOf(os.Getpid()) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	tier.Wait(t, "the end of the worker", func() bool { return len(childrenOf(os.Getpid())) == 0 })
	_ = os.Remove(os.Getenv("STUB_SIGN")) // of an earlier launch
}

// begin executes a cell that somebody else ends; the channel is closed once it has ended.
func begin(t *testing.T, ctx context.Context, session *cell.Session, step gpuStep) chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runStep(t, ctx, session, 0, step)
	}()
	return done
}

// runStep executes a cell and compares.
func runStep(t *testing.T, ctx context.Context, session *cell.Session, i int, step gpuStep) {
	t.Helper()
	ctx, stop := context.WithTimeout(ctx, tier.Hang)
	defer stop()
	var stdout, stderr bytes.Buffer
	begun := time.Now()
	out := &printer{stdout: &stdout, stderr: &stderr}
	outcome := session.Execute(ctx, kernel.Cell{Code: step.code, Count: i + 1}, out)
	out.end()
	failed := ""
	if e := outcome.Error; e != nil {
		failed = e.Name + ": " + e.Value
	}
	t.Logf("cell %d, %.2f s: %.60q\n%s%s", i, time.Since(begun).Seconds(), step.code, stdout.String(), failed)
	if !regexp.MustCompile(step.want).MatchString(stdout.String()) || (step.err == "") != (failed == "") ||
		!regexp.MustCompile(step.err).MatchString(failed) {
		t.Errorf("cell %d:\n%s\ngot output %q, want %q; got error %q, want %q", i, step.code, stdout.String(), step.want, failed, step.err)
	}
}

// childrenOf are the worker processes of a process.
func childrenOf(parent int) []int {
	var all []int
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the only error is of the pattern
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest) // state, parent, …
		if len(fields) < 2 || fields[0] == "Z" || fields[1] != strconv.Itoa(parent) {
			continue
		}
		line, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
		if err == nil && slices.Contains(strings.Split(string(line), "\x00"), "gpu-worker") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			all = append(all, pid)
		}
	}
	return all
}

// awaitLaunch waits until a worker runs a kernel that never ends, and returns its process. The stub
// gives a sign. A real GPU gives none: there the worker has loaded the driver, and the kernel runs
// soon or already.
func awaitLaunch(t *testing.T, parent int) (worker int) {
	t.Helper()
	sign := os.Getenv("STUB_SIGN")
	tier.Wait(t, "a worker in a launch", func() bool {
		all := childrenOf(parent)
		if len(all) == 0 {
			return false
		}
		worker = all[0]
		if sign != "" {
			_, err := os.Stat(sign)
			return err == nil
		}
		maps, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", worker))
		return bytes.Contains(maps, []byte("libcuda.so"))
	})
	return worker
}

// TestGPUOrphan: a worker ends with its parent, even in the middle of a launch.
func TestGPUOrphan(t *testing.T) {
	tier.Check(t)
	useGPU(t)
	file := filepath.Join(t.TempDir(), "forever.txt")
	write(t, file, []byte("use(\"cuda:0\")\n# %%\n"+gpuKernels+"\n# %%\nforever[1, 1](zeros(1, dtype=\"int32\"), gpu=gpu(\"cuda:0\", timeout=600))\n"))
	cmd := exec.Command("warpbook", "exec", file)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	worker := awaitLaunch(t, cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	tier.Wait(t, "the end of the worker without a parent", func() bool {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", worker))
		return err != nil || strings.Contains(string(state), ") Z ")
	})
}

// TestDoctorGPU: the doctor says which GPU can be used.
func TestDoctorGPU(t *testing.T) {
	tier.Check(t)
	useGPU(t)
	for remedy, want := range map[string]string{"": `ok +cuda:0 is an NVIDIA .*, compute capability \d+\.\d.*driver for CUDA.*NVRTC`,
		"STUB_NO_DEVICE=1": `note +no real GPU can be used.*no CUDA-capable device`} {
		cmd := exec.Command("warpbook", "doctor")
		cmd.Env = append(os.Environ(), remedy)
		said, _ := cmd.CombinedOutput() // other things may be wrong here
		if !regexp.MustCompile(want).Match(said) && (remedy == "" || os.Getenv("WARPBOOK_GPU") != "1") {
			t.Errorf("%s: want %s, got:\n%s", remedy, want, said)
		}
	}
}

// TestNoGPU: without a GPU the error says what was searched and how to get it.
func TestNoGPU(t *testing.T) {
	if _, err := os.Stat("/dev/nvidiactl"); err == nil {
		t.Skip("this machine has a GPU")
	}
	t.Setenv("LD_LIBRARY_PATH", t.TempDir())
	cmd := exec.Command("warpbook", "exec", "-")
	cmd.Stdin = strings.NewReader(`gpu("cuda:0")`)
	said, err := cmd.CombinedOutput()
	if err == nil || !regexp.MustCompile(`RuntimeError: gpu "cuda:0": no real GPU can be used: no NVIDIA driver: libcuda.so.1 was not found on the loader's path .*/usr/lib.*`).Match(said) {
		t.Errorf("%v: %s", err, said)
	}
}
