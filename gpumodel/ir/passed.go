package ir

// storeArguments stores what is passed to printf in local memory, where nvcc's printf reads it: one after the
// other, aligned as members of a struct, neighbours by vector stores. All calls share the place.
func storeArguments(f *Func) {
	frame, bytes := alignUp(f.LocalBytes, widest), 0
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			if v.Op == Printf {
				bytes = max(bytes, passedBytes(v.Args))
			}
		}
	}
	if bytes == 0 {
		return
	}
	if f.LocalBytes == 0 {
		frame = 0
	}
	f.LocalBytes = frame + alignUp(bytes, 8)
	base := f.leaf(LocalAddr, U32, uint64(frame), Local)
	for _, b := range f.Blocks {
		var values []*Value
		for _, v := range b.Values {
			if v.Op == Printf {
				for _, s := range passed(v.Args) {
					s.ID, s.Block, s.Line, s.Col = f.id(), b, v.Line, v.Col
					s.Args = append([]*Value{base}, s.Args...)
					values = append(values, s)
				}
			}
			values = append(values, v)
		}
		b.Values = values
	}
}

// passed are the stores of arguments, without their address.
func passed(args []*Value) (stores []*Value) {
	at := 0
	for len(args) > 0 {
		size := max(4, args[0].Type.Size())
		at = alignUp(at, size)
		n := 1
		for n < len(args) && max(4, args[n].Type.Size()) == size && args[n].Type.Float() == args[0].Type.Float() {
			n++
		}
		for n == 3 || n > 1 && (n*size > widest || at%(n*size) != 0) {
			n--
		}
		lanes := n
		if n == 1 {
			lanes = 0
		}
		stores = append(stores, &Value{Op: Store, Space: Local, Mem: args[0].Type, Lanes: lanes, Imm: uint64(at), Args: args[:n:n]})
		at += n * size
		args = args[n:]
	}
	return stores
}

// passedBytes is the size of all arguments together.
func passedBytes(args []*Value) (bytes int) {
	for _, s := range passed(args) {
		bytes = max(bytes, int(s.Imm)+s.bytes())
	}
	return bytes
}
