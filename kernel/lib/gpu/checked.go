package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
)

var _ = registry.Declare(row{
	Name: "checked", Page: "checking.md", StateFunc: (*Library).checked,
	Returns: &Checked{},
	Doc: `checked(kernel, grid, block, args, gpu=None, shared=0)
Executes every thread of a launch on copies of the arrays, and searches for faults. These are accesses out of
bounds, misaligned accesses, races on shared and global memory, reads of uninitialized values, barriers that
some threads of a block do not reach, warp functions that some lanes of their mask do not reach, a missing
__threadfence(), integer divisions by zero, and writes through pointers to const.

kernel (kernel): the kernel to run
grid (int or tuple): number of blocks
block (int or tuple): threads per block
args (list): the arguments, as for launch
gpu (GPU or name, None): the GPU; None is the default of the session
shared (int, 0): bytes of dynamic shared memory

Returns a report p. It lists the faults, their source lines, and their fixes. p.ok is True if there are no
faults. p.faults is a list of dicts. Their keys are kind, line, other_line, array, index, block, thread,
other_block, other_thread, count and text. p.require() raises an error with the report if there are faults.

    checked(k, 4, 64, [a, b, 256])
    checked(k, 4, 64, [a, b, 256]).require()`,
})

// checked looks for the faults of a launch.
func (l *Library) checked(c face.Call) (starlark.Value, error) {
	var kernel, grid, block, gpu starlark.Value
	var args starlark.Iterable
	shared := starlark.Value(starlark.MakeInt(0))
	if err := c.Unpack("kernel", &kernel, "grid", &grid, "block", &block, "args", &args, "gpu??", &gpu, "shared?", &shared); err != nil {
		return nil, err
	}
	k, g, list, err := l.launchOf(c, kernel, grid, block, shared, args)
	if err != nil {
		return nil, err
	}
	d, err := l.modelOf(gpu)
	if err != nil {
		return nil, err
	}
	launch, err := k.prepare(d, g, list)
	if err != nil {
		return nil, err
	}
	r, err := observe.Check(c.Ctx(), d, launch)
	if err != nil {
		return nil, cudacell.Launching(err, k.kernel)
	}
	tellFaults(c, r)
	return &Checked{r}, nil
}

// A Checked is the checker's report, as a value.
type Checked struct{ checked *observe.Checked }

func (r *Checked) String() string        { return r.text() }
func (*Checked) Type() string            { return "checked" }
func (*Checked) Freeze()                 {}
func (r *Checked) Truth() starlark.Bool  { return starlark.Bool(len(r.checked.Faults) == 0) }
func (r *Checked) Hash() (uint32, error) { return face.Unhashable(r) }

var _ = face.DeclareFields(&registry, face.Fields[*Checked]{
	"ok":     func(r *Checked) (starlark.Value, error) { return r.Truth(), nil },
	"faults": (*Checked).faults,
	"text":   face.Text((*Checked).text),
})

var _ = registry.Declare(row{
	Name: "checked.require", Page: "checking.md", Attr: face.Method((*Checked).require),
	Doc: `require()
Raises an error with the report if the checker found a fault. Use it in a graded cell to test that a kernel has
no faults.

    checked(cuda("__global__ void k(float *a) { a[threadIdx.x] = 1; }").k, 1, 32, [zeros(32)]).require()`,
})

// Attr returns an attribute of the report.
func (r *Checked) Attr(name string) (starlark.Value, error) { return registry.Attr(r, name) }

// AttrNames lists the attributes.
func (r *Checked) AttrNames() []string { return registry.AttrNames(r) }

// faults returns the faults as dicts. A field that a fault does not have is None.
func (r *Checked) faults() (starlark.Value, error) {
	var list []starlark.Value
	for _, f := range r.checked.Faults {
		d := starlark.NewDict(11)
		set := func(name string, v starlark.Value, there bool) {
			if !there {
				v = starlark.None
			}
			_ = d.SetKey(starlark.String(name), v) // a new dict takes any key
		}
		of := f.Array != ""
		two := f.OtherLine != 0
		set("kind", starlark.String(f.Kind), true)
		set("line", lineValue(r.checked.Kernel.Module.File().At(f.Line)), true)
		set("other_line", lineValue(r.checked.Kernel.Module.File().At(f.OtherLine)), two)
		set("array", starlark.String(f.Array), of)
		set("index", starlark.MakeInt(f.Index), of)
		set("block", Dims(gpumodel.Dim3(f.Block)), true)
		set("thread", Dims(gpumodel.Dim3(f.Thread)), true)
		set("other_block", Dims(gpumodel.Dim3(f.OtherBlock)), two)
		set("other_thread", Dims(gpumodel.Dim3(f.OtherThread)), two)
		set("count", starlark.MakeInt(f.Count), true)
		set("text", starlark.String(f.Text()), true)
		list = append(list, d)
	}
	return starlark.NewList(list), nil
}

// A faultError is the error of require.
type faultError struct{ text string }

func (e *faultError) Error() string     { return e.text }
func (e *faultError) ErrorName() string { return "KernelFault" }

// require returns an error if there are faults.
func (r *Checked) require(c face.Call) (starlark.Value, error) {
	if err := c.Unpack(); err != nil {
		return nil, err
	}
	if r.Truth() {
		return starlark.None, nil
	}
	return nil, &faultError{r.text()}
}

func (r *Checked) text() string { return figure.Checked{Checked: r.checked}.Text() }

// MIMEBundle shows the report.
func (r *Checked) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/plain": r.text()}, nil
}

// Doc is what ?r shows.
func (*Checked) Doc() string {
	return `Lists the faults that the checker has found in a launch.
ok         True if there are no faults
faults     a list of dicts: kind, line, other_line, array, index, block, thread, other_block, other_thread, count, text
text       the report
require()  fails with the report if there are faults`
}
