package ir

// A pass improves a function in place and keeps the invariants that Check checks.
type pass struct {
	name string
	run  func(f *Func)
}

// passes are the optimisations in their order.
var passes = []pass{
	{"demote literals", demote},
	{"number", number},
	{"merge blocks", mergeBlocks},
	{"convert ifs", ifConvert},
	{"strip constants", stripConstants},
	{"use ranges", useRanges},
	{"forward", forward},
	{"join loads", joinLoads},
	{"share addresses", shareAddresses},
	{"hoist", hoist},
	{"reduce induction", reduceInduction},
	{"place variables", placeVariables},
	{"share addresses again", shareAddresses},
	{"hoist again", hoist},
	{"number again", number},
	{"fuse", fuse},
	{"merge again", mergeBlocks},
	{"take a part", take},
	{"schedule", schedule},
	{"split edges", splitEdges},
}

// optimize runs the passes; after, if not nil, is called behind each.
func optimize(f *Func, after func(name string)) {
	for _, p := range passes {
		f.poll()
		p.run(f)
		if after != nil {
			after(p.name)
		}
	}
}
