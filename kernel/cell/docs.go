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
	"def":      "def f(a, b=1): defines a function. A call sees the current values of globals, also of those that later cells define.",
	"lambda":   "lambda x: x + 1 is a function of one expression.",
	"for":      "for x in list: runs a block for each element; break ends the loop, continue starts the next iteration.",
	"while":    "while condition: runs a block as long as the condition is true.",
	"if":       "if condition: … elif condition: … else: … runs the first block whose condition is true; a if condition else b is an expression.",
	"return":   "return value ends a function and gives its result.",
	"break":    "break ends the innermost loop.",
	"continue": "continue starts the next iteration of the innermost loop.",
	"pass":     "pass does nothing. Write it where a block would be empty.",
}
