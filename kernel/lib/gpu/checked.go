package gpu

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/plotting"
)

var _ = declare(row{
	name: "checked", page: "checking.md", fn: (*library).checked,
	returns: &Checked{},
	doc: `checked(kernel, grid, block, args, gpu=None, shared=0)
Executes every thread of a launch, on copies of the arrays, and looks for faults: accesses
out of bounds or misaligned, races on shared and on global memory, values that were never
set, barriers that some threads of a block do not reach, a missing __threadfence(), integer
divisions by zero. The report says what is wrong in which lines, and what mends it. Its ok
is True if nothing is; faults is a list of dicts (kind, line, other_line, array, index, block,
thread, other_block, other_thread, count, text); require() is an error that has the words of
the report if there are faults, for cells that are graded.

    checked(k, 4, 64, [a, b, 256])
    checked(k, 4, 64, [a, b, 256]).require()`,
})

// checked looks for the faults of a launch.
func (l *library) checked(c call) (starlark.Value, error) {
	var kernel, grid, block, gpu starlark.Value
	var args starlark.Iterable
	shared := starlark.Value(starlark.MakeInt(0))
	if err := c.unpack("kernel", &kernel, "grid", &grid, "block", &block, "args", &args, "gpu??", &gpu, "shared?", &shared); err != nil {
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
	r, err := gpumodel.Check(c.ctx(), d, launch)
	if err != nil {
		return nil, launchFault(err, k.kernel)
	}
	tellFaults(c, r)
	return &Checked{r}, nil
}

// A Checked is what the checker has found, as a value.
type Checked struct{ checked *gpumodel.Checked }

func (r *Checked) String() string        { return r.text() }
func (*Checked) Type() string            { return "checked" }
func (*Checked) Freeze()                 {}
func (r *Checked) Truth() starlark.Bool  { return starlark.Bool(len(r.checked.Faults) == 0) }
func (r *Checked) Hash() (uint32, error) { return unhashable(r) }

var checkedAttributes = attributes[*Checked]{
	"ok":     func(r *Checked) (starlark.Value, error) { return r.Truth(), nil },
	"faults": (*Checked).faults,
	"text":   text((*Checked).text),
}

var _ = declare(row{
	name: "checked.require", page: "checking.md", attr: method((*Checked).require),
	doc: `require()
Nothing if the checker found no fault, otherwise an error with its report: so a graded cell demands a
kernel without faults.

    checked(cuda("__global__ void k(float *a) { a[threadIdx.x] = 1; }").k, 1, 32, [zeros(32)]).require()`,
})

// Attr returns an attribute of the report.
func (r *Checked) Attr(name string) (starlark.Value, error) { return checkedAttributes.get(r, name) }

// AttrNames lists the attributes.
func (r *Checked) AttrNames() []string { return checkedAttributes.names() }

// faults are the faults as dicts; what a fault does not have is None.
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
		set("line", starlark.MakeInt(f.Line), true)
		set("other_line", starlark.MakeInt(f.OtherLine), two)
		set("array", starlark.String(f.Array), of)
		set("index", starlark.MakeInt(f.Index), of)
		set("block", dims(gpumodel.Dim3(f.Block)), true)
		set("thread", dims(gpumodel.Dim3(f.Thread)), true)
		set("other_block", dims(gpumodel.Dim3(f.OtherBlock)), two)
		set("other_thread", dims(gpumodel.Dim3(f.OtherThread)), two)
		set("count", starlark.MakeInt(f.Count), true)
		set("text", starlark.String(f.Text()), true)
		list = append(list, d)
	}
	return starlark.NewList(list), nil
}

// A faultError is what require ends a cell with.
type faultError struct{ text string }

func (e *faultError) Error() string     { return e.text }
func (e *faultError) ErrorName() string { return "KernelFault" }

// require is an error if there are faults.
func (r *Checked) require(c call) (starlark.Value, error) {
	if err := c.unpack(); err != nil {
		return nil, err
	}
	if r.Truth() {
		return starlark.None, nil
	}
	return nil, &faultError{r.text()}
}

// headline says what was checked, and how it came out.
func (r *Checked) headline() string {
	x := r.checked
	n := len(x.Faults)
	outcome := map[bool]string{true: "no faults", false: fmt.Sprintf("%d faults", n)}[n == 0]
	if n == 1 {
		outcome = "1 fault"
	}
	return fmt.Sprintf("%s on %s, %s threads checked: %s", figure.Launch(&x.Launch), x.Device.Name, plotting.Number(float64(x.Launch.Grid.Count()*x.Launch.Block.Count()), 9), outcome)
}

// faultLines are the words about one fault: the kind, what is wrong, the lines of the source,
// what mends it.
func (r *Checked) faultLines(f *checker.Fault) (kind, what string, source []string, remedy string) {
	if kind = f.Kind; f.Count > 1 {
		kind += fmt.Sprintf(", %d times", f.Count)
	}
	numbers := []int{f.Line}
	if f.OtherLine != 0 && f.OtherLine != f.Line {
		numbers = []int{min(f.Line, f.OtherLine), max(f.Line, f.OtherLine)}
	}
	for _, n := range numbers {
		if text := r.checked.Kernel.Module.Line(n); text != "" {
			source = append(source, fmt.Sprintf("%4d  %s", n, text))
		}
	}
	return kind, f.What, source, f.Remedy
}

// mostRaces is how many races on an array are told at length: a missing barrier may part
// many pairs of lines.
const mostRaces = 3

// shown are the faults that are told at length, and a sentence about the others.
func (r *Checked) shown() (shown []*checker.Fault, more string) {
	races := map[string]int{}
	var pairs []string
	for _, f := range r.checked.Faults {
		if f.Kind == checker.Race {
			if races[f.Array]++; races[f.Array] > mostRaces {
				pairs = append(pairs, fmt.Sprintf("%d and %d (%s)", min(f.Line, f.OtherLine), max(f.Line, f.OtherLine), f.Array))
				continue
			}
		}
		shown = append(shown, f)
	}
	if len(pairs) > 0 {
		more = "Races are also between the lines " + strings.Join(pairs, ", ") + ": what mends the first ones may mend these."
	}
	return shown, more
}

// text is the whole report.
func (r *Checked) text() string {
	var b strings.Builder
	b.WriteString(r.headline() + "\n")
	shown, more := r.shown()
	for _, f := range shown {
		kind, what, source, remedy := r.faultLines(f)
		fmt.Fprintf(&b, "\n%s\n  %s.\n", kind, what)
		for _, s := range source {
			fmt.Fprintf(&b, "  %s\n", s)
		}
		fmt.Fprintf(&b, "  %s.\n", remedy)
	}
	if more != "" {
		b.WriteString("\n" + more + "\n")
	}
	if r.checked.Partial {
		b.WriteString("\nThe launch is too large to compare all accesses with each other: try a smaller one.\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// MIMEBundle shows the report.
func (r *Checked) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/plain": r.text()}, nil
}

// Doc is what ?r shows.
func (*Checked) Doc() string {
	return `What the checker has found in a launch: r.ok is True if there are no faults; r.faults is a
list of dicts (kind, line, other_line, array, index, block, thread, other_block, other_thread, count,
text); r.text is the report; r.require() is an error with it if there are faults.`
}
