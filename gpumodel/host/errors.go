package host

// A cudaError is a code of the runtime with its name and text.
type cudaError struct{ name, text string }

// cudaErrors are those of driver_types.h, with the texts of libcudart 13.
var cudaErrors = map[uint64]cudaError{
	0: {"cudaSuccess", "no error"}, 1: {"cudaErrorInvalidValue", "invalid argument"}, 2: {"cudaErrorMemoryAllocation", "out of memory"},
	9: {"cudaErrorInvalidConfiguration", "invalid configuration argument"}, 13: {"cudaErrorInvalidSymbol", "invalid device symbol"},
	21: {"cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"}, 98: {"cudaErrorInvalidDeviceFunction", "invalid device function"},
	100: {"cudaErrorNoDevice", "no CUDA-capable device is detected"}, 101: {"cudaErrorInvalidDevice", "invalid device ordinal"},
	400: {"cudaErrorInvalidResourceHandle", "invalid resource handle"}, 600: {"cudaErrorNotReady", "device not ready"},
	700: {"cudaErrorIllegalAddress", "an illegal memory access was encountered"}, 701: {"cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
	702: {"cudaErrorLaunchTimeout", "the launch timed out and was terminated"}, 710: {"cudaErrorAssert", "device-side assert triggered"},
	716: {"cudaErrorMisalignedAddress", "misaligned address"}, 719: {"cudaErrorLaunchFailure", "unspecified launch failure"},
	720: {"cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"}, 801: {"cudaErrorNotSupported", "operation not supported"},
	999: {"cudaErrorUnknown", "unknown error"},
}

func errorOf(code uint64) cudaError {
	if e, ok := cudaErrors[uint64(uint32(code))]; ok {
		return e
	}
	return cudaError{"unrecognized error code", "unrecognized error code"}
}
