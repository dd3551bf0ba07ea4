package cell

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed docs.txt
var docsText string

// builtinDocs are the texts of the language's built-ins, in the form of [Doc], by their names.
// In docs.txt each begins with a line "== name".
var builtinDocs = sync.OnceValue(func() map[string]string {
	docs := map[string]string{}
	for _, section := range strings.Split("\n"+docsText, "\n== ")[1:] {
		name, doc, _ := strings.Cut(section, "\n")
		docs[name] = strings.TrimSpace(doc)
	}
	return docs
})

// keywordDocs explains the words of the language.
var keywordDocs = map[string]string{
	"assert":   "assert condition, \"message\" ends the cell with an AssertionError if the condition is false.",
	"def":      "def f(a, b=1): defines a function. It sees the globals of today, also those of later cells.",
	"lambda":   "lambda x: x + 1 is a function of one expression.",
	"for":      "for x in list: runs a block for every element; break ends it, continue goes to the next.",
	"while":    "while condition: runs a block as long as the condition is true.",
	"if":       "if condition: … elif condition: … else: …, or a if condition else b.",
	"return":   "return value ends a function.",
	"break":    "break ends the loop around it.",
	"continue": "continue goes on with the next round of the loop.",
	"pass":     "pass does nothing; it stands where a block must not be empty.",
}
