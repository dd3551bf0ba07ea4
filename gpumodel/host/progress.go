package host

import "warpbook.dev/gpumodel"

// A Progress is how far a program is.
type Progress struct {
	Launches int    // that have begun
	Kernel   string // the last one of them; "" before the first
	Line     string // of its launch: "line 12", and the file where there are several
	// Done are the blocks of it that have been begun, of All; 0 of 0 where that is not known yet.
	Done, All int
	Time      float64 // s, on the modelled host
}

// tells says how far the program is, if somebody wants to know it: at each launch, now and then during one, and now and then between
// them. It counts nothing by the clock, so whoever listens decides when to show it.
func (x *process) tells() {
	if x.Options.Progress != nil {
		x.far.Time = x.now()
		x.Options.Progress(x.far)
	}
}

// begins notes that a launch begins, and has its blocks told of.
func (x *process) begins(l *launchCall, launch *gpumodel.Launch) {
	if x.Options.Progress == nil {
		return
	}
	x.far.Launches++
	x.far.Kernel, x.far.Line, x.far.Done, x.far.All = l.kernel.Name, x.program.Module.At(l.line), 0, 0
	x.tells()
	launch.Progress = func(done, all int) {
		x.far.Done, x.far.All = done, all
		x.tells()
	}
}
