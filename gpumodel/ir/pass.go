package ir

// A pass improves a function in place and keeps the invariants that Check checks.
//
// A pass may rely on what Check checks and on nothing else: it calls analyze itself where it needs
// dominators or loop depths, because an earlier pass may have left them stale.
type pass struct {
	name string
	run  func(f *Func)
}

// passes are the optimisations in their order.
//
// The order follows from what each pass needs:
//
//   - number comes first: construction merges equal values within a block only.
//   - ifConvert makes one block of three or four. forward, joinLoads and schedule work block by block.
//   - stripConstants comes before forward and joinLoads, which compare accesses by base and offset.
//   - hoistLimits comes before unrollPartly, which needs the trips on the way in.
//   - unrollIndexed comes behind unrollPartly and before unrollAgain, as it is ptxas that does so.
//   - carry comes behind unrollPartly as in NVVM, and before unrollAgain, which is ptxas.
//   - shareAddresses and hoist come before reduceInduction: an address that is derived from another one, or
//     that is invariant, needs no running sum. They come once more behind it, for what it leaves in the
//     preheaders.
//   - storeArguments comes before placeVariables, and behind all passes that would forward or drop its stores.
//   - placeVariables comes late because it removes the SharedAddr and LocalAddr that tell alias analysis
//     which array an access belongs to (rootOf).
//   - inferSpaces comes behind promoteLocals and forward, which bring a pointer that was kept in memory to where it
//     is used; placeGenerics comes late because it removes the Cvta by which inferSpaces knows a pointer.
//   - pairRemainders comes behind useRanges, which knows the range of a remainder, and before number and fuse, for its products.
//   - divideByConstants comes behind both, and before number and fuse, for its products.
//   - meetAtomics comes behind the passes that unroll, as it is ptxas that does so, and before number and fuse, for its products.
//   - fuse follows all passes that take sums and products apart: a Mad is not taken apart again.
//   - take follows the optimisations, so that each part has the code that it has in the whole kernel.
//   - schedule comes last of those that move instructions, so that its order stays.
//   - splitEdges makes room for the moves of phis. mergeBlocks would remove its empty blocks.
var passes = []pass{
	{"demote literals", demote},
	{"number", number},
	{"merge blocks", mergeBlocks},
	{"rotate loops", rotateLoops},
	{"unroll whole", unrollWhole},
	{"promote locals", promoteLocals},
	{"infer spaces", inferSpaces},
	{"merge unrolled", mergeBlocks},
	{"convert ifs", ifConvert},
	{"unswitch loops", unswitchLoops},
	{"hoist limits", hoistLimits},
	{"unroll partly", unrollPartly},
	{"carry", carry},
	{"unroll for arrays", unrollIndexed},
	{"unroll again", unrollAgain},
	{"strip constants", stripConstants},
	{"use ranges", useRanges},
	{"forward", forward},
	{"infer spaces again", inferSpaces},
	{"join loads", joinLoads},
	{"share addresses", shareAddresses},
	{"hoist", hoist},
	{"reduce induction", reduceInduction},
	{"store arguments", storeArguments},
	{"place variables", placeVariables},
	{"place generics", placeGenerics},
	{"share addresses again", shareAddresses},
	{"hoist again", hoist},
	{"pair remainders", pairRemainders},
	{"divide by constants", divideByConstants},
	{"meet in atomics", aggregateAtomics},
	{"number again", number},
	{"fuse", fuse},
	{"merge again", mergeBlocks},
	{"take a part", take},
	{"schedule", schedule},
	{"split edges", splitEdges},
}

// optimize runs the passes; after, if not nil, is called behind each.
//
// Tests pass after to run Check between passes. poll panics with a buildError if the build was
// cancelled, so that no pass needs an error result.
func optimize(f *Func, after func(name string)) {
	for _, p := range passes {
		f.poll()
		p.run(f)
		if after != nil {
			after(p.name)
		}
	}
}
