package measured

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/memory"
)

// buildOf is the kernel's text for NVRTC, with what the model's compiler takes for granted.
func buildOf(k *gpumodel.Kernel) (*driver.Build, error) {
	file, o := k.Module.File(), k.Module.Options()
	if k.Template() {
		return nil, fmt.Errorf("%s is a template: give it its arguments %v first", k.Name, k.TemplateParams())
	}
	if len(file.Textures) > 0 {
		return nil, fmt.Errorf("%s: CUDA 12 has no texture references (%s): a real GPU needs a parameter of type cudaTextureObject_t",
			k.Name, file.Textures[0].Name)
	}
	if file.NamesGrid() {
		return nil, fmt.Errorf("%s: a kernel that synchronises its grid needs a cooperative launch, which is not supported on a real GPU here", k.Module.Name)
	}
	b := &driver.Build{File: k.Module.Name, Source: file.DeviceText(), Prelude: cuda.Prelude(), Headers: file.Headers(), Kernel: k.Func().Name}
	for _, name := range slices.Sorted(maps.Keys(o.Defines)) {
		b.Options = append(b.Options, "-D"+name+"="+o.Defines[name])
	}
	for _, option := range []struct {
		on   bool
		text string
	}{
		{o.FastMath, "--use_fast_math"}, {o.Flush && !o.FastMath, "--ftz=true"}, {o.FastDivision && !o.FastMath, "--prec-div=false"},
		{o.FastSqrt && !o.FastMath, "--prec-sqrt=false"}, {o.NoContraction, "--fmad=false"},
		{o.MaxRegisters > 0, "--maxrregcount=" + strconv.Itoa(o.MaxRegisters)},
		{o.LoadCaching != "", "--ptxas-options=-dlcm=" + o.LoadCaching},
	} {
		if option.on {
			b.Options = append(b.Options, option.text)
		}
	}
	if len(file.Nested) > 0 {
		return nil, fmt.Errorf("%s launches kernels from a kernel, for which CUDA's device runtime has to be linked: it runs on modelled GPUs only; put the other kernels into a cell of their own", file.Name)
	}
	for _, g := range file.Globals {
		if !ofModel(g) {
			b.Variables = append(b.Variables, g.Name)
		}
	}
	return b, nil
}

// ofModel reports whether what a variable holds means something to the model alone: its heap, addresses, and numbers that
// stand for functions. A real GPU has its own.
func ofModel(g *cuda.Var) bool { return g.Library() || holdsAddresses(g.Type) }

func holdsAddresses(t *cuda.Type) bool {
	switch t.Kind {
	case cuda.FuncPointer, cuda.Pointer:
		return true
	case cuda.Array:
		return holdsAddresses(t.Elem)
	case cuda.Struct:
		return slices.ContainsFunc(t.Fields, func(f cuda.Field) bool { return holdsAddresses(f.Type) })
	}
	return false
}

// deviceVariable reports whether kernels may write a variable.
func deviceVariable(g *cuda.Var) bool { return g.Storage == cuda.Device && !g.Type.Const }

// A packer lays out the parameters of a launch as a real GPU's kernel expects them.
type packer struct {
	launch *gpumodel.Launch
	job    *driver.Launch
	arrays []*gpumodel.Array // in the order of job.Arrays
	next   int               // argument
}

func (p *packer) pack() error {
	l := p.launch
	params := l.Kernel.Params()
	if err := l.CheckArgs(); err != nil {
		return err
	}
	size := 0
	for _, v := range l.Kernel.Func().Params {
		t := v.Type
		align := t.Alignment()
		offset := (size + align - 1) / align * align
		size = offset + t.Size()
		p.job.Params = append(p.job.Params, make([]byte, size-len(p.job.Params))...)
		p.job.Offsets = append(p.job.Offsets, offset)
		if err := p.place(t, offset, params); err != nil {
			return err
		}
	}
	return nil
}

// place puts the arguments of a type at an offset: those of a struct's members one by one.
func (p *packer) place(t *cuda.Type, offset int, params []gpumodel.Param) error {
	switch t.Kind {
	case cuda.Struct:
		if t.Name == "cudaSurfaceObject_t" {
			return fmt.Errorf("%s: a real GPU is not given surfaces here: write through a pointer", p.launch.Kernel.Name)
		}
		for _, f := range t.Fields {
			if err := p.place(f.Type, offset+f.Offset, params); err != nil {
				return err
			}
		}
		return nil
	case cuda.Array:
		for i := range t.Len {
			if err := p.place(t.Elem, offset+i*t.Elem.Size(), params); err != nil {
				return err
			}
		}
		return nil
	}
	i := p.next
	p.next++
	if err := p.argument(t, offset, p.launch.Args[i], params[i]); err != nil {
		return fmt.Errorf("%s: argument %d, %s: %w", p.launch.Kernel.Name, i+1, params[i], err)
	}
	return nil
}

func (p *packer) argument(t *cuda.Type, offset int, arg any, param gpumodel.Param) error {
	switch t.Kind {
	case cuda.Pointer:
		a, mapped := gpumodel.ArrayBehind(arg)
		if a == nil {
			return fmt.Errorf("want an array, got %s", gpumodel.Describe(arg))
		}
		i, err := p.array(a, mapped, !param.Const)
		at := int64(0)
		if in, ok := arg.(gpumodel.Inside); ok {
			at = int64(in.First * in.DType.Size())
		}
		p.job.Pointers = append(p.job.Pointers, driver.Pointer{Offset: offset, Array: i, At: at})
		return err
	case cuda.Texture:
		x, ok := arg.(*gpumodel.Texture)
		if !ok {
			return fmt.Errorf("want a texture, got %s", gpumodel.Describe(arg))
		}
		return p.texture(x, offset)
	}
	bits, err := bitsOf(arg, t)
	memory.PutWord(p.job.Params[offset:], t.Size(), bits)
	return err
}

// array is the number of an array among those of the launch.
func (p *packer) array(a *gpumodel.Array, mapped, written bool) (int, error) {
	i := slices.IndexFunc(p.arrays, func(b *gpumodel.Array) bool { return b.Buffer() == a.Buffer() })
	if i < 0 {
		i = len(p.arrays)
		p.arrays = append(p.arrays, a)
		p.job.Arrays = append(p.job.Arrays, driver.Array{Bytes: int64(a.Buffer().Size), Blank: a.Buffer().Blank(), Mapped: mapped})
	}
	x := &p.job.Arrays[i]
	if x.Mapped != mapped {
		return 0, fmt.Errorf("the array is an argument twice, once of them mapped")
	}
	x.Written = x.Written || written
	x.Wanted = x.Written && !p.launch.Experiment.Discard
	return i, nil
}

// bitsOf is a number as its C type holds it.
func bitsOf(arg any, t *cuda.Type) (uint64, error) {
	d, known := gpumodel.DTypeOf(t.Kind)
	if !known {
		return 0, fmt.Errorf("want what cannot be given from a cell, a %s", t)
	}
	switch v := arg.(type) {
	case bool:
		if v {
			return bitsOf(int64(1), t)
		}
		return bitsOf(int64(0), t)
	case int64:
		if d.Float() {
			return d.Bits(float64(v)), nil
		}
		low, high := int64(0), int64(math.MaxInt64)
		if shift := 64 - 8*d.Size(); shift > 0 {
			high = int64(uint64(math.MaxUint64) >> shift)
		}
		if d.Signed() {
			low, high = math.MinInt64>>(64-8*d.Size()), math.MaxInt64>>(64-8*d.Size())
		}
		if d != gpumodel.UInt64 && (v < low || v > high) {
			return 0, fmt.Errorf("%d is out of the type's range", v)
		}
		return uint64(v), nil
	case float64:
		if d.Float() {
			return d.Bits(v), nil
		}
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return bitsOf(int64(v), t)
		}
	}
	return 0, fmt.Errorf("want a number, got %s", gpumodel.Describe(arg))
}

// CUDA's numbers for the formats of texels (CUarray_format) and for what lies outside of
// a texture (CUaddress_mode).
var (
	texelFormats = map[gpumodel.DType]int{gpumodel.UInt8: 0x01, gpumodel.UInt16: 0x02, gpumodel.UInt32: 0x03, gpumodel.Int8: 0x08,
		gpumodel.Int16: 0x09, gpumodel.Int32: 0x0a, gpumodel.Float32: 0x20}
	addressModes = map[memory.AddressMode]int{memory.Wrap: 0, memory.Clamp: 1, memory.Mirror: 2, memory.Border: 3}
)

// linearFetch matches reads of textures in linear memory.
var linearFetch = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\btex1Dfetch\b`) })

func (p *packer) texture(x *gpumodel.Texture, offset int) error {
	if err := x.Array.Readable(); err != nil {
		return err
	}
	if x.Dims() > 2 {
		return errors.New("textures of three dimensions are not supported on a real GPU here")
	}
	i, err := p.array(x.Array, false, false)
	width, height := x.Size()
	p.job.Textures = append(p.job.Textures, driver.Texture{
		Offset: offset, Array: i, Width: width, Height: height, Format: texelFormats[x.Array.DType], Channels: x.Channels,
		TexelBytes: x.Channels * x.Array.DType.Size(), Address: addressModes[x.Address], Linear: x.Linear, Normalized: x.Normalized,
		ReadInteger:  !x.Array.DType.Float() && !x.Fractions,
		LinearMemory: height == 0 && linearFetch().MatchString(p.launch.Kernel.Module.Source),
	})
	return err
}
