package host

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Notes says what a reader of the times must know: what is not timed, and which kernels stand for those of a library.
func (r *Run) Notes() (notes []string) {
	if r.Managed {
		notes = append(notes, "the migrations of managed memory are estimates")
	}
	if ours := r.libraries(); len(ours) > 0 {
		notes = append(notes, fmt.Sprintf("the kernels of %s are ours, not NVIDIA's: their times are those of our kernels",
			strings.Join(ours, " and ")))
	}
	if names := r.selfTimed(); len(names) > 0 {
		notes = append(notes, fmt.Sprintf("kernels that time themselves with the clock: %s; in the blocks that were not simulated, the "+
			"clock of a warp leaves out what other warps take from it, so these times are too short", strings.Join(names, ", ")))
	}
	if r.module != nil {
		for _, n := range r.module.File().Gone() {
			notes = append(notes, fmt.Sprintf("%s: %s", r.module.At(n.Pos.Line), n.Msg))
		}
	}
	return append(notes, r.notes...)
}

// selfTimed are the kernels that measure a part of themselves.
func (r *Run) selfTimed() (names []string) {
	for i := range r.Ops {
		if l := r.Ops[i].Result; l != nil && l.TimesItself() && !slices.Contains(names, l.Kernel.Name) {
			names = append(names, l.Kernel.Name)
		}
	}
	return names
}

// libraryNames maps the prefix of a kernel's name to the library that the kernel implements.
var libraryNames = map[string]string{
	"cublas": "cuBLAS", "cub": "CUB", "cufft": "cuFFT", "curand": "cuRAND", "cusparse": "cuSPARSE", "thrust": "Thrust",
}

// libraries are those whose kernels ran.
func (r *Run) libraries() (names []string) {
	for i := range r.Ops {
		l := r.Ops[i].Result
		if l == nil || !l.Kernel.Library() {
			continue
		}
		begin, _, _ := strings.Cut(l.Kernel.Name, "_")
		if name := cmp.Or(libraryNames[begin], l.Kernel.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
