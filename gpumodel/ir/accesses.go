package ir

// An Access is what a kernel does with the memory that a parameter points to.
type Access struct {
	Reads, Writes bool // surely, if the code is reached
	// ReadsFirst says that the first access in the order of the text is a read, an atomic one too.
	ReadsFirst bool
	// Decides says that the kernel itself needs what an atomic operation returns: the memory is a lock, say, or a ticket.
	Decides bool
	// Unknown says that there are accesses by addresses that may come from the parameter, or from memory.
	Unknown bool
}

// Accesses are what the kernel does by each of its parameters. Those of numbers are zero.
func (f *Func) Accesses() []Access {
	all := make([]Access, len(f.Params))
	unknown := false
	used := map[*Value]bool{}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			for _, a := range v.Args {
				used[a] = true
			}
		}
		if b.Cond != nil {
			used[b.Cond] = true
		}
	}
	for _, b := range f.Blocks {
		for _, v := range b.Values {
			switch {
			case v.Op == Launch || v.Op == Runtime || v.Op == Invoke:
				unknown = true
				continue
			case !v.Op.Accesses() || len(v.Args) == 0 || v.Space == Shared || v.Space == Local || v.Space == Const:
				continue
			}
			root := rootOf(v.Args[0])
			switch {
			case root == nil:
				unknown = true
			case root.Op == ParamValue:
				a := &all[root.Imm]
				a.ReadsFirst = a.ReadsFirst || !a.Writes && v.Op.Reads()
				a.Reads = a.Reads || v.Op.Reads()
				a.Writes = a.Writes || v.Op.Writes()
				a.Decides = a.Decides || v.Op == Atom && used[v]
			}
		}
	}
	for i := range all {
		all[i].Unknown = unknown
	}
	return all
}
