package vector

import "golang.org/x/sys/cpu"

// quick reports whether the processor has what run needs.
var quick = cpu.X86.HasAVX2 && cpu.X86.HasFMA
