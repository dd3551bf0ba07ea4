package gpu

import (
	"fmt"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/observe"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/plotting"
)

// An autocheck runs the checker on the first blocks of launches of a cell's own kernels without being asked: a
// race usually gives the right result here, but may give a wrong one on a GPU.
type autocheck struct {
	run      *cell.Run                // of the last launch
	launches map[*gpumodel.Kernel]int // in the cell of that run
	said     map[string]bool
}

// mostLookedAt is how many launches of a kernel are checked in one cell, and mostKernels of how many kernels they are counted: a script
// of Python is one cell, and may compile any number.
const (
	mostLookedAt = 4
	mostKernels  = 256
)

// look checks a launch that is about to begin.
func (o *autocheck) look(c face.Call, d *device.Device, l gpumodel.Launch) *observe.Checked {
	if !c.Run().Continues(o.run) {
		o.launches, o.said = map[*gpumodel.Kernel]int{}, map[string]bool{}
	}
	if len(o.launches) >= mostKernels {
		clear(o.launches)
	}
	o.run = c.Run()
	if o.launches[l.Kernel]++; o.launches[l.Kernel] > mostLookedAt {
		return nil
	}
	r := observe.CheckPart(c.Ctx(), d, l, observe.SmallInstructions)
	tellFaults(c, r)
	return r
}

// mostTold is the number of faults of a launch that a grader gets.
const mostTold = 10

// tellFaults passes the checker's faults to the grader.
func tellFaults(c face.Call, r *observe.Checked) {
	if r == nil || len(r.Faults) == 0 {
		return
	}
	var told []any
	for _, f := range r.Faults[:min(mostTold, len(r.Faults))] {
		told = append(told, map[string]any{"kind": f.Kind, "what": r.Kernel.Name + ": " + f.Text(), "source": r.Kernel.Module.Line(f.Line)})
	}
	c.Run().Tested(map[string]any{"faults": told})
}

// tell shows the faults once per cell, as a display: neither a result nor an error.
func (o *autocheck) tell(k *Kernel, r *observe.Checked) {
	if r == nil || len(r.Faults) == 0 && r.Refused == nil {
		return
	}
	text := warning(k, r)
	if !o.said[text] {
		o.said[text] = true
		o.run.Display(notice(text))
	}
}

// remark prints a remark on a launch, once per cell.
func (o *autocheck) remark(text string) {
	if text != "" && !o.said[text] {
		o.said[text] = true
		o.run.Print(text + "\n")
	}
}

// warning is the first fault with its lines, or why the checker saw nothing.
func warning(k *Kernel, r *observe.Checked) string {
	if r.Refused != nil {
		return fmt.Sprintf("%s has run, but was not checked for faults: %v", r.Kernel.Name, r.Refused)
	}
	f := r.Faults[0]
	more := ""
	if n := len(r.Faults) - 1; n > 0 {
		more = fmt.Sprintf(", and %d more", n)
	}
	lines := []string{fmt.Sprintf("%s has run, but has a fault (%s%s):", r.Kernel.Name, f.Kind, more)}
	for i, line := range []int{f.Line, f.OtherLine} {
		if source := r.Kernel.Module.Line(line); source != "" && (i == 0 || line != f.Line) {
			lines = append(lines, fmt.Sprintf("    %s: %s", r.Kernel.Module.At(line), source))
		}
	}
	lines = append(lines, plotting.Wrap(f.Text(), noticeColumns)...)
	lines = append(lines, fmt.Sprintf("checked(%s, %v, %v, […]) lists all faults.", k.within+r.Kernel.Name,
		Dims(r.Launch.Grid), Dims(r.Launch.Block)))
	return strings.Join(lines, "\n")
}

// noticeColumns is the number of characters that fit the width of an exported page.
const noticeColumns = 96

// A notice is a short text to show.
type notice string

// MIMEBundle shows the text.
func (n notice) MIMEBundle() (data, metadata map[string]any) {
	return map[string]any{"text/plain": strings.TrimSpace(string(n))}, nil
}
