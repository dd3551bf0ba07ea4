package warpbook_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// readsWords are the files that may look into the words of an error, with the reason.
var readsWords = map[string]string{
	"gpumodel/cuda/token/errors.go": "the same words about the same line are reported once",
	"kernel/cell/errors.go":         "Starlark's errors are only texts: they get Python's names here",
	"kernel/cell/explain.go":        "Starlark's parser says only in words where and why it stopped",
}

// searches are the functions that look for words.
var searches = map[string]map[string]bool{
	"strings": {"Contains": true, "ContainsAny": true, "HasPrefix": true, "HasSuffix": true, "Index": true, "LastIndex": true, "Cut": true, "CutPrefix": true, "CutSuffix": true,
		"EqualFold": true, "Split": true, "SplitN": true, "Fields": true, "Compare": true, "Count": true},
	"regexp": {"MatchString": true},
	"":       {"MatchString": true, "FindString": true, "FindStringSubmatch": true, "FindStringIndex": true},
}

// TestNoCodeDecidesByWords: the words of an error are for readers, and change. Code that has to tell
// errors apart asks for their type or a field, with errors.As and errors.Is.
func TestNoCodeDecidesByWords(t *testing.T) {
	used := map[string]bool{}
	for _, root := range []string{"gpumodel", "kernel", "plotting", "notebooks", "docs", "install", "internal", "spelling", "cmd"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			for _, words := range wordsRead(file) {
				if readsWords[filepath.ToSlash(path)] == "" {
					t.Errorf("%s: %s looks into the words of an error: give the error a type or a field, and ask for that", path, words)
				}
				used[filepath.ToSlash(path)] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path := range readsWords {
		if !used[path] {
			t.Errorf("%s looks into no words of errors: remove it from the list", path)
		}
	}
}

// wordsRead are the functions of a file that search or compare the words of an error, once for each place.
func wordsRead(file *ast.File) (found []string) {
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		worded := map[string]bool{} // variables that hold the words of an error
		ofError := func(e ast.Expr) (is bool) {
			ast.Inspect(e, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					sel, ok := n.Fun.(*ast.SelectorExpr)
					is = is || ok && sel.Sel.Name == "Error" && len(n.Args) == 0
				case *ast.SelectorExpr:
					is = is || n.Sel.Name == "Msg" || n.Sel.Name == "msg"
				case *ast.Ident:
					is = is || worded[n.Name]
				}
				return !is
			})
			return is
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, y := range n.Rhs {
					if x, ok := n.Lhs[min(i, len(n.Lhs)-1)].(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) && textOfError(y) {
						worded[x.Name] = true
					}
				}
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && !empty(n.X) && !empty(n.Y) && (ofError(n.X) || ofError(n.Y)) {
					found = append(found, fn.Name.Name)
				}
			case *ast.SwitchStmt:
				if n.Tag != nil && ofError(n.Tag) {
					found = append(found, fn.Name.Name)
				}
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || len(n.Args) == 0 {
					break
				}
				room := ""
				if id, ok := sel.X.(*ast.Ident); ok && searches[id.Name] != nil {
					room = id.Name
				}
				if searches[room][sel.Sel.Name] && ofError(n.Args[0]) {
					found = append(found, fn.Name.Name)
				}
			}
			return true
		})
	}
	return found
}

// textOfError reports whether e is err.Error() and nothing else.
func textOfError(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "Error"
}

// empty reports whether e is the text without words: asking whether there is one is no search.
func empty(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && (lit.Value == `""` || lit.Kind != token.STRING)
}

// TestWordsRead holds the search to what it has to find.
func TestWordsRead(t *testing.T) {
	for source, want := range map[string]int{
		`func f(err error) bool { return strings.Contains(err.Error(), "range") }`:                     1,
		`func f(err error) bool { return err.Error() == "EOF" }`:                                       1,
		`func f(e *Error) bool { return strings.HasPrefix(e.Msg, "undeclared") }`:                      1,
		`func f(err error) bool { msg := err.Error(); _, _, ok := strings.Cut(msg, ":"); return ok }`:  1,
		`func f(err error) int { switch err.Error() { case "a": return 1 }; return 0 }`:                1,
		`func f(err error) bool { return pattern().MatchString(err.Error()) }`:                         1,
		`func f(e *Error) bool { return e.Msg != "" && len(e.Msg) == 3 }`:                              0,
		`func f(err error) error { return fmt.Errorf("x: %s", strings.TrimPrefix(err.Error(), "a")) }`: 0,
		`func f(err error) bool { return errors.Is(err, io.EOF) }`:                                     0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(wordsRead(file)); got != want {
			t.Errorf("%s: %d places, want %d", source, got, want)
		}
	}
}
