package observe

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/checker"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/internal/experiment"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/warp"
)

// A Checked is what the checker has found in a launch.
type Checked struct {
	Kernel  *gpumodel.Kernel
	Device  *device.Device
	Launch  gpumodel.Launch
	Faults  []*checker.Fault
	Partial bool     // memory was forgotten, or not all blocks were executed
	Looked  int64    // instructions of warps that were looked at access by access, which takes long; 0 if the fast path suspects nothing
	Nested  []string // kernels that the kernel launches, which are not looked at
	// Set are the bytes that the launch has set, of those that nobody had set before, by the address of the array. It is nil where
	// that is not known: the launch was looked at in part.
	Set map[uint64][]memory.Range
	// Touched are the bytes that the launch has touched, by the address of the array, as far as it was executed and if a Look asks for
	// them; nil where that is not known.
	Touched map[uint64]memory.Touched
	Refused error // why the kernel could not be compiled for the checker, which then saw nothing of it; nil if it could
}

// A Look says how a launch is looked at.
type Look struct {
	Most    int64 // instructions of warps that are executed; 0 is any number
	Touched bool  // Checked.Touched is wanted
}

// A refusal is why a kernel, which is compiled otherwise, is not compiled for the checker.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// Check executes every thread of a launch, on copies of its arrays, and looks for faults. The
// error is that of a launch that the device refuses.
func Check(ctx context.Context, d *device.Device, l gpumodel.Launch) (*Checked, error) {
	return Look{}.Check(ctx, d, l)
}

// Check is the function of this name, for as much as the look says.
func (k Look) Check(ctx context.Context, d *device.Device, l gpumodel.Launch) (*Checked, error) {
	r, err := runChecked(ctx, d, l, k)
	if err == nil {
		r.remedy(ctx, mostRemedied)
		r.placed()
	}
	return r, err
}

// placed has the words of the faults name the files of their lines.
func (r *Checked) placed() {
	file := r.Kernel.Module.File()
	for _, f := range r.Faults {
		f.What, f.Remedy = file.Placed(f.What), file.Placed(f.Remedy)
	}
}

// runChecked looks for faults.
func runChecked(ctx context.Context, d *device.Device, l gpumodel.Launch, k Look) (*Checked, error) {
	if err := l.Check(d); err != nil {
		return nil, err
	}
	usual, err := l.Kernel.LowerVariant(ctx, d, experiment.Variant{})
	if err != nil {
		return nil, err
	}
	if _, err := usual.Occupy(d, l.Block.Count(), l.Shared); err != nil {
		return nil, err
	}
	return watch(ctx, d, l, k)
}

// watch executes a launch, which the device does not refuse, under the eyes of a checker.
func watch(ctx context.Context, d *device.Device, l gpumodel.Launch, k Look) (*Checked, error) {
	most := k.Most
	program, err := l.Kernel.LowerVariant(ctx, d, experiment.Variant{Checked: true})
	if err != nil {
		return nil, refusal{err}
	}
	r := &Checked{Kernel: l.Kernel, Device: d, Launch: l, Nested: program.Nested}
	switch {
	case most > 0 && (len(program.Nested) > 0 || // what they execute would not count
		l.Block.Count()*program.LocalBytes > smallLocal):
		r.Nested, r.Partial = nil, true
		return r, nil
	case program.Cooperative:
		return nil, fmt.Errorf("%s synchronises its grid: the checker executes one block after the other, and can't look at it", l.Kernel.Name)
	}
	s, err := filter(ctx, d, l, program, k)
	r.Touched = s.touched
	if err != nil || s.suspected == "" {
		r.Partial, r.Set = s.enough, s.set
		return r, err
	}
	return r, r.look(ctx, program, k)
}

// look executes the launch with a checker, which looks at each access by itself.
func (r *Checked) look(ctx context.Context, program *isa.Program, k Look) error {
	l := r.Launch
	m, own, err := machine(ctx, r.Device, l, program, k.Most)
	if err != nil {
		return err
	}
	own.Touched = k.Touched
	c, err := checker.New(own)
	if err != nil {
		return err
	}
	m.Check = c
	for b := range l.Grid.Count() {
		err := m.Results(b)
		if errors.Is(err, warp.ErrEnough) {
			r.Partial = true
			break
		}
		if fault := (*warp.Trap)(nil); errors.As(err, &fault) {
			if c.Add(fault); errors.Is(err, warp.ErrEndless) {
				r.Partial = true // the other blocks would not end either
				break
			}
		} else if err != nil && !errors.Is(err, warp.ErrAbandoned) {
			return err
		}
	}
	r.Faults, r.Partial, r.Looked = c.Faults(), r.Partial || c.Forgot, m.Work()
	if k.Touched {
		r.Touched = touchedBy(own, c.TouchedIn)
	}
	if !r.Partial {
		r.Set = setBy(own, c.SetIn)
	}
	return nil
}

// Suspicion says why Check does not do with the fast path for a launch but looks at each access by itself: empty if it does.
func Suspicion(ctx context.Context, d *device.Device, l gpumodel.Launch) (suspected string, err error) {
	program, err := l.Kernel.LowerVariant(ctx, d, experiment.Variant{Checked: true})
	if err != nil {
		return "", err
	}
	s, err := filter(ctx, d, l, program, Look{})
	return s.suspected, err
}

// A filtered launch was executed on the fast path.
type filtered struct {
	suspected string // why it may have faults; empty if it has none
	enough    bool   // only a part of it was executed, since it has more instructions of warps than are wanted
	set       map[uint64][]memory.Range
	touched   map[uint64]memory.Touched
}

// filter executes a launch on the fast path. A fault needs the checker, which says what and where it is. The error is the context's.
func filter(ctx context.Context, d *device.Device, l gpumodel.Launch, program *isa.Program, k Look) (x filtered, err error) {
	m, own, err := machine(ctx, d, l, program, k.Most)
	if err != nil {
		return x, err
	}
	own.Touched = k.Touched
	s, err := checker.NewFilter(own, m)
	if err != nil || s == nil {
		return filtered{suspected: "all that is not filtered"}, err
	}
	for b := range l.Grid.Count() {
		if err = m.Results(b); err != nil {
			break
		}
	}
	x.suspected, x.enough = s.Suspects(), errors.Is(err, warp.ErrEnough)
	if k.Touched {
		x.touched = touchedBy(own, s.TouchedIn)
	}
	switch {
	case err == nil:
		x.set = setBy(own, s.SetIn)
		return x, nil
	case !x.enough: // where it is enough the checker would not get farther
		x.suspected = cmp.Or(x.suspected, err.Error())
	}
	return x, context.Cause(ctx)
}

// touchedBy is what [Checked.Touched] says of a launch.
func touchedBy(l checker.Launch, in func(*memory.Buffer) memory.Touched) map[uint64]memory.Touched {
	touched := map[uint64]memory.Touched{}
	for _, b := range l.Global.Buffers() {
		touched[b.Base] = in(b)
	}
	return touched
}

// setBy is what [Checked.Set] says of a launch; nil where nothing of that was looked at.
func setBy(l checker.Launch, in func(*memory.Buffer) []memory.Range) map[uint64][]memory.Range {
	if l.AllSet || len(l.Program.Nested) > 0 {
		return nil
	}
	set := map[uint64][]memory.Range{}
	for _, b := range l.Global.Buffers() {
		if len(b.Unset()) > 0 {
			set[b.Base] = in(b)
		}
	}
	return set
}

// machine is one for a launch on copies of its arrays, and the launch as a checker sees it.
func machine(ctx context.Context, d *device.Device, l gpumodel.Launch, program *isa.Program, most int64) (*warp.Machine,
	checker.Launch, error) {
	own, err := l.Copied(nil)
	if err != nil {
		return nil, checker.Launch{}, err
	}
	own.Mode = gpumodel.Full
	m, err := own.Machine(ctx, d, program, true)
	if err != nil {
		return nil, checker.Launch{}, err
	}
	m.Most = most
	return m, checker.Launch{
		Program: program, Grid: m.Grid, Block: m.Block, Shared: l.Shared, Global: m.Global, Globals: m.Globals, Arrays: pointers(program,
			m.Params),
		Memory: m.Memory, AllSet: l.Kernel.Library(),
	}, nil
}

// pointers are the addresses among the parameters of a program.
func pointers(p *isa.Program, params []byte) []uint64 {
	list := make([]uint64, len(p.Params))
	for i, x := range p.Params {
		if x.Pointer {
			var b [8]byte
			copy(b[:x.Size], params[x.Offset:])
			list[i] = binary.LittleEndian.Uint64(b[:])
		}
	}
	return list
}

// What is checked of a launch that nobody asked to check: the first blocks, until they have executed SmallInstructions instructions
// of warps, which takes some tenth of a second. smallLocal is the local memory of a block, in bytes; it is cleared for each block.
const (
	smallLocal        = 1 << 22
	SmallInstructions = 1 << 18
)

// CheckPart checks the first blocks of a launch, until they have executed most instructions of warps. It finds nothing on a real GPU,
// for a launch that cannot be checked, and where a sample left an array incomplete: what is read there is not what a GPU would read.
func CheckPart(ctx context.Context, d *device.Device, l gpumodel.Launch, most int64) *Checked {
	return Look{Most: most}.CheckPart(ctx, d, l)
}

// CheckPart is the function of this name, for as much as the look says.
func (k Look) CheckPart(ctx context.Context, d *device.Device, l gpumodel.Launch) *Checked {
	none := &Checked{Kernel: l.Kernel, Device: d, Launch: l, Partial: true}
	if d.Card != nil || incomplete(l) {
		return none
	}
	r, err := runChecked(ctx, d, l, k)
	if err != nil { // the launch says why, but of this
		if refused := (refusal{}); errors.As(err, &refused) && context.Cause(ctx) == nil {
			none.Refused = refused.error
		}
		return none
	}
	r.remedy(ctx, 1)
	r.placed()
	return r
}

// incomplete reports whether a sample left an array among the arguments incomplete.
func incomplete(l gpumodel.Launch) bool {
	return slices.ContainsFunc(l.Args, func(arg any) bool {
		a, _ := gpumodel.ArrayBehind(arg)
		return a != nil && a.Readable() != nil
	})
}
