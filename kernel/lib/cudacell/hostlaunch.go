package cudacell

import (
	"regexp"
	"strings"
	"sync"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda"
)

// Suggest is a launch of host code as a Starlark call, with the values that the text gives.
func (l *Line) Suggest(h cuda.HostLaunch) string {
	kernel, template, _ := strings.Cut(h.Kernel, "<")
	if l.Module != "" {
		kernel = l.Module + "." + kernel
	}
	if template != "" {
		var args []string
		for _, a := range splitCommas(strings.TrimSuffix(template, ">")) {
			args = append(args, asArgument(a))
		}
		kernel += ".instance(" + strings.Join(args, ", ") + ")"
	}
	known := h
	if h.Known != nil {
		known = *h.Known
	}
	index := []string{starlarkDims(known.Grid), starlarkDims(known.Block)}
	if known.Shared != "" && known.Shared != "0" {
		index = append(index, starlarkText(known.Shared))
	}
	var args []string
	for _, a := range known.Args {
		args = append(args, starlarkText(a))
	}
	return kernel + "[" + strings.Join(index, ", ") + "](" + strings.Join(args, ", ") + ")"
}

// asArgument is a number as it is, and a type as text.
func asArgument(a string) string {
	switch {
	case a == "true" || a == "false":
		return strings.ToUpper(a[:1]) + a[1:]
	case regexp.MustCompile(`^-?[0-9]`).MatchString(a):
		return a
	}
	return `"` + a + `"`
}

// starlarkDims turns dim3(32, 8) into (32, 8).
func starlarkDims(text string) string {
	inner, ok := strings.CutPrefix(text, "dim3")
	if !ok || len(inner) < 2 || !strings.Contains("({", inner[:1]) {
		return starlarkText(text)
	}
	parts := splitCommas(inner[1 : len(inner)-1])
	for i, p := range parts {
		parts[i] = starlarkText(p)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// splitCommas takes a list apart at the commas that stand in no brackets.
func splitCommas(text string) (items []string) {
	depth, from := 0, 0
	for i, c := range text {
		switch c {
		case '(', '{', '[', '<':
			depth++
		case ')', '}', ']', '>':
			depth--
		case ',':
			if depth == 0 {
				items, from = append(items, strings.TrimSpace(text[from:i])), i+1
			}
		}
	}
	return append(items, strings.TrimSpace(text[from:]))
}

// cToStarlark are the differences of simple expressions: casts, suffixes of numbers, sizes.
var cToStarlark = sync.OnceValue(func() []rewrite {
	return []rewrite{
		{regexp.MustCompile(`\((?:const )?(?:unsigned int|unsigned|int|float|double|size_t|long)\)\s*`), ""},
		{regexp.MustCompile(`\b([0-9]+(?:\.[0-9]*)?)[uUlLfF]+\b`), "$1"},
		{regexp.MustCompile(`\bsizeof\((?:float|int|unsigned|unsigned int|uint)\)`), "4"},
		{regexp.MustCompile(`\bsizeof\((?:double|long|size_t|float2|int2|long long)\)`), "8"},
		{regexp.MustCompile(`\bsizeof\((?:float4|int4|double2)\)`), "16"},
		{regexp.MustCompile(`\b(?:std::)?ceilf?\s*\(`), "math.ceil("},
		{regexp.MustCompile(`\b(?:NULL|nullptr)\b`), "None"},
		{regexp.MustCompile(`\btrue\b`), "True"}, {regexp.MustCompile(`\bfalse\b`), "False"},
	}
})

// A rewrite is what stands for what a pattern of C finds.
type rewrite struct {
	c  *regexp.Regexp
	to string
}

// starlarkText is a simple expression of C in Starlark, whose / does not round: that
// stays where math.ceil does.
func starlarkText(text string) string {
	for _, r := range cToStarlark() {
		text = r.c.ReplaceAllString(text, r.to)
	}
	var out strings.Builder
	rounded := 0 // brackets that are open within math.ceil
	for i, c := range text {
		switch {
		case rounded == 0 && c == '/':
			out.WriteByte('/')
		case rounded == 0 && c == '(' && strings.HasSuffix(text[:i], "math.ceil"), rounded > 0 && c == '(':
			rounded++
		case rounded > 0 && c == ')':
			rounded--
		}
		out.WriteRune(c)
	}
	return out.String()
}

// Offers are what cells can say in the place of the launches in the code of a host.
func (l *Line) Offers(source string) (offers []string, err error) {
	m, err := gpumodel.Compile("cell", source, l.Options)
	if err != nil {
		return nil, err
	}
	for _, h := range m.Launches {
		offers = append(offers, l.Suggest(h))
	}
	return offers, nil
}
