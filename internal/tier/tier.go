// Package tier sorts tests by their cost, so that a developer waits for as few as the
// moment needs:
//
//	go test -short ./...   everyday: what ends within about a second, on a core of its own
//	./check                before a change is merged: the tests marked tier.Check too
//	./check -long          before a release: the tests marked tier.Long too
//
// A test that does not call this package runs always. A skipped test names its tier, and
// ./check prints how many it left to the long one.
package tier

import (
	"os"
	"testing"
)

// Check skips a test under -short.
func Check(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("tier: check")
	}
}

// Long skips a test unless WARPBOOK_LONG=1, which ./check -long sets.
func Long(t testing.TB) {
	t.Helper()
	if !long() {
		t.Skip("tier: long")
	}
}

// Pick returns how much of something the present tier tests: seeds, sizes, seconds.
func Pick[T any](short, check, longest T) T {
	switch {
	case testing.Short():
		return short
	case !long():
		return check
	}
	return longest
}

func long() bool { return !testing.Short() && os.Getenv("WARPBOOK_LONG") == "1" }
