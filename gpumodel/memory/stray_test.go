package memory

import (
	"errors"
	"testing"
)

// TestBeyond: the rest of an array's page is memory, the next page is not, and the first thread in order is told of.
func TestBeyond(t *testing.T) {
	const base, host, page = 1 << 28, 1 << 40, 2 << 20
	g := NewGlobal(base, host)
	g.Map(NewBuffer(1024, nil))
	first, second := errors.New("first"), errors.New("second")
	told := func(err error) func() error { return func() error { return err } }
	if b := g.Beyond(base+1024, 4, 0, told(first)); b != nil {
		t.Fatal("memory without pages has something behind an array")
	}
	g.MapPages(page)
	b := g.Beyond(base+1024, 4, 9, told(second))
	if b == nil || b.Base != base {
		t.Fatalf("got %v behind an array", b)
	}
	b.Store(1024, 4, 7)
	if again := g.Beyond(base+1024, 4, 5, told(first)); again != b || again.Load(1024, 4) != 7 {
		t.Error("what was written behind an array is not there")
	}
	if err := g.Strayed(); err != first {
		t.Errorf("got %v, want that of thread 5", err)
	}
	if err := g.Strayed(); err != nil {
		t.Errorf("got %v again", err)
	}
	for _, at := range []uint64{0, 64, base - 4, base + page - 2, base + page, host} {
		if g.Beyond(at, 4, 0, told(first)) != nil {
			t.Errorf("address %#x is memory", at)
		}
	}
	if copied, _ := g.Copied(); copied.Beyond(base+1024, 4, 0, told(first)) == b {
		t.Error("a copy has the memory of its original")
	}
}
