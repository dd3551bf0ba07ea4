package gpumodel

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/memory"
)

// argument converts one argument to the bits of its parameter.
func argument(arg any, p Param, t ir.Type, global *memory.Global) (uint64, error) {
	if p.Pointer {
		a, mapped := ArrayBehind(arg)
		if a == nil {
			return 0, fmt.Errorf("want an array, got %s", Describe(arg))
		}
		a.buf.Name = p.Name
		place := global.Map
		if mapped {
			place = global.MapHost
		}
		address := place(a.buf)
		if global.Host(address) != mapped {
			return 0, fmt.Errorf("the array is an argument twice, once of them mapped")
		}
		if in, ok := arg.(Inside); ok {
			address += uint64(in.First * in.DType.Size())
		}
		return address, nil
	}
	if p.Texture {
		if _, ok := arg.(*Texture); !ok {
			return 0, fmt.Errorf("want a texture, got %s", Describe(arg))
		}
		return 0, nil // the program knows it by the parameter's number
	}
	if x, ok := numeric(arg); ok && p.Number == "__half" {
		return uint64(ir.HalfBits(x)), nil
	}
	switch v := arg.(type) {
	case bool:
		return argument(int64(btoi(v)), p, t, global)
	case int64:
		if t.Float() {
			return t.FloatBits(float64(v)), nil
		}
		return integer(v, t)
	case float64:
		if t.Float() {
			return t.FloatBits(v), nil
		}
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return integer(int64(v), t)
		}
	}
	return 0, fmt.Errorf("want a number, got %s", Describe(arg))
}

// numeric is the value of a numeric argument.
func numeric(arg any) (float64, bool) {
	switch v := arg.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// ArrayBehind is the array behind an argument, or nil, and whether it is mapped.
func ArrayBehind(arg any) (a *Array, mapped bool) {
	switch v := arg.(type) {
	case *Array:
		return v, false
	case Mapped:
		return v.Array, true
	case Inside:
		return v.Array, false
	}
	return nil, false
}

func integer(v int64, t ir.Type) (uint64, error) {
	bits := t.Bits(uint64(v))
	if t.Extend(bits) != v && !(t == ir.U64 && v >= 0) {
		return 0, fmt.Errorf("%d is out of the type's range", v)
	}
	return bits, nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func Describe(arg any) string {
	switch v := arg.(type) {
	case *Array:
		return fmt.Sprintf("an array of %v", v.DType)
	case Inside:
		return fmt.Sprintf("an array of %v from element %d on", v.DType, v.First)
	case Mapped:
		return fmt.Sprintf("a mapped array of %v", v.DType)
	case *Texture:
		return "a texture"
	case float64:
		return fmt.Sprintf("the number %v", v)
	}
	return fmt.Sprintf("%v", arg)
}
