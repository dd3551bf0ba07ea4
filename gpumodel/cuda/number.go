package cuda

// numberTypes are the types of numbers.
var numberTypes = [...]*Type{
	IntNumber: typeInt, UIntNumber: typeUInt, LongNumber: typeLong, ULongNumber: typeULong,
	LongLongNumber: typeLongLong, ULongLongNumber: typeULongLong, FloatNumber: typeFloat, DoubleNumber: typeDouble,
}

// number reads a number's spelling: its value and its type.
func number(text string) (Const, *Type, error) {
	v, err := ReadNumber(text)
	if err != nil {
		return Const{}, nil, err
	}
	return Const{I: v.I, F: v.F}, numberTypes[v.Type], nil
}
