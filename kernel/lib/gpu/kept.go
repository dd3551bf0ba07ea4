package gpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/store"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/plotting"
)

// Results of launches are kept for other sessions in a folder, if the session is started with one. A notebook that is run again, or a sweep
// with one more size, then simulates only what is new. Graded cells compute everything.

// cacheBytes is the maximum size of the folder, in bytes: some ten thousand results.
const cacheBytes = 256 << 20

// keeping is the store of a session, if it has one.
type keeping struct {
	open func() *store.Store // nil where nothing is kept
	off  atomic.Bool         // by %cache off
}

func newKeeping(s *cell.Session) *keeping {
	return &keeping{open: sync.OnceValue(func() *store.Store {
		if s.Cache == "" {
			return nil
		}
		return store.Open(s.Cache, cacheBytes, store.Version)
	})}
}

// within is the context of a cell, with the store.
func (k *keeping) within(run *cell.Run, ctx context.Context) context.Context {
	if s := k.open(); s != nil {
		return gpumodel.WithStore(ctx, &cellStore{s, k, run})
	}
	return ctx
}

// A cellStore is the store as a cell has it.
type cellStore struct {
	store *store.Store
	k     *keeping
	run   *cell.Run
}

// reuses reports whether a cell may take results that were computed before.
func (k *keeping) reuses(run *cell.Run) bool {
	return !k.off.Load() && !run.Graded() && !run.Session().Grading
}

func (c *cellStore) Get(key store.Key) ([]byte, bool) {
	if !c.k.reuses(c.run) {
		return nil, false
	}
	return c.store.Get(key)
}

func (c *cellStore) Put(key store.Key, value []byte) {
	if c.k.reuses(c.run) {
		c.store.Put(key, value)
	}
}

// magic is %cache.
func (k *keeping) magic(run *cell.Run, args string) error {
	s := k.open()
	switch {
	case args != "" && args != "clear" && args != "off" && args != "on":
		return face.ValueErrorf("%%cache %s: want %%cache, %%cache clear, %%cache off or %%cache on", args)
	case s == nil:
		run.Print("no results are kept: this session was started without a folder for them\n")
		return nil
	case args == "off" || args == "on":
		k.off.Store(args == "off")
	case args == "clear":
		if err := s.Clear(); err != nil {
			return face.Errorf("OSError", "%%cache clear: %v", err)
		}
	}
	contents, err := s.Contents()
	if err != nil {
		return face.Errorf("OSError", "%%cache: %v", err)
	}
	uses := s.Uses()
	text := fmt.Sprintf("%s results in %s, %s of at most %s; this session has found %s and computed %s",
		plotting.Thousands(int64(contents.Entries)), s.Dir(),
		plotting.SI(float64(contents.Bytes), "B"), plotting.SI(float64(s.Limit()),
			"B"), plotting.Thousands(uses.Hits), plotting.Thousands(uses.Misses))
	if k.off.Load() {
		text += "; it is off: %cache on uses it again"
	}
	if uses.Failed != nil {
		text += fmt.Sprintf("\nthe last result could not be kept: %v", uses.Failed)
	}
	run.Print(text + "\n")
	return nil
}
