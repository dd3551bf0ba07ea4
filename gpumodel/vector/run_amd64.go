package vector

import "golang.org/x/sys/cpu"

// accelerated reports whether the processor has what run needs.
var accelerated = cpu.X86.HasAVX2 && cpu.X86.HasFMA
