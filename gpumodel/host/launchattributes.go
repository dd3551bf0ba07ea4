package host

import "slices"

// launchAttributeBytes is the size of a cudaLaunchAttributeValue.
const launchAttributeBytes = 64

// lastLaunchAttribute is the largest number of a cudaLaunchAttributeID.
const lastLaunchAttribute = 16

// attributeOf sets or gets one of the attributes of a stream, or of a kernel in a graph. One that nobody has set is 0. None changes a
// time here.
func (x *process) attributeOf(list *map[uint64][]byte, what uint64, value []byte, set bool) uint64 {
	if what == 0 || what > lastLaunchAttribute {
		return x.fails(invalidValue)
	}
	if !set {
		clear(value)
		copy(value, (*list)[what])
		return success
	}
	if *list == nil {
		*list = map[uint64][]byte{}
	}
	(*list)[what] = slices.Clone(value)
	return success
}
