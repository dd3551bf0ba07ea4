package figure

import (
	"cmp"
	"fmt"
)

// An accessKey tells the accesses of a kernel apart.
type accessKey struct {
	line  int
	param string
	store bool
}

// inOrder compares accesses by their place in the source.
func inOrder(a, b accessKey) int {
	return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(fmt.Sprint(a.store), fmt.Sprint(b.store)), cmp.Compare(a.param, b.param))
}
