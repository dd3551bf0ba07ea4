package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/advise"
	"warpbook.dev/gpumodel/measured"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = registry.Declare(row{
	Name: "analyze", Page: "results.md", StateFunc: (*Library).analyze,
	Returns:   &Analysis{},
	Args:      face.Hints{"defines{}": Macros("kernel")},
	StateArgs: stateHints{"kernel": (*Library).Programs},
	Doc: `analyze(kernel, gpu=None, n=1024, block=None, grid=None, args=None, defines=None)
Computes the arithmetic intensity of a kernel, and the highest speed that this intensity allows on a GPU. The
arithmetic intensity is the number of flops per word (4 bytes) of global memory. The function executes a sample
of the blocks and counts three kinds of words: the words that the threads request, the distinct words of each
request of a half-warp, and the words that the bus moves. A distinct word counts once, even if several threads
read it.

kernel (string, kernel or result): a built-in program, a result, or a kernel. A built-in program runs on its
  usual data. A kernel needs grid, block and args
gpu (GPU or name, None): the GPU; None is the default of the session
n (int, 1024): size of the data of a built-in program
block (int or tuple, None): threads per block
grid (int or tuple, None): number of blocks
args (list, None): the arguments, as for launch
defines (dict, None): values of macros of a built-in program

Returns an analysis a. a.flops_per_word counts flops per distinct word. a.bandwidth_gflops is the speed that the
bandwidth allows at this intensity. The other attributes are a.peak_gflops, a.bound, a.ceilings and a.threads.

    analyze("matmul/tiled", n=256)
    k = cuda("__global__ void k(float *a, float x) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] = x * a[i] + x; }").k
    analyze(k, grid=64, block=256, args=[zeros(64 * 256), 2]).flops_per_word`,
})

// An Analysis is the flop-to-word analysis of a launch as a value.
type Analysis struct{ figure.Analysis }

func (a *Analysis) String() string        { return a.Table().Text() }
func (*Analysis) Type() string            { return "analysis" }
func (*Analysis) Freeze()                 {}
func (*Analysis) Truth() starlark.Bool    { return true }
func (a *Analysis) Hash() (uint32, error) { return face.Unhashable(a) }

var _ = face.DeclareFields(&registry, face.Fields[*Analysis]{
	"flops":                face.Number(func(a *Analysis) float64 { return a.Flops }),
	"flops_per_word":       face.Number(func(a *Analysis) float64 { return a.FlopsPerWord() }),
	"flops_per_word_asked": face.Number(func(a *Analysis) float64 { return a.FlopsPerWordAsked() }),
	"flops_per_word_moved": face.Number(func(a *Analysis) float64 { return a.FlopsPerWordMoved() }),
	"balance":              face.Number(func(a *Analysis) float64 { return advise.Balance(a.Result.Device) }),
	"bandwidth_gflops":     face.Number(func(a *Analysis) float64 { return a.BandwidthGFLOPs() }),
	"peak_gflops":          face.Number(func(a *Analysis) float64 { return a.Result.Device.PeakGFLOPs() }),
	"bound":                face.Text(func(a *Analysis) string { return a.Bound() }),
	"threads":              face.Integer(func(a *Analysis) int { return a.Threads() }),
	"ceilings":             face.Table(func(a *Analysis) *plotting.Table { return a.CeilingTable() }),
	"result":               func(a *Analysis) (starlark.Value, error) { return &Result{result: a.Result}, nil },
})

// Attr returns a figure of the analysis.
func (a *Analysis) Attr(name string) (starlark.Value, error) { return registry.Attr(a, name) }

// AttrNames lists the figures.
func (a *Analysis) AttrNames() []string { return registry.AttrNames(a) }

// Doc is what ?a shows.
func (*Analysis) Doc() string {
	return `Tells how many flops a kernel executes per word (4 bytes) of global memory, and what that allows.
flops_per_word        flops per distinct word of each request
flops_per_word_asked  flops per word that the threads ask for
flops_per_word_moved  flops per word that the bus moves
balance               the ratio of the GPU: its peak per word that its memory moves
bandwidth_gflops      what the bandwidth allows; peak_gflops: what the arithmetic allows
bound                 which of the two is lower
ceilings              a table of all limits
threads, flops, result`
}

// MIMEBundle shows the analysis as a table.
func (a *Analysis) MIMEBundle() (data, metadata map[string]any) { return a.Table().MIMEBundle() }

func (l *Library) analyze(c face.Call) (starlark.Value, error) {
	var kernel, gpu, block, grid starlark.Value
	var args starlark.Iterable
	var defines *starlark.Dict
	n := UsualSize
	if err := c.Unpack("kernel", &kernel, "gpu??", &gpu, "n?", &n, "block??", &block, "grid??", &grid, "args??", &args,
		"defines??", &defines); err != nil {
		return nil, err
	}
	if r, ok := kernel.(*Result); ok {
		if err := r.result.Complete(c.Ctx()); err != nil {
			return nil, r.noModel(err)
		}
		return &Analysis{figure.Analysis{Analysis: advise.Analyze(r.result)}}, nil
	}
	k, err := l.KernelOf(kernel)
	if err != nil {
		return nil, err
	}
	r, err := l.sample(c, k, gpu, n, block, grid, args, defines)
	if err != nil {
		return nil, err
	}
	return &Analysis{figure.Analysis{Analysis: advise.Analyze(r)}}, nil
}

// sample runs a part of the blocks of a launch: the usual one of a program, or
// that of grid, block and args.
func (l *Library) sample(c face.Call, k *Kernel, gpu starlark.Value, n int, block, grid starlark.Value, args starlark.Iterable,
	defines *starlark.Dict) (*gpumodel.Result, error) {
	d, err := l.modelOf(gpu)
	if err != nil {
		return nil, err
	}
	if k.program != nil && grid == nil && args == nil {
		o, err := ProgramRun(k, d, block, starlark.False, Extent{Full: starlark.False}, defines)
		if err != nil {
			return nil, err
		}
		o.N = n
		r, _, err := k.runProgram(c, d, o)
		return r, cudacell.Launching(err, k.kernel)
	}
	if block == nil || grid == nil || args == nil {
		return nil, face.TypeErrorf("%[1]s: %[2]s has no usual data: give grid=, block= and args=, as in %[1]s(%[2]s, grid=64, block=256, args=[a, b])", c.Name, k.kernel.Name)
	}
	g, err := newGeometry(grid, block, starlark.MakeInt(0))
	if err != nil {
		return nil, err
	}
	launch, err := k.prepare(d, g, face.Collect(args))
	if err != nil {
		return nil, err
	}
	launch.Mode = gpumodel.Sample
	r, err := measured.Run(c.Ctx(), d, launch)
	return r, cudacell.Launching(err, k.kernel)
}
