package cell

import (
	"regexp"
	"strings"
	"sync"
)

// signsOfCUDA match what begins lines of CUDA C and never a line of Starlark. A launch, k<<<1, 32>>>(), is none of them: it has a
// message of its own, since a launch alone is not a cell of CUDA C.
var signsOfCUDA = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*(?:` + strings.Join([]string{
		`#include\s*[<"]`,
		`using\s+namespace\s`,
		`(?:(?:extern\s*"C"|static|inline|template\s*<[^>\n]*>)\s*)*__(?:global|device|host|constant|shared|managed)__`,
		`(?:int|void|auto)\s+main\s*\(`,
		`(?:cudaError_t|cudaStream_t|cudaEvent_t|cudaDeviceProp|dim3)\s+\w`,
		`(?:cudaError_t\s+)?(?:\w+\s*=\s*)?\w*\(?\s*cuda[A-Z]\w*\s*\(.*;`,
		`\w*\(?\s*cudaMalloc\w*\s*\(\s*(?:&|\(\s*void)`,
	}, "|") + `)`)
})

// forgottenMagic is the fault of a cell of CUDA C without %%cuda, at the first line that gives it away; nil for other cells.
func forgottenMagic(src string, line int) *fault {
	if strings.Contains(src, `"""`) || strings.Contains(src, "'''") {
		return nil // the CUDA C stands in a string
	}
	at := signsOfCUDA().FindStringIndex(src)
	if at == nil {
		return nil
	}
	from := at[0] + len(src[at[0]:at[1]]) - len(strings.TrimLeft(src[at[0]:at[1]], " \t"))
	before := src[:from]
	return &fault{place{line + strings.Count(before, "\n"), from - strings.LastIndex(before, "\n")}, forgotten}
}

const forgotten = "this is CUDA C, which goes into a cell that begins with %%cuda"
