package notebook

import (
	"html"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A language is what the highlighter knows of a language.
type language struct {
	comment  string // begins a comment up to the end of the line
	block    bool   // has /* */ comments
	triple   bool   // has """ strings
	cPrepro  bool   // # begins a preprocessor directive
	quotes   string
	prefixes string // letters that may stand before a quote
	keywords map[string]bool
	types    map[string]bool
	builtins map[string]bool
}

var starlarkLanguage = &language{
	comment: "#", triple: true, quotes: `"'`, prefixes: "rbfRBF",
	keywords: wordSet("and assert break continue def elif else for if in lambda load not or pass return while import from as is try except finally raise class with yield del global nonlocal"),
	types:    wordSet("None True False"),
	builtins: wordSet("print len range sum round pow map filter isinstance min max abs sorted reversed enumerate zip any all dict list tuple set str int float bool bytes type repr hash dir getattr hasattr fail struct json math " +
		"gpu gpus use kernel kernels cuda launch run sweep tune compare checked check grade plot bars heatmap table roofline occupancy_plot limiter_plot segments_plot banks_plot partitions_plot timeline_plot " +
		"zeros ones full arange array rand allclose max_abs_diff matmul transpose"),
}

var cudaLanguage = &language{
	comment: "//", block: true, cPrepro: true, quotes: `"'`,
	keywords: wordSet("if else for while do switch case default break continue return goto sizeof struct union enum typedef template typename class public private using namespace operator new delete static extern inline const constexpr volatile register auto restrict " +
		"__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __launch_bounds__ __forceinline__ __noinline__ asm"),
	types: wordSet("void bool char short int long float double signed unsigned half half2 __half __half2 size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t dim3 true false nullptr NULL " +
		"int2 int3 int4 uint2 uint3 uint4 float2 float3 float4 double2 uchar4"),
	builtins: wordSet("threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __threadfence __shfl_sync __shfl_down_sync __shfl_up_sync __shfl_xor_sync __ballot_sync __any_sync __all_sync __activemask __popc __ffs __clz " +
		"atomicAdd atomicSub atomicMin atomicMax atomicExch atomicCAS atomicAnd atomicOr atomicXor __fmaf_rn fmaf fma sqrtf rsqrtf expf logf sinf cosf powf fabsf fminf fmaxf min max __mul24 __ldg printf assert"),
}

var shellLanguage = &language{
	comment: "#", quotes: `"'`,
	keywords: wordSet("if then else fi for in do done while case esac export cd"),
}

// languageOf returns the language of a name in a code fence or in a notebook's
// metadata, or nil for plain text.
func languageOf(name string) *language {
	switch strings.ToLower(name) {
	case "starlark", "python", "py", "python3", "ipython", "ipython3", "bzl":
		return starlarkLanguage
	case "cuda", "cu", "c", "c++", "cpp", "cuda-c", "cuda-cpp":
		return cudaLanguage
	case "sh", "bash", "shell", "console":
		return shellLanguage
	}
	return nil
}

// magic matches what a cell's first line may begin with instead of code.
var magic = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(%%?[A-Za-z_]+|\?\??[\w.]+|[\w.]+\?\??[ \t]*$)`) })

// magicLanguages are the languages of cells below a magic; those below other magics are in the notebook's language.
var magicLanguages = map[string]*language{
	"%%cuda": cudaLanguage, "%%cu": cudaLanguage, "%%cpp": cudaLanguage, "%%cuda_run": cudaLanguage, "%%cuda_group_save": cudaLanguage,
	"%%bash": shellLanguage, "%%sh": shellLanguage, "%%shell": shellLanguage,
}

// fileLanguages are the languages of the files that %%writefile writes, by the ends of their names; other files are plain text.
var fileLanguages = map[string]*language{
	".cu": cudaLanguage, ".cuh": cudaLanguage, ".c": cudaLanguage, ".h": cudaLanguage, ".cpp": cudaLanguage, ".cc": cudaLanguage, ".hpp": cudaLanguage,
	".sh": shellLanguage, ".py": starlarkLanguage, ".star": starlarkLanguage,
}

// languageBelow is the language of the lines below a cell's first line, which begins with a magic.
func languageBelow(magic, arguments string, lang *language) (below *language, other bool) {
	if magic == "%%writefile" {
		return fileLanguages[path.Ext(strings.TrimSpace(arguments))], true
	}
	below, other = magicLanguages[magic]
	if !other {
		below = lang
	}
	return below, other
}

// highlightCell renders the source of a code cell, with its magic.
func highlightCell(source string, lang *language) string {
	first, rest, more := strings.Cut(source, "\n")
	m := magic().FindString(first)
	if m == "" {
		return highlight(source, lang)
	}
	var b strings.Builder
	b.WriteString(token("m", m))
	below, other := languageBelow(m, first[len(m):], lang)
	if other {
		b.WriteString(html.EscapeString(first[len(m):]))
	} else {
		b.WriteString(highlight(first[len(m):], lang))
	}
	lang = below
	if more {
		b.WriteString("\n" + highlight(rest, lang))
	}
	return b.String()
}

func token(class, text string) string {
	return `<span class="` + class + `">` + html.EscapeString(text) + "</span>"
}

// highlight renders source with one span for each token that has a class:
// c comment, s string, n number, k keyword, t type or constant, b built-in,
// f function, m directive. No source is an error.
func highlight(source string, lang *language) string {
	if lang == nil {
		return html.EscapeString(source)
	}
	var b strings.Builder
	last := ""
	for source != "" {
		class, n := lang.scan(source, b.Len() == 0 || last == "\n")
		text := source[:n]
		if class == "" && (last == "def" || isCall(source[n:]) && isName(text)) {
			class = "f"
		}
		if class == "" {
			b.WriteString(html.EscapeString(text))
		} else {
			b.WriteString(token(class, text))
		}
		if strings.TrimLeft(text, " \t") != "" {
			last = text
		}
		source = source[n:]
	}
	return b.String()
}

func isCall(rest string) bool { return strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "<<<") }

func isName(text string) bool { return len(text) > 0 && nameByte(text[0]) }

func nameByte(c byte) bool { return isLetter(c) || c == '_' || c >= 0x80 || '0' <= c && c <= '9' }

func prefixLen(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

// scan returns the class and the length of the first token of s, at least 1.
func (l *language) scan(s string, lineStart bool) (class string, n int) {
	c := s[0]
	switch {
	case strings.HasPrefix(s, l.comment):
		return "c", lineLen(s)
	case l.block && strings.HasPrefix(s, "/*"):
		return "c", through(s, 2, "*/")
	case l.cPrepro && lineStart && c == '#':
		n = 1 + prefixLen(s[1:], func(c byte) bool { return c == ' ' || c == '\t' })
		return "m", n + prefixLen(s[n:], isLetter)
	case strings.IndexByte(l.quotes, c) >= 0:
		return "s", l.stringLen(s, 0)
	case '0' <= c && c <= '9' || c == '.' && len(s) > 1 && '0' <= s[1] && s[1] <= '9':
		return "n", numberLen(s)
	case nameByte(c):
		n = prefixLen(s, nameByte)
		if n <= 2 && n < len(s) && strings.IndexByte(l.quotes, s[n]) >= 0 && strings.Trim(s[:n], l.prefixes) == "" {
			return "s", l.stringLen(s, n)
		}
		return l.wordClass(s[:n]), n
	case c == ' ' || c == '\t':
		return "", prefixLen(s, func(c byte) bool { return c == ' ' || c == '\t' })
	}
	return "", 1
}

func (l *language) wordClass(word string) string {
	switch {
	case l.keywords[word]:
		return "k"
	case l.types[word]:
		return "t"
	case l.builtins[word]:
		return "b"
	}
	return ""
}

// stringLen is the length of the literal whose quote is at s[at]; one that is
// not closed ends with its line.
func (l *language) stringLen(s string, at int) int {
	quote := s[at : at+1]
	if triple := strings.Repeat(quote, 3); l.triple && strings.HasPrefix(s[at:], triple) {
		return through(s, at+3, triple)
	}
	for i := at + 1; i < len(s) && s[i] != '\n'; i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] != '\n' {
			i++
		} else if s[i] == quote[0] {
			return i + 1
		}
	}
	return lineLen(s)
}

func numberLen(s string) int {
	for i := 1; i < len(s); i++ {
		c := s[i]
		sign := (c == '+' || c == '-') && slices.Contains([]byte("eEpP"), s[i-1]) && !strings.HasPrefix(s, "0x")
		if !nameByte(c) && c != '.' && !sign {
			return i
		}
	}
	return len(s)
}

func lineLen(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

func through(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(s)
}
