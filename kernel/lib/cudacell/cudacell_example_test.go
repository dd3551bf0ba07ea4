package cudacell_test

import (
	"fmt"

	"warpbook.dev/gpumodel"
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
	// %%cuda: unknown option "-arch=sm_90": leave it out, use("GTX 280") cho
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
