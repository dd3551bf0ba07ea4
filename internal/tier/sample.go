package tier

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Sample returns n elements of list, in the list's order. WARPBOOK_SEED chooses them, any text,
// together with the test's name; ./check -long takes all. The test's log names the sample, so
// that the same one can be run again:
//
//	WARPBOOK_SEED=5 go test ./cmd/warpbook -run TestAssignments
func Sample[T any](t testing.TB, list []T, n int) []T {
	t.Helper()
	if long() || n >= len(list) {
		return list
	}
	seed := cmp.Or(os.Getenv("WARPBOOK_SEED"), "1")
	sum := fnv.New64a()
	sum.Write([]byte(t.Name() + "\x00" + seed)) // it never fails
	places := rand.New(rand.NewPCG(sum.Sum64(), 0)).Perm(len(list))[:n]
	slices.Sort(places)
	sample := make([]T, 0, n)
	for _, i := range places {
		sample = append(sample, list[i])
	}
	t.Logf("WARPBOOK_SEED=%s takes %d of %d: %.400s", seed, n, len(list), fmt.Sprint(sample))
	return sample
}
