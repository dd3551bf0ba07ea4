package gpumodel

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"slices"

	"warpbook.dev/gpumodel/ir"
	"warpbook.dev/gpumodel/isa"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/timing"
	"warpbook.dev/gpumodel/warp"
)

// What a launch took and counted can be kept for the next session, by a SHA-256 of all that it depends on: the texts and the options of
// its module, the device with each of its numbers, the launch, its arguments and where they lie, and where branches or addresses depend
// on memory, all of that. The store itself tells versions of the model apart. What the launch writes is computed anew each time, where
// somebody may read it.

// A Store keeps values by a SHA-256 of what they depend on. Package store has one.
type Store interface {
	Get(key [sha256.Size]byte) (value []byte, found bool)
	Put(key [sha256.Size]byte, value []byte)
}

type storeKey struct{}

// WithStore is a context in which the results of launches are kept in a store, and taken from it. nil keeps none.
func WithStore(ctx context.Context, s Store) context.Context {
	return context.WithValue(ctx, storeKey{}, s)
}

// A record is what is kept of a launch: whatever else a result has follows from it.
type record struct {
	Stats   warp.Stats
	Parts   []warp.Stats
	Outcome timing.Outcome
}

// mostHashed is how many bytes of memory are hashed for a launch that depends on them.
const mostHashed = 256 << 20

// executedOnce is execute with a look at what is kept.
func (l *Launch) executedOnce(ctx context.Context, program *isa.Program, c timing.Config) (r record, unfinished string, err error) {
	s, _ := ctx.Value(storeKey{}).(Store)
	key, keepable, err := [sha256.Size]byte{}, false, error(nil)
	if s != nil {
		if key, keepable, err = l.storeKey(ctx, program, &c); err != nil {
			return r, "", err
		}
	}
	if keepable {
		if value, found := s.Get(key); found && r.decode(value) == nil {
			unfinished, err = l.onlyResults(ctx, program, &c)
			return r, unfinished, err
		}
	}
	m, outcome, unfinished, err := l.execute(ctx, program, c)
	if err != nil {
		return r, "", err
	}
	r = record{m.Stats, m.Parts, outcome}
	if keepable && unfinished == "" {
		s.Put(key, r.encoded())
	}
	return r, unfinished, nil
}

// onlyResults executes a launch whose time is known for what it writes, as far as it was to be executed in full.
func (l *Launch) onlyResults(ctx context.Context, program *isa.Program, c *timing.Config) (unfinished string, err error) {
	if l.writesNothing(program) {
		return "", nil
	}
	m, err := l.machine(ctx, c.Device, program, true, &warp.Budget{})
	if err != nil {
		return "", err
	}
	return l.resultsBy(m, c.Blocks)
}

// writesNothing reports whether nobody can read what a launch writes.
func (l *Launch) writesNothing(program *isa.Program) bool {
	return !l.InFull() || l.large() && program.LeavesNothing()
}

// resultsBy executes the blocks of a launch for what they write, by a machine that has the values.
func (l *Launch) resultsBy(m *warp.Machine, blocks int) (unfinished string, err error) {
	if err = m.ResultsOf(0, blocks); l.bounded() && errors.Is(err, warp.ErrEnough) {
		l.markPartial(m.Program, l.Kernel.Name+" was executed in part, since all of it takes too long")
		return tooMuch, nil
	}
	return "", err
}

// resultsNeedTime reports whether what a launch writes depends on its time: sums of floats depend on the order of the warps.
func (l *Launch) resultsNeedTime(program *isa.Program) bool {
	return l.InFull() && slices.ContainsFunc(program.Code, func(in isa.Instr) bool { return in.Op == ir.Atom })
}

// storeKey is a SHA-256 of all that a launch's time and counts depend on. keepable says whether they depend on nothing else.
func (l *Launch) storeKey(ctx context.Context, program *isa.Program, c *timing.Config) (key [sha256.Size]byte, keepable bool, err error) {
	x := l.Experiment
	switch {
	case l.Exact, l.inside != nil, c.Device.Card != nil, x.Watch != nil, x.WatchShared != nil:
		return key, false, nil
	case l.resultsNeedTime(program):
		return key, false, nil
	}
	m, err := l.machine(ctx, c.Device, program, false, &warp.Budget{})
	if err != nil {
		return key, false, err
	}
	depends := dependenceOf(program, m)
	if depends == onMore || depends == onMemory && m.Global.Bytes() > mostHashed {
		return key, false, nil
	}
	o := l.Kernel.Module.options
	o.Include = nil // the texts of the headers say more
	h := sha256.New()
	part := func(name string, value any) { fmt.Fprintf(h, "%s %T %+v\n", name, value, value) }
	for _, text := range l.Kernel.Module.file.Texts() {
		part("text", len(text))
		h.Write([]byte(text))
	}
	part("options", o)
	part("kernel", fmt.Sprintf("%q %q", l.Kernel.fn.Name, l.Kernel.args))
	fmt.Fprintf(h, "device %s\n", l.Kernel.Module.textOf(c.Device))
	part("grid", l.Grid)
	part("block", l.Block)
	part("shared", [2]int{l.Shared, l.MaxShared})
	part("mode", [2]bool{l.InFull(), l.bounded()})
	part("variant", x.Variant)
	part("lift", x.Lift)
	part("experiment", fmt.Sprint(x.Copies, x.Resident, x.Together))
	part("places", []byte(l.repeatKey(m).places))
	hashArrays(h, depends.arrays(m))
	return [sha256.Size]byte(h.Sum(nil)), true, nil
}

// hashArrays hashes where arrays lie, and their contents.
func hashArrays(h hash.Hash, arrays []*memory.Buffer) {
	for _, b := range arrays {
		fmt.Fprintf(h, "array %d %d\n", b.Base, b.Size)
		_ = b.Send(h) // a hash takes all
	}
}
