package cudacell_test

import (
	"context"
	"fmt"
	"regexp"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
)

func ExampleParse() {
	line, err := cudacell.Parse(`-D TILE=16 --maxrregcount 32 -Xptxas -dlcm=cg --name m`)
	fmt.Println(line.Options.Defines, line.Options.MaxRegisters, line.Options.LoadCaching, line.Module, err)
	for _, wrong := range []string{"--maxregcount=32", "-arch=sm_90", "-D 1A", `-D "A`} {
		_, err = cudacell.Parse(wrong)
		fmt.Printf("%.70s\n", err)
	}
	// Output:
	// map[TILE:16] 32 cg m <nil>
	// %%cuda: unknown option "--maxregcount=32": did you mean --maxrregcount
	// %%cuda: unknown option "-arch=sm_90": leave it out, use("H200") choose
	// %%cuda: -D: want NAME or NAME=VALUE, got "1A"
	// %%cuda: the quote " is not closed
}

// What host code launches with <<<…>>> is a call of the cell language.
func ExampleLine_Suggest() {
	m, err := gpumodel.Compile("cell", `
template <int N> __global__ void fill(float *a, float x) { a[threadIdx.x] = x * N; }
__global__ void scale(float *a, int n) { a[threadIdx.x] = n; }
int main() {
    const int n = 1000;
    float *d_a;
    scale<<<(n + 255) / 256, dim3(16, 16), 64 * sizeof(float)>>>(d_a, n);
    fill<4><<<1, 32>>>(d_a, 2.0f);
}`, gpumodel.Options{})
	if err != nil {
		panic(err)
	}
	for _, launch := range m.Launches {
		fmt.Println((&cudacell.Line{}).Suggest(launch))
	}
	fmt.Println((&cudacell.Line{Module: "m"}).Suggest(m.Launches[0]))
	// Output:
	// scale[4, (16, 16), 256](d_a, n)
	// fill.instance(4)[1, 32](d_a, 2.0)
	// m.scale[4, (16, 16), 256](d_a, n)
}

func ExampleAssistant_Complete() {
	args := " --prec-div="
	start, matches := cudacell.Assistant{}.Complete(cell.MagicText{Args: args, At: len(args)})
	for _, m := range matches {
		fmt.Println(args[:start] + m.Text)
	}
	body := "__global__ void k(float *image) { im"
	start, matches = cudacell.Assistant{}.Complete(cell.MagicText{Body: body, InBody: true, At: len(body)})
	fmt.Println(body[start:], matches[0].Text, matches[0].Signature)
	// Output:
	//  --prec-div=true
	//  --prec-div=false
	// im image float *image
}

// A mistake is shown with its line and a caret, in the colours of a terminal.
func ExampleCompiling() {
	_, err := gpumodel.Compile("cell", "__global__ void k(float *a) {\n    a[0] = b;\n}", gpumodel.Options{})
	shown := cudacell.Compiling(err).(interface {
		ErrorName() string
		Traceback() []string
	})
	fmt.Println(shown.ErrorName())
	colours := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, line := range shown.Traceback() {
		fmt.Println(colours.ReplaceAllString(line, ""))
	}
	// Output:
	// CompileError
	// CompileError:
	// cell:2:12: undeclared identifier "b"
	//    2 |     a[0] = b;
	//      |            ^
}

func ExampleLaunching() {
	m, err := gpumodel.Compile("cell", "__global__ void k(float *a) {\n    extern __shared__ float s[];\n    s[threadIdx.x] = a[threadIdx.x];\n}", gpumodel.Options{})
	if err != nil {
		panic(err)
	}
	d, err := device.Get("GTX 280")
	if err != nil {
		panic(err)
	}
	a, err := gpumodel.NewArray(gpumodel.Float32, 32)
	if err != nil {
		panic(err)
	}
	one := gpumodel.Dim3{X: 1, Y: 1, Z: 1}
	_, err = measured.Run(context.Background(), d, gpumodel.Launch{Kernel: m.Kernels[0], Grid: one,
		Block: gpumodel.Dim3{X: 32, Y: 1, Z: 1}, Args: []any{a}})
	for _, line := range cudacell.Launching(err, m.Kernels[0]).(interface{ Traceback() []string }).Traceback() {
		fmt.Println(line)
	}
	// Output:
	// cell, line 3, in kernel k
	//    -> 3     s[threadIdx.x] = a[threadIdx.x];
	//
	// LaunchError: k, line 3 of cell: out of bounds: byte 0 of 0 bytes of shared memory (block (0, 0, 0), thread (0, 0, 0)); extern __shared__ memory is given at the launch: k[grid, block, bytes]
}

func ExampleLine_Notes() {
	m, err := gpumodel.Compile("cell", `
__constant__ float weights[4];
__global__ void k(float *a) {
    __shared__ float s[5000];
    s[threadIdx.x] = weights[0];
    a[threadIdx.x] = s[threadIdx.x];
}
int main() { float *d_a; k<<<2, 64>>>(d_a); }`, gpumodel.Options{})
	if err != nil {
		panic(err)
	}
	d, err := device.Get("GTX 280")
	if err != nil {
		panic(err)
	}
	line, err := cudacell.Parse("-Xptxas -dlcm=cg")
	if err != nil {
		panic(err)
	}
	for _, note := range line.Notes(context.Background(), m, d) {
		fmt.Println(note)
	}
	// Output:
	// line 8: host function main (line 8) is skipped; it launches k<<<2, 64>>>(d_a)
	// line 3: k needs 20032 bytes of shared memory per block; GTX 280 has 16384, and refuses to launch it
	// __constant__ float weights[4]: read and set with k.symbol("weights")
	// line 8: this file launches k; in a cell: k[2, 64](d_a)
	// -dlcm=cg changes nothing on the GTX 280: it has no L1 cache of global memory
}
