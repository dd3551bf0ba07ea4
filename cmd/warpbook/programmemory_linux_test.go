package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/shirou/gopsutil/v4/process"

	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
)

const (
	// grownMemory is what a program of these tests may hold. The process takes a tenth more at the most, and what it takes for an
	// empty program.
	grownMemory = 64 << 20
	// grownShare is the CPU time after which a program is interrupted.
	grownShare = 3 * time.Second
)

// peakOfProgram runs a program with a limit of its memory and returns the most that the process has taken, in bytes.
func peakOfProgram(t *testing.T, source string) int64 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.cu")
	write(t, path, []byte(source))
	var said lockedText
	cmd := exec.CommandContext(t.Context(), program(t), "run", "--quiet", "--memory-limit", fmt.Sprint(grownMemory), path)
	cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Dir(path), io.Discard, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	usage, err := process.NewProcess(int32(cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	hung := make(chan bool, 1)
	go func() { hung <- endProgram(cmd.Process, usage, ended) }()
	_ = cmd.Wait() // how it ends is its own business
	close(ended)
	if <-hung {
		t.Errorf("it does not end for %v after an interrupt\n%s\n%s", watchedPatience, &said, source)
	}
	if code := cmd.ProcessState.ExitCode(); code == 2 && strings.Contains(said.String(), "goroutine ") && !t.Failed() {
		t.Errorf("panic: %s\n%s", &said, source)
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}

// endProgram interrupts a program that has had its share of the processor. hung is true of one that had to be killed.
func endProgram(p *os.Process, usage *process.Process, ended chan struct{}) (hung bool) {
	interrupted := false
	tier.Look(ended, func() bool {
		times, err := usage.Times()
		if err != nil {
			return false // it has just ended
		}
		switch took := time.Duration((times.User + times.System) * float64(time.Second)); {
		case took > grownShare && !interrupted:
			interrupted = true
			_ = p.Signal(os.Interrupt)
		case took > grownShare+watchedPatience:
			hung = true
			_ = p.Signal(syscall.SIGQUIT)
		}
		return hung
	})
	return hung
}

// grown are what a program may do without end. Each call leaves something behind.
var grown = []struct{ name, before, loop string }{
	{"malloc", "", "malloc(1);"},
	{"touched blocks", "", "char *p = (char *)malloc(1 << 20); if (p) memset(p, 1, 1 << 20);"},
	{"blocks that are freed", "", "char *p = (char *)malloc(1 << 20); if (p) memset(p, 1, 1 << 20); free(p);"},
	{"realloc", "static char *p; static int n;", "p = (char *)realloc(p, n += 1000);"},
	{"new", "struct S { int n; };", "new S();"},
	{"vector", "#include <vector>\nstatic std::vector<int> v;", "v.push_back(1);"},
	{"map", "#include <map>\nstatic std::map<int, int> m; static int n;", "m[n++] = 1;"},
	{"string", "#include <string>\nstatic std::string s;", "s += 'a';"},
	{"cudaMalloc", "static char *p;", "cudaMalloc(&p, 1);"},
	{"cudaMalloc and cudaFree", "static char *p;", "cudaMalloc(&p, 1); cudaFree(p);"},
	{"cudaMallocHost", "static char *p;", "cudaMallocHost(&p, 1);"},
	{"cudaMallocHost and cudaFreeHost", "static char *p;", "cudaMallocHost(&p, 1); cudaFreeHost(p);"},
	{"cudaMallocManaged", "static char *p;", "cudaMallocManaged(&p, 1);"},
	{"cudaMallocManaged and cudaFree", "static char *p;", "cudaMallocManaged(&p, 1); cudaFree(p);"},
	{"cudaMallocAsync", "static char *p;", "cudaMallocAsync(&p, 1, 0);"},
	{"cudaMallocPitch", "static char *p; static size_t n;", "cudaMallocPitch(&p, &n, 4, 4);"},
	{"cudaMallocArray", "static cudaArray_t a; static cudaChannelFormatDesc d;", "d = cudaCreateChannelDesc<float>(); cudaMallocArray(&a, &d, 4, 4);"},
	{"cudaEventCreate", "static cudaEvent_t e;", "cudaEventCreate(&e);"},
	{"cudaEventCreate and cudaEventDestroy", "static cudaEvent_t e;", "cudaEventCreate(&e); cudaEventDestroy(e);"},
	{"cudaEventRecord", "static cudaEvent_t e;", "if (!e) cudaEventCreate(&e); cudaEventRecord(e);"},
	{"cudaStreamCreate", "static cudaStream_t s;", "cudaStreamCreate(&s);"},
	{"cudaStreamCreate and cudaStreamDestroy", "static cudaStream_t s;", "cudaStreamCreate(&s); cudaStreamDestroy(s);"},
	{"launches", "__global__ void k() {}", "k<<<1, 1>>>();"},
	{"launches that wait", "__global__ void k() {}", "k<<<1, 1>>>(); cudaDeviceSynchronize();"},
	{"launches that print", "__global__ void k() { printf(\"a\\n\"); }", "k<<<1, 32>>>();"},
	{"launches that fail", "__global__ void k() {}", "k<<<0, 1>>>();"},
	{"copies", "static int *p, n;", "if (!p) cudaMalloc(&p, 4); cudaMemcpy(p, &n, 4, cudaMemcpyHostToDevice);"},
	{"copies of a stream", "static int *p, n;", "if (!p) cudaMalloc(&p, 4); cudaMemcpyAsync(p, &n, 4, cudaMemcpyHostToDevice, 0);"},
	{"cudaMemset", "static int *p;", "if (!p) cudaMalloc(&p, 4); cudaMemset(p, 0, 4);"},
	{"errors", "", "cudaFree((void *)12345); cudaGetLastError();"},
	{"faults", "", "cudaMemcpy((void *)1, (void *)2, 3, cudaMemcpyDeviceToHost);"},
	{"graphs", "static cudaGraph_t g;", "cudaGraphCreate(&g, 0);"},
	{"nodes of a graph", "static cudaGraph_t g; static cudaGraphNode_t n;", "if (!g) cudaGraphCreate(&g, 0); cudaGraphAddEmptyNode(&n, g, 0, 0);"},
	{"callbacks", "static void f(void *) {}", "cudaLaunchHostFunc(0, f, 0);"},
	{"printf", "", "printf(\"%d\\n\", 7);"},
	{"perror", "", "perror(\"a\");"},
	{"fopen", "", "fopen(\"p.cu\", \"r\");"},
	{"fopen and fclose", "", "FILE *f = fopen(\"p.cu\", \"r\"); if (f) fclose(f);"},
	{"files", "static char name[40]; static int n;", "sprintf(name, \"f%d\", n++); FILE *f = fopen(name, \"w\"); if (f) fclose(f); remove(name);"},
	{"atexit", "static void f() {}", "atexit(f);"},
	{"setenv", "static char name[40]; static int n;", "sprintf(name, \"f%d\", n++); setenv(name, name, 1);"},
	{"getenv", "", "getenv(\"HOME\");"},
	{"strdup", "", "strdup(\"abc\");"},
	{"throw", "#include <stdexcept>", "try { throw std::runtime_error(\"a\"); } catch (std::exception &e) { }"},
	{"recursion", "static int f(int n) { int a[100]; a[n % 100] = n; return f(n + 1) + a[(n + 1) % 100]; }", "f(0);"},
	{"cublasCreate", "#include <cublas_v2.h>\nstatic cublasHandle_t h;", "cublasCreate(&h);"},
	{"curandCreateGenerator", "#include <curand.h>\nstatic curandGenerator_t g;", "curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);"},
	{"cufftPlan1d", "#include <cufft.h>\nstatic cufftHandle p;", "cufftPlan1d(&p, 64, CUFFT_C2C, 1);"},
	{"nvrtcCreateProgram", "#include <nvrtc.h>\nstatic nvrtcProgram p;", "nvrtcCreateProgram(&p, \"__global__ void k() {}\", \"k.cu\", 0, 0, 0);"},
	{"nvrtcCompileProgram", "#include <nvrtc.h>\nstatic nvrtcProgram p;", "nvrtcCreateProgram(&p, \"__global__ void k() {}\", \"k.cu\", 0, 0, 0); nvrtcCompileProgram(p, 0, 0); nvrtcDestroyProgram(&p);"},
	{"textures", "static cudaTextureObject_t t; static cudaResourceDesc r; static cudaTextureDesc d; static float *p;", "if (!p) { cudaMalloc(&p, 64); r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = p; r.res.linear.sizeInBytes = 64; r.res.linear.desc = cudaCreateChannelDesc<float>(); } cudaCreateTextureObject(&t, &r, &d, 0);"},
	{"threads", "#include <thread>\nstatic void f() {}", "std::thread t(f); t.join();"},
	{"kernel heap", "__global__ void k() { malloc(16); }", "k<<<1, 32>>>(); cudaDeviceSynchronize();"},
	{"peer access", "", "cudaDeviceReset();"},
}

// TestProgramsStayWithinTheAccount: what a program does without end takes no more than it may hold, and a tenth.
func TestProgramsStayWithinTheAccount(t *testing.T) {
	tier.Long(t)
	const headers = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <cuda_runtime.h>\n"
	for _, g := range grown {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			text := headers + g.before + "\nint main(int argc, char **argv) { for (int i = 0; i < argc || argc < 9; i++) { %s } }\n"
			empty := peakOfProgram(t, strings.Replace(fmt.Sprintf(text, g.loop), "argc < 9", "i < 1", 1))
			taken := peakOfProgram(t, fmt.Sprintf(text, g.loop))
			t.Logf("%d MB, and %d MB", empty>>20, (taken-empty)>>20)
			if taken-empty > grownMemory+grownMemory/10 {
				t.Errorf("it takes %d MB, with %d MB for one time; it may hold %d MB", taken>>20, empty>>20, grownMemory>>20)
			}
		})
	}
}

// TestMutatedProgramsStayWithinTheAccount does the same with programs that have slips: they take at most a tenth more than what they
// may hold above what the program without slips takes, which is mostly its compilation.
func TestMutatedProgramsStayWithinTheAccount(t *testing.T) {
	tier.Long(t)
	var texts []string
	for _, path := range globbed(t, "../../gpumodel/host/testdata/programs/*.cu") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	var mu sync.Mutex
	usual := map[string]int64{}
	t.Run("usual", func(t *testing.T) { // ends when all programs have
		for i, text := range texts {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				most := peakOfProgram(t, text)
				mu.Lock()
				defer mu.Unlock()
				usual[text] = most
			})
		}
	})
	m := mutate.New(texts)
	for seed := range uint64(1000) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			own := m.Seeded(seed)
			text := mutate.Pick(own, texts)
			source := own.Text(text)
			if taken := peakOfProgram(t, source); taken-usual[text] > grownMemory+grownMemory/10 {
				t.Errorf("seed %d takes %d MB, without slips it takes %d MB; it may hold %d MB\n%s", seed, taken>>20, usual[text]>>20,
					grownMemory>>20, source)
			}
		})
	}
}
