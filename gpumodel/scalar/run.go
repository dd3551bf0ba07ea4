package scalar

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"warpbook.dev/gpumodel/ir"
)

// pollSteps is the number of jumps back and calls between two polls. Every loop and every recursion passes one of them, so none can run
// without being polled; straight-line code needs no count.
const pollSteps = 1 << 16

// The windows of all calls lie in one slice, like a stack: a call's window begins behind its caller's registers. The slice begins with
// room for one window of maximum length and firstWindow registers, and doubles when needed. maxCalls limits the depth of calls.
const (
	maxRegisters = 1 << 16
	firstWindow  = 1 << 10
	maxCalls     = 1 << 20
)

func f32(x uint64) float32    { return math.Float32frombits(uint32(x)) }
func f64(x uint64) float64    { return math.Float64frombits(x) }
func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func bits64(x float64) uint64 { return math.Float64bits(x) }

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Run executes a program until its first function returns. The error is a *[Fault], or one that Call, Launch or Poll returned.
//
// The loop keeps the state of the current call in local variables: r (its window), code, pc, stack (the address of its frame) and native
// (its machine code, or nil). The cases of the switch are written out, bounds checks included: a call for each operation would cost more
// than the operation. Operations that take long anyway are in rare.go.
//
// left counts down to the next poll. When it reaches 0 at a jump back, the current function is taken for hot and gets machine code
// (heat): a function that is interrupted by a poll is, most likely, one that runs long.
func (m *Machine) Run(p *Program) error {
	m.program, m.loaded, m.calls, m.current = p, make([]loaded, len(p.functions)), nil, p.functions[0]
	window, base, stack := make([]uint64, maxRegisters+firstWindow), 0, m.StackBase
	r := (*registers)(window[base:])
	copy(r[1:], m.Params)
	code := m.load(0, r)
	pc, left, result := 0, pollSteps, uint64(0)
	native := m.loaded[0].native
	defer m.cool()
	for {
		if native != nil { // runs until an instruction that only the interpreter executes, perhaps the one at pc
			c := nativeContext{left: int64(left)}
			pc = native.run(pc, r, code, stack, &c)
			left = int(c.left)
			m.Steps += c.steps
		}
		in := &code[pc]
		pc++
		switch in.op {
		case opMove:
			r[in.dst] = r[in.a]
		case opAddW:
			r[in.dst] = uint64(uint32(r[in.a]) + uint32(r[in.b]))
		case opAddD:
			r[in.dst] = r[in.a] + r[in.b]
		case opSubW:
			r[in.dst] = uint64(uint32(r[in.a]) - uint32(r[in.b]))
		case opSubD:
			r[in.dst] = r[in.a] - r[in.b]
		case opMulW:
			r[in.dst] = uint64(uint32(r[in.a]) * uint32(r[in.b]))
		case opMulD:
			r[in.dst] = r[in.a] * r[in.b]
		case opMadW:
			r[in.dst] = uint64(uint32(r[in.a])*uint32(r[in.b]) + uint32(r[in.c]))
		case opMadD:
			r[in.dst] = r[in.a]*r[in.b] + r[in.c]
		case opMulWideS:
			r[in.dst] = uint64(int64(int32(r[in.a])) * int64(int32(r[in.b])))
		case opMulWideU:
			r[in.dst] = uint64(uint32(r[in.a])) * uint64(uint32(r[in.b]))
		case opMadWideS:
			r[in.dst] = uint64(int64(int32(r[in.a]))*int64(int32(r[in.b]))) + r[in.c]
		case opMadWideU:
			r[in.dst] = uint64(uint32(r[in.a]))*uint64(uint32(r[in.b])) + r[in.c]
		case opAnd:
			r[in.dst] = r[in.a] & r[in.b]
		case opOr:
			r[in.dst] = r[in.a] | r[in.b]
		case opXor:
			r[in.dst] = r[in.a] ^ r[in.b]
		case opNotW:
			r[in.dst] = uint64(^uint32(r[in.a]))
		case opNotD:
			r[in.dst] = ^r[in.a]
		case opShlW:
			r[in.dst] = uint64(uint32(r[in.a]) << uint32(r[in.b]))
		case opShlD:
			r[in.dst] = r[in.a] << uint32(r[in.b])
		case opShrW:
			r[in.dst] = uint64(uint32(r[in.a]) >> uint32(r[in.b]))
		case opShrD:
			r[in.dst] = r[in.a] >> uint32(r[in.b])
		case opShrSW:
			r[in.dst] = uint64(uint32(int32(r[in.a]) >> uint32(r[in.b])))
		case opShrSD:
			r[in.dst] = uint64(int64(r[in.a]) >> uint32(r[in.b]))
		case opDivSW: // Go defines the least integer divided by -1; x86 faults
			if b := int32(r[in.b]); b == 0 || b == -1 && int32(r[in.a]) == math.MinInt32 {
				return m.divides(in, b == 0)
			}
			r[in.dst] = uint64(uint32(int32(r[in.a]) / int32(r[in.b])))
		case opDivW:
			if uint32(r[in.b]) == 0 {
				return m.divides(in, true)
			}
			r[in.dst] = uint64(uint32(uint32(r[in.a]) / uint32(r[in.b])))
		case opDivSD:
			if b := int64(r[in.b]); b == 0 || b == -1 && int64(r[in.a]) == math.MinInt64 {
				return m.divides(in, b == 0)
			}
			r[in.dst] = uint64(int64(r[in.a]) / int64(r[in.b]))
		case opDivD:
			if uint64(r[in.b]) == 0 {
				return m.divides(in, true)
			}
			r[in.dst] = uint64(uint64(r[in.a]) / uint64(r[in.b]))
		case opRemSW:
			if b := int32(r[in.b]); b == 0 || b == -1 && int32(r[in.a]) == math.MinInt32 {
				return m.divides(in, b == 0)
			}
			r[in.dst] = uint64(uint32(int32(r[in.a]) % int32(r[in.b])))
		case opRemW:
			if uint32(r[in.b]) == 0 {
				return m.divides(in, true)
			}
			r[in.dst] = uint64(uint32(uint32(r[in.a]) % uint32(r[in.b])))
		case opRemSD:
			if b := int64(r[in.b]); b == 0 || b == -1 && int64(r[in.a]) == math.MinInt64 {
				return m.divides(in, b == 0)
			}
			r[in.dst] = uint64(int64(r[in.a]) % int64(r[in.b]))
		case opRemD:
			if uint64(r[in.b]) == 0 {
				return m.divides(in, true)
			}
			r[in.dst] = uint64(uint64(r[in.a]) % uint64(r[in.b]))
		case opAddF:
			r[in.dst] = bits32(f32(r[in.a]) + f32(r[in.b]))
		case opSubF:
			r[in.dst] = bits32(f32(r[in.a]) - f32(r[in.b]))
		case opMulF:
			r[in.dst] = bits32(f32(r[in.a]) * f32(r[in.b]))
		case opDivF:
			r[in.dst] = bits32(f32(r[in.a]) / f32(r[in.b]))
		case opAddG:
			r[in.dst] = bits64(f64(r[in.a]) + f64(r[in.b]))
		case opSubG:
			r[in.dst] = bits64(f64(r[in.a]) - f64(r[in.b]))
		case opMulG:
			r[in.dst] = bits64(f64(r[in.a]) * f64(r[in.b]))
		case opDivG:
			r[in.dst] = bits64(f64(r[in.a]) / f64(r[in.b]))
		case opNegF:
			r[in.dst] = r[in.a] ^ 1<<31
		case opNegG:
			r[in.dst] = r[in.a] ^ 1<<63
		case opAbsF:
			r[in.dst] = r[in.a] &^ (1 << 31)
		case opAbsG:
			r[in.dst] = r[in.a] &^ (1 << 63)
		case opSqrtF:
			r[in.dst] = bits32(float32(math.Sqrt(float64(f32(r[in.a])))))
		case opSqrtG:
			r[in.dst] = bits64(math.Sqrt(f64(r[in.a])))
		case opSelect:
			if r[in.a] != 0 {
				r[in.dst] = r[in.b]
			} else {
				r[in.dst] = r[in.c]
			}
		case opPAnd:
			r[in.dst] = r[in.a] & r[in.b]
		case opPOr:
			r[in.dst] = r[in.a] | r[in.b]
		case opPNot:
			r[in.dst] = r[in.a] ^ 1
		case opSextWD:
			r[in.dst] = uint64(int64(int32(r[in.a])))
		case opWord:
			r[in.dst] = uint64(uint32(r[in.a]))
		case opSWtoF:
			r[in.dst] = bits32(float32(int32(r[in.a])))
		case opSWtoG:
			r[in.dst] = bits64(float64(int32(r[in.a])))
		case opSDtoF:
			r[in.dst] = bits32(float32(int64(r[in.a])))
		case opSDtoG:
			r[in.dst] = bits64(float64(int64(r[in.a])))
		case opFtoG:
			r[in.dst] = bits64(float64(f32(r[in.a])))
		case opGtoF:
			r[in.dst] = bits32(float32(f64(r[in.a])))
		case opCvtaLocal:
			r[in.dst] = stack + uint64(uint32(r[in.a])+uint32(in.imm))
		// The bounds check of an access compares twice. An address below the segment wraps to a large offset and fails the first
		// comparison; the second one is a difference, since at + width could overflow. On a failure, hit searches all segments.
		case opLoad1:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 1 {
				if s, at = m.hit(in, address, 1); s == nil {
					return m.miss(address, 1, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(s.Data[at])
		case opLoadS1:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 1 {
				if s, at = m.hit(in, address, 1); s == nil {
					return m.miss(address, 1, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(uint32(int8(s.Data[at])))
		case opLoad2:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 2 {
				if s, at = m.hit(in, address, 2); s == nil {
					return m.miss(address, 2, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(binary.LittleEndian.Uint16(s.Data[at:]))
		case opLoadS2:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 2 {
				if s, at = m.hit(in, address, 2); s == nil {
					return m.miss(address, 2, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(uint32(int16(binary.LittleEndian.Uint16(s.Data[at:]))))
		case opLoad4:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 4 {
				if s, at = m.hit(in, address, 4); s == nil {
					return m.miss(address, 4, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(binary.LittleEndian.Uint32(s.Data[at:]))
		case opLoad8:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 8 {
				if s, at = m.hit(in, address, 8); s == nil {
					return m.miss(address, 8, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = binary.LittleEndian.Uint64(s.Data[at:])
		case opLoadUp4:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 4 {
				if s, at = m.hit(in, address, 4); s == nil {
					return m.miss(address, 4, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(binary.LittleEndian.Uint32(s.Data[at:]))
			r[in.a] += r[in.c]
		case opLoadUp8:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 8 {
				if s, at = m.hit(in, address, 8); s == nil {
					return m.miss(address, 8, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = binary.LittleEndian.Uint64(s.Data[at:])
			r[in.a] += r[in.c]
		case opLocal4: // offsets in a frame have 32 bits, and their sum wraps
			address := stack + uint64(uint32(r[in.a])+uint32(in.imm))
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 4 {
				if s, at = m.hit(in, address, 4); s == nil {
					return m.miss(address, 4, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = uint64(binary.LittleEndian.Uint32(s.Data[at:]))
		case opLocal8:
			address := stack + uint64(uint32(r[in.a])+uint32(in.imm))
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 8 {
				if s, at = m.hit(in, address, 8); s == nil {
					return m.miss(address, 8, false, m.line(int(in.line)))
				}
			}
			r[in.dst] = binary.LittleEndian.Uint64(s.Data[at:])
		case opStore1:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 1 {
				if s, at = m.hit(in, address, 1); s == nil {
					return m.miss(address, 1, true, m.line(int(in.line)))
				}
			}
			s.Data[at] = byte(r[in.b])
		case opStore2:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 2 {
				if s, at = m.hit(in, address, 2); s == nil {
					return m.miss(address, 2, true, m.line(int(in.line)))
				}
			}
			binary.LittleEndian.PutUint16(s.Data[at:], uint16(r[in.b]))
		case opStore4:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 4 {
				if s, at = m.hit(in, address, 4); s == nil {
					return m.miss(address, 4, true, m.line(int(in.line)))
				}
			}
			binary.LittleEndian.PutUint32(s.Data[at:], uint32(r[in.b]))
		case opStore8:
			address := r[in.a] + uint64(in.imm)
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 8 {
				if s, at = m.hit(in, address, 8); s == nil {
					return m.miss(address, 8, true, m.line(int(in.line)))
				}
			}
			binary.LittleEndian.PutUint64(s.Data[at:], r[in.b])
		case opPutLocal4:
			address := stack + uint64(uint32(r[in.a])+uint32(in.imm))
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 4 {
				if s, at = m.hit(in, address, 4); s == nil {
					return m.miss(address, 4, true, m.line(int(in.line)))
				}
			}
			binary.LittleEndian.PutUint32(s.Data[at:], uint32(r[in.b]))
		case opPutLocal8:
			address := stack + uint64(uint32(r[in.a])+uint32(in.imm))
			s := in.last
			at := address - s.Base
			if at >= uint64(len(s.Data)) || uint64(len(s.Data))-at < 8 {
				if s, at = m.hit(in, address, 8); s == nil {
					return m.miss(address, 8, true, m.line(int(in.line)))
				}
			}
			binary.LittleEndian.PutUint64(s.Data[at:], r[in.b])
		case opMulAddF: // the conversion keeps the Go compiler from making an FMA, which rounds once
			r[in.dst] = bits32(float32(f32(r[in.a])*f32(r[in.b])) + f32(r[in.c]))
		case opMulAddG:
			r[in.dst] = bits64(float64(f64(r[in.a])*f64(r[in.b])) + f64(r[in.c]))
		case opCount:
			n := int32(r[in.a]) + in.line
			r[in.dst] = uint64(uint32(n))
			if n < int32(r[in.b]) {
				goto taken
			}
		case opJump:
			if int(in.imm) < pc {
				if left--; left == 0 {
					if err := m.poll(&left); err != nil {
						return err
					}
					native = m.heat()
				}
				m.Steps += int64(pc) - in.imm
			}
			pc = int(in.imm)
		case opBranch:
			if r[in.a] != 0 {
				if int(in.imm) < pc {
					if left--; left == 0 {
						if err := m.poll(&left); err != nil {
							return err
						}
						native = m.heat()
					}
					m.Steps += int64(pc) - in.imm
				}
				pc = int(in.imm)
			}
		case opSetSW:
			r[in.dst] = truth(int32(r[in.a]) == int32(r[in.b]))
		case opSetSW + 1:
			r[in.dst] = truth(int32(r[in.a]) != int32(r[in.b]))
		case opSetSW + 2:
			r[in.dst] = truth(int32(r[in.a]) < int32(r[in.b]))
		case opSetSW + 3:
			r[in.dst] = truth(int32(r[in.a]) <= int32(r[in.b]))
		case opSetSW + 4:
			r[in.dst] = truth(int32(r[in.a]) > int32(r[in.b]))
		case opSetSW + 5:
			r[in.dst] = truth(int32(r[in.a]) >= int32(r[in.b]))
		case opSetW:
			r[in.dst] = truth(uint32(r[in.a]) == uint32(r[in.b]))
		case opSetW + 1:
			r[in.dst] = truth(uint32(r[in.a]) != uint32(r[in.b]))
		case opSetW + 2:
			r[in.dst] = truth(uint32(r[in.a]) < uint32(r[in.b]))
		case opSetW + 3:
			r[in.dst] = truth(uint32(r[in.a]) <= uint32(r[in.b]))
		case opSetW + 4:
			r[in.dst] = truth(uint32(r[in.a]) > uint32(r[in.b]))
		case opSetW + 5:
			r[in.dst] = truth(uint32(r[in.a]) >= uint32(r[in.b]))
		case opSetSD:
			r[in.dst] = truth(int64(r[in.a]) == int64(r[in.b]))
		case opSetSD + 1:
			r[in.dst] = truth(int64(r[in.a]) != int64(r[in.b]))
		case opSetSD + 2:
			r[in.dst] = truth(int64(r[in.a]) < int64(r[in.b]))
		case opSetSD + 3:
			r[in.dst] = truth(int64(r[in.a]) <= int64(r[in.b]))
		case opSetSD + 4:
			r[in.dst] = truth(int64(r[in.a]) > int64(r[in.b]))
		case opSetSD + 5:
			r[in.dst] = truth(int64(r[in.a]) >= int64(r[in.b]))
		case opSetD:
			r[in.dst] = truth(r[in.a] == r[in.b])
		case opSetD + 1:
			r[in.dst] = truth(r[in.a] != r[in.b])
		case opSetD + 2:
			r[in.dst] = truth(r[in.a] < r[in.b])
		case opSetD + 3:
			r[in.dst] = truth(r[in.a] <= r[in.b])
		case opSetD + 4:
			r[in.dst] = truth(r[in.a] > r[in.b])
		case opSetD + 5:
			r[in.dst] = truth(r[in.a] >= r[in.b])
		case opSetF:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) == math.Float32frombits(uint32(r[in.b])))
		case opSetF + 1:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) != math.Float32frombits(uint32(r[in.b])))
		case opSetF + 2:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) < math.Float32frombits(uint32(r[in.b])))
		case opSetF + 3:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) <= math.Float32frombits(uint32(r[in.b])))
		case opSetF + 4:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) > math.Float32frombits(uint32(r[in.b])))
		case opSetF + 5:
			r[in.dst] = truth(math.Float32frombits(uint32(r[in.a])) >= math.Float32frombits(uint32(r[in.b])))
		case opSetG:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) == math.Float64frombits(r[in.b]))
		case opSetG + 1:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) != math.Float64frombits(r[in.b]))
		case opSetG + 2:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) < math.Float64frombits(r[in.b]))
		case opSetG + 3:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) <= math.Float64frombits(r[in.b]))
		case opSetG + 4:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) > math.Float64frombits(r[in.b]))
		case opSetG + 5:
			r[in.dst] = truth(math.Float64frombits(r[in.a]) >= math.Float64frombits(r[in.b]))
		case opIfSW:
			if int32(r[in.a]) == int32(r[in.b]) {
				goto taken
			}
		case opIfSW + 1:
			if int32(r[in.a]) != int32(r[in.b]) {
				goto taken
			}
		case opIfSW + 2:
			if int32(r[in.a]) < int32(r[in.b]) {
				goto taken
			}
		case opIfSW + 3:
			if int32(r[in.a]) <= int32(r[in.b]) {
				goto taken
			}
		case opIfSW + 4:
			if int32(r[in.a]) > int32(r[in.b]) {
				goto taken
			}
		case opIfSW + 5:
			if int32(r[in.a]) >= int32(r[in.b]) {
				goto taken
			}
		case opIfW:
			if uint32(r[in.a]) == uint32(r[in.b]) {
				goto taken
			}
		case opIfW + 1:
			if uint32(r[in.a]) != uint32(r[in.b]) {
				goto taken
			}
		case opIfW + 2:
			if uint32(r[in.a]) < uint32(r[in.b]) {
				goto taken
			}
		case opIfW + 3:
			if uint32(r[in.a]) <= uint32(r[in.b]) {
				goto taken
			}
		case opIfW + 4:
			if uint32(r[in.a]) > uint32(r[in.b]) {
				goto taken
			}
		case opIfW + 5:
			if uint32(r[in.a]) >= uint32(r[in.b]) {
				goto taken
			}
		case opIfSD:
			if int64(r[in.a]) == int64(r[in.b]) {
				goto taken
			}
		case opIfSD + 1:
			if int64(r[in.a]) != int64(r[in.b]) {
				goto taken
			}
		case opIfSD + 2:
			if int64(r[in.a]) < int64(r[in.b]) {
				goto taken
			}
		case opIfSD + 3:
			if int64(r[in.a]) <= int64(r[in.b]) {
				goto taken
			}
		case opIfSD + 4:
			if int64(r[in.a]) > int64(r[in.b]) {
				goto taken
			}
		case opIfSD + 5:
			if int64(r[in.a]) >= int64(r[in.b]) {
				goto taken
			}
		case opIfD:
			if r[in.a] == r[in.b] {
				goto taken
			}
		case opIfD + 1:
			if r[in.a] != r[in.b] {
				goto taken
			}
		case opIfD + 2:
			if r[in.a] < r[in.b] {
				goto taken
			}
		case opIfD + 3:
			if r[in.a] <= r[in.b] {
				goto taken
			}
		case opIfD + 4:
			if r[in.a] > r[in.b] {
				goto taken
			}
		case opIfD + 5:
			if r[in.a] >= r[in.b] {
				goto taken
			}
		case opIfF:
			if math.Float32frombits(uint32(r[in.a])) == math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfF + 1:
			if math.Float32frombits(uint32(r[in.a])) != math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfF + 2:
			if math.Float32frombits(uint32(r[in.a])) < math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfF + 3:
			if math.Float32frombits(uint32(r[in.a])) <= math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfF + 4:
			if math.Float32frombits(uint32(r[in.a])) > math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfF + 5:
			if math.Float32frombits(uint32(r[in.a])) >= math.Float32frombits(uint32(r[in.b])) {
				goto taken
			}
		case opIfG:
			if math.Float64frombits(r[in.a]) == math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opIfG + 1:
			if math.Float64frombits(r[in.a]) != math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opIfG + 2:
			if math.Float64frombits(r[in.a]) < math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opIfG + 3:
			if math.Float64frombits(r[in.a]) <= math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opIfG + 4:
			if math.Float64frombits(r[in.a]) > math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opIfG + 5:
			if math.Float64frombits(r[in.a]) >= math.Float64frombits(r[in.b]) {
				goto taken
			}
		case opResult:
			result = r[in.a]
		case opReturn: // a function without a result writes to register 0, which nobody reads
			n := len(m.calls) - 1
			if n < 0 {
				return nil
			}
			a := &m.calls[n]
			m.current, code, pc, base, stack = a.f, a.code, a.pc, a.base, a.stack
			r = (*registers)(window[base:])
			r[a.destination] = result
			native = m.loaded[a.f.number].native
			m.calls = m.calls[:n]
		case opInvoke:
			if left--; left == 0 {
				if err := m.poll(&left); err != nil {
					return err
				}
			}
			x := &m.current.extras[in.imm]
			callee := p.functions[x.v.Imm]
			m.calls = append(m.calls, activation{m.current, code, pc, base, stack, in.dst})
			base += m.current.registers
			stack += uint64(m.current.frame)
			if stack+uint64(callee.frame) > m.StackBase+uint64(m.StackBytes) || len(m.calls) > maxCalls {
				return m.overflow(callee, m.line(int(in.line)))
			}
			if base+maxRegisters > len(window) { // the slice moves, so the caller's window must be found again
				window = append(window, make([]uint64, len(window))...)
				r = (*registers)(window[base-m.current.registers:])
			}
			q := (*registers)(window[base:])
			for i, n := range x.more {
				q[i+1] = r[n]
			}
			r, m.current = q, callee
			code, pc = m.load(int(x.v.Imm), r), 0
			native = m.loaded[x.v.Imm].native
			m.Steps += int64(len(x.more)) + 2
		default:
			m.Steps++
			if err := m.rare(m.current, in, r, stack); err != nil {
				return err
			}
		}
		continue
	taken:
		if int(in.imm) < pc {
			if left--; left == 0 {
				if err := m.poll(&left); err != nil {
					return err
				}
				native = m.heat()
			}
			m.Steps += int64(pc) - in.imm
		}
		pc = int(in.imm)
	}
}

// heat compiles the current function to machine code, once. The result is nil if there is no assembler for this processor.
func (m *Machine) heat() *nativeCode {
	l := &m.loaded[m.current.number]
	if !l.tried && !m.slow {
		l.tried, l.native = true, assemble(l.code)
	}
	return l.native
}

// cool frees all machine code.
func (m *Machine) cool() {
	for i := range m.loaded {
		if n := m.loaded[i].native; n != nil {
			n.free()
		}
	}
	m.loaded = nil
}

// load sets the presets in the window of a call of function n, and returns the function's code. The first call of a function makes this
// machine's copy of it.
func (m *Machine) load(n int, r *registers) []instr {
	f, l := m.program.functions[n], &m.loaded[n]
	if l.code == nil {
		l.code = slices.Clone(f.code)
		for i := range l.code {
			l.code[i].last = &m.Memory.none
		}
		l.presets = make([]uint64, len(f.presets))
		for i, x := range f.presets {
			if l.presets[i] = x.value; x.kind == ir.GlobalAddr {
				l.presets[i] = m.Globals[x.value]
			}
		}
	}
	copy(r[f.params+1:], l.presets)
	if m.Eager && !l.tried {
		l.tried, l.native = true, assemble(l.code)
	}
	return l.code
}

// line returns the source line to report for a line of the current function. A fault inside a library function is reported at the line
// of the user's code that called the library.
func (m *Machine) line(line int) int {
	line, _ = m.place(line, 0)
	return line
}

// place is [Machine.line] with the column, by which messages tell calls apart that stand in one line.
func (m *Machine) place(line, column int) (atLine, atColumn int) {
	f := m.current
	for i := len(m.calls) - 1; i >= 0 && f.source.Library; i-- {
		a := &m.calls[i]
		in := &a.code[a.pc-1] // opInvoke
		f, line, column = a.f, int(in.line), a.f.extras[in.imm].v.Col
	}
	return line, column
}

// Line returns the source line of the access for which [Memory.Bring] is called.
func (m *Machine) Line() int { return m.line(m.accesses) }

// overflow returns the fault of a call whose frame does not fit on the stack.
func (m *Machine) overflow(callee *function, line int) error {
	why := fmt.Sprintf("stack overflow: %d calls stand within one another, and one of %s needs %d bytes of the stack's %d", len(m.calls),
		callee.source.Name, callee.frame, m.StackBytes)
	return &Fault{Kind: "segmentation fault", Line: line, Why: why}
}

// hit finds the segment of an access and stores it in in.last. It returns the segment and the offset in it, or nil if the access does
// not lie in one segment: reading on into the next one is an error of the program, even where both are adjacent.
func (m *Machine) hit(in *instr, address uint64, width int) (*Segment, uint64) {
	m.accesses = int(in.line)
	s := m.Memory.Find(address)
	if s == nil || uint64(len(s.Data))-(address-s.Base) < uint64(width) {
		return nil, 0
	}
	in.last = s
	return s, address - s.Base
}

// poll starts the next count and asks Poll whether to continue.
func (m *Machine) poll(left *int) error {
	*left = pollSteps
	if m.Poll == nil {
		return nil
	}
	return m.Poll()
}
