package main

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/array"
)

// stubFile is the type stub of the Python package: its editors complete and check calls with it.
const stubFile = "../install/python/package/__init__.pyi"

const stubHead = `# Made by "go generate ./docs" from what ?name shows.
from typing import Any, Callable, Dict, Iterator, List, Optional

__version__: str
__all__: List[str]

class Error(Exception):
    name: str
    value: str
    traceback: List[str]

class CompileError(Error): ...
class LaunchError(Error): ...
class WorkerError(RuntimeError): ...
class SampledWarning(UserWarning): ...

class Value:
    mime: Dict[str, Any]
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, dtype: Any = ..., copy: Optional[bool] = ...) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_matplotlib(self, axes: Any = ...) -> Any: ...

def program() -> str: ...
def restart() -> None: ...
def load_ipython_extension(ip: Any) -> None: ...
def empty(shape: Any, dtype: str = ...) -> Any: ...
`

// stub is the text of the type stub: a function for each built-in that Python does not have itself.
func stub(entries []cell.Entry) string {
	var b strings.Builder
	b.WriteString(stubHead)
	for _, e := range entries {
		if e.Value == nil || e.Doc == "" || e.Page == "language.md" {
			continue
		}
		d := cell.ParseDoc(e.Doc)
		if _, callable := e.Value.(starlark.Callable); !callable {
			fmt.Fprintf(&b, "%s: Any\n", e.Name)
			continue
		}
		returns := "Any"
		if _, isArray := e.Returns.(*array.Array); e.Returns != nil && !isArray {
			returns = "Value"
		}
		fmt.Fprintf(&b, "\ndef %s(%s) -> %s:\n    \"\"\"%s\"\"\"\n", e.Name, stubParams(d), returns,
			strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(firstSentence(d)))
	}
	return b.String()
}

// firstSentence is the first line of what a built-in does.
func firstSentence(d cell.Doc) string {
	if len(d.About) == 0 {
		return ""
	}
	text := strings.ReplaceAll(d.About[0], "\n", " ")
	if first, _, more := strings.Cut(text, ". "); more {
		return first + "."
	}
	return text
}

// stubParams are the parameters of a signature with types.
func stubParams(d cell.Doc) string {
	var params []string
	types := map[string]string{}
	for _, p := range d.Params {
		types[p.Name] = p.Type
	}
	for _, p := range cell.SignatureParams(d.Signature) {
		t := pythonType(types[p.Name])
		switch {
		case strings.HasPrefix(p.Name, "*"):
			params = append(params, p.Name+": Any")
		case p.Default == "":
			params = append(params, p.Name+": "+t)
		default:
			params = append(params, p.Name+": "+t+" = ...")
		}
	}
	return strings.Join(params, ", ")
}

// typesOfPython are the types of Python for words that docs have for types.
var typesOfPython = map[string]string{"int": "int", "string": "str", "bool": "bool", "number": "float", "None": "None", "GPU": "Value",
	"name": "str", "kernel": "Value", "result": "Value", "function": "Callable[..., Any]", "dict": "Dict[Any, Any]"}

// pythonType is the type of a parameter for a type in words, with its default: "int or string, None". Words without a type of Python
// make it Any.
func pythonType(words string) string {
	words = strings.ReplaceAll(strings.ReplaceAll(words, ", ", " or "), " or or ", " or ")
	var all []string
	for word := range strings.SplitSeq(words, " or ") {
		switch t := typesOfPython[word]; {
		case t != "":
			all = append(all, t)
		case strings.Trim(word, "-0123456789.e") == "" && word != "", strings.HasPrefix(word, `"`), word == "True", word == "False":
			// the default, which has one of the types
		default:
			return "Any"
		}
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) == 0 {
		return "Any"
	}
	return strings.Join(all, " | ")
}
