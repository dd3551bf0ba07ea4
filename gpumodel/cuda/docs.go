package cuda

import (
	_ "embed"
	"strings"
	"sync"
)

// A builtinDoc says what a built-in name does, and from which compute capability on.
type builtinDoc struct{ since, text string }

// docTable has the docs of what is built in: name,since,doc. A name that ends in *
// stands for all that begin with it. A test holds it against the names that the front
// end knows, and since against what the model compiles.
//
//go:embed builtin.csv
var docTable string

var builtinDocs = sync.OnceValue(func() map[string]builtinDoc {
	m := map[string]builtinDoc{}
	for _, r := range rowsOf(docTable) {
		m[r[0]] = builtinDoc{r[1], r[2]}
	}
	return m
})

// docOf is the doc of a built-in name. sqrtf is documented as sqrt.
func docOf(name string) builtinDoc {
	docs := builtinDocs()
	scopeless := strings.TrimSuffix(strings.TrimSuffix(name, "_system"), "_block")
	for _, key := range []string{name, strings.TrimSuffix(name, "f"), scopeless} {
		if d, ok := docs[key]; ok {
			return d
		}
	}
	for i := len(name); i > 0; i-- {
		if d, ok := docs[name[:i]+"*"]; ok {
			return d
		}
	}
	return builtinDoc{}
}
