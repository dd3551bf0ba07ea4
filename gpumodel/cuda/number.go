package cuda

import "warpbook.dev/gpumodel/cuda/token"

// numberTypes are the types of numbers.
var numberTypes = [...]*Type{
	token.IntNumber: typeInt, token.UIntNumber: typeUInt, token.LongNumber: typeLong, token.ULongNumber: typeULong,
	token.LongLongNumber: typeLongLong, token.ULongLongNumber: typeULongLong, token.FloatNumber: typeFloat, token.DoubleNumber: typeDouble,
}

// number reads a number's spelling: its value and its type.
func number(text string) (Const, *Type, error) {
	v, err := token.ReadNumber(text)
	if err != nil {
		return Const{}, nil, err
	}
	return Const{I: v.I, F: v.F}, numberTypes[v.Type], nil
}
