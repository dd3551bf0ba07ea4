package host

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/scalar"
)

// Error codes of the runtime (driver_types.h), by what they mean here; data/errors.csv has their CUDA names.
const (
	success             = 0
	invalidValue        = 1
	outOfMemory         = 2
	invalidPitch        = 12
	invalidSymbol       = 13
	invalidDirection    = 21
	devicesUnavailable  = 46
	invalidFunction     = 98
	invalidDevice       = 101
	invalidHandle       = 400
	notReady            = 600
	illegalAddress      = 700
	tooManyResources    = 701
	peerEnabled         = 704
	peerNotEnabled      = 705
	deviceAssert        = 710
	alreadyRegistered   = 712
	notRegistered       = 713
	misalignedAddress   = 716
	launchFailure       = 719
	cooperativeTooLarge = 720
	unsupportedLimit    = 215
	peerUnsupported     = 217
	invalidTexture      = 18
	invalidChannels     = 20
	invalidNorm         = 27
	capturedEvent       = 907
	notPermitted        = 800
	notSupported        = 801
	illegalState        = 401
	captureUnsupported  = 900
	captureInvalidated  = 901
	captureMerge        = 902
	captureUnmatched    = 903
	captureUnjoined     = 904
	captureImplicit     = 906
	updateFailure       = 910
)

// Calls that read errors.
func init() {
	register(map[string]system{
		"cudaGetLastError": plain(func(x *process, c *scalar.Call) uint64 {
			code := x.last
			x.unchecked = 0
			if c.Args[0] != 0 {
				x.last = success
			}
			return uint64(code)
		}),
		"cudaGetErrorString": plain(func(x *process, c *scalar.Call) uint64 { return x.literal(errorOf(c.Args[0]).text) }),
		"cudaGetErrorName":   plain(func(x *process, c *scalar.Call) uint64 { return x.literal(errorOf(c.Args[0]).name) }),
	})
}

// A cudaError is the name and the description of an error code.
type cudaError struct{ name, text string }

//go:embed data/errors.csv
var errorTable string

// cudaErrors maps error codes to the names and descriptions of libcudart 13.
var cudaErrors = sync.OnceValue(func() map[uint64]cudaError {
	rows, err := csv.NewReader(strings.NewReader(errorTable)).ReadAll()
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m := map[uint64]cudaError{}
	for _, row := range rows[1:] {
		code, err := strconv.ParseUint(row[0], 10, 64)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		m[code] = cudaError{row[1], row[2]}
	}
	return m
})

// errorOf returns the name and description of a code, or those of an unknown one.
func errorOf(code uint64) cudaError {
	if e, ok := cudaErrors()[uint64(uint32(code))]; ok {
		return e
	}
	return cudaError{"unrecognized error code", "unrecognized error code"}
}

// fails stores an error as the thread's last one and returns it. Success does not overwrite an earlier error: in CUDA, too, the last
// error stays until cudaGetLastError clears it.
func (x *process) fails(code int) uint64 {
	if code != success {
		x.last = code
	}
	return uint64(code)
}
