//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"runtime"
	"unsafe"
)

// A textureObject is a texture of an array, or of a CUDA array with its contents.
type textureObject struct {
	object  uint64
	destroy func()
}

// The structs of cuda.h that textures need, as they lie in memory.
type (
	arrayDescriptor struct { // CUDA_ARRAY_DESCRIPTOR
		width, height    uint64
		format, channels uint32
	}
	copyDescriptor struct { // CUDA_MEMCPY2D
		srcX, srcY    uint64
		srcType       uint32
		_             uint32
		srcHost       uintptr
		srcDevice     uint64
		srcArray      uintptr
		srcPitch      uint64
		dstX, dstY    uint64
		dstType       uint32
		_             uint32
		dstHost       uintptr
		dstDevice     uint64
		dstArray      uintptr
		dstPitch      uint64
		width, height uint64
	}
	resourceDescriptor struct { // CUDA_RESOURCE_DESC
		kind   uint32
		_      uint32
		fields [16]uint64 // a union of 128 bytes
		flags  uint32
		_      uint32
	}
	textureDescriptor struct { // CUDA_TEXTURE_DESC
		address    [3]uint32
		filter     uint32
		flags      uint32
		anisotropy uint32
		mipFilter  uint32
		mipBias    float32
		mipMin     float32
		mipMax     float32
		border     [4]float32
		reserved   [12]int32
	}
)

const (
	memoryDevice     = 2 // CU_MEMORYTYPE_DEVICE
	memoryArray      = 3 // CU_MEMORYTYPE_ARRAY
	resourceArray    = 0 // CU_RESOURCE_TYPE_ARRAY
	resourceLinear   = 2 // CU_RESOURCE_TYPE_LINEAR
	readAsInteger    = 1 // CU_TRSF_READ_AS_INTEGER
	normalizedFlag   = 2 // CU_TRSF_NORMALIZED_COORDINATES
	filterModeLinear = 1 // CU_TR_FILTER_MODE_LINEAR
)

// texture makes a texture object of the array at an address.
func (x *launching) texture(t *Texture, at uint64) (*textureObject, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	object := &textureObject{destroy: func() {}}
	resource := &resourceDescriptor{kind: resourceLinear}
	if t.LinearMemory {
		// linear: devPtr, format, channels, sizeInBytes
		resource.fields[0] = at
		resource.fields[1] = uint64(uint32(t.Format)) | uint64(uint32(t.Channels))<<32
		resource.fields[2] = uint64(t.Width) * uint64(t.TexelBytes)
	} else {
		array, err := x.cudaArray(t, at)
		if err != nil {
			return nil, err
		}
		object.destroy = func() { x.cuda.arrayDestroy(array) }
		resource.kind, resource.fields[0] = resourceArray, uint64(array)
	}
	modes := &textureDescriptor{address: [3]uint32{uint32(t.Address), uint32(t.Address), uint32(t.Address)}}
	if t.Linear {
		modes.filter = filterModeLinear
	}
	if t.ReadInteger {
		modes.flags |= readAsInteger
	}
	if t.Normalized {
		modes.flags |= normalizedFlag
	}
	pin.Pin(resource)
	pin.Pin(modes)
	if err := x.cuda.check(x.cuda.texObjectCreate(&object.object, unsafe.Pointer(resource), unsafe.Pointer(modes), nil),
		"making a texture object"); err != nil {
		object.destroy()
		return nil, err
	}
	release := object.destroy
	object.destroy = func() {
		x.cuda.texObjectDestroy(object.object)
		release()
	}
	return object, nil
}

// cudaArray makes a CUDA array with the contents of an array.
func (x *launching) cudaArray(t *Texture, at uint64) (uintptr, error) {
	var array uintptr
	d := &arrayDescriptor{uint64(t.Width), uint64(t.Height), uint32(t.Format), uint32(t.Channels)}
	if err := x.cuda.check(x.cuda.arrayCreate(&array, unsafe.Pointer(d)), "making a CUDA array"); err != nil {
		return 0, err
	}
	row := uint64(t.Width) * uint64(t.TexelBytes)
	c := &copyDescriptor{srcType: memoryDevice, srcDevice: at, srcPitch: row, dstType: memoryArray, dstArray: array, width: row,
		height: uint64(max(1, t.Height))}
	if err := x.cuda.check(x.cuda.memcpy2D(unsafe.Pointer(c)), "filling a CUDA array"); err != nil {
		x.cuda.arrayDestroy(array)
		return 0, err
	}
	return array, nil
}
