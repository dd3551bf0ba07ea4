package scalar

// An opcode is what an instruction does. The letters behind the names are the types: w and d are words of 32 and 64 bits, sw and sd
// signed ones, f and g floats of 32 and 64 bits.
type opcode uint16

const (
	opGeneral opcode = iota // what ir.Evaluate computes of a, b and c
	opMove
	opAddW
	opAddD
	opSubW
	opSubD
	opMulW
	opMulD
	opMadW
	opMadD
	opMulWideS
	opMulWideU
	opMadWideS
	opMadWideU
	opAnd
	opOr
	opXor
	opNotW
	opNotD
	opShlW
	opShlD
	opShrW
	opShrD
	opShrSW
	opShrSD
	opDivSW
	opDivW
	opDivSD
	opDivD
	opRemSW
	opRemW
	opRemSD
	opRemD
	opAddF
	opSubF
	opMulF
	opDivF
	opAddG
	opSubG
	opMulG
	opDivG
	opNegF
	opNegG
	opSqrtF
	opSqrtG
	opAbsF
	opAbsG
	opFma
	opMath
	opSelect
	opPAnd
	opPOr
	opPNot
	opSextWD // 32 bits, signed, to 64
	opWord   // the low 32 bits
	opSWtoF
	opSWtoG
	opSDtoF
	opSDtoG
	opFtoG
	opGtoF
	opWhole     // a whole number of a float, as the host cuts it off
	opCvtaLocal // an address in local memory as one of all
	opLoad1
	opLoadS1
	opLoad2
	opLoadS2
	opLoad4
	opLoad8
	opLoadUp4 // a load, and the address goes up by c
	opLoadUp8
	opLoadMany
	opStore1
	opStore2
	opStore4
	opStore8
	opStoreMany
	opLocal4
	opLocal8
	opPutLocal4
	opPutLocal8
	opAtom
	opAssert
	opCall
	opLaunch
	opInvoke
	opResult  // what a function returns
	opMulAddF // a product, rounded, and a sum
	opMulAddG
	opCount // a counter goes up by line, and back if it is less than b
	opJump
	opBranch
	opReturn
	// Comparisons: into a register, and with a branch. The order is that of ir.Cmp.
	opSetSW
	opSetW   = opSetSW + 6
	opSetSD  = opSetW + 6
	opSetD   = opSetSD + 6
	opSetF   = opSetD + 6
	opSetG   = opSetF + 6
	opIfSW   = opSetG + 6
	opIfW    = opIfSW + 6
	opIfSD   = opIfW + 6
	opIfD    = opIfSD + 6
	opIfF    = opIfD + 6
	opIfG    = opIfF + 6
	numCodes = opIfG + 6
)
