package cuda

import (
	"maps"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// DeviceText is the source as another compiler of device code can read it: code of the host
// and the directives that bring headers are blanks, so that all else stays where it is, and
// no text reads a file. Headers that the source includes stand in the place of their directives.
func (f *File) DeviceText() string { return f.Remaining() }

// Headers are those of CUDA that the device's code needs and that are not built into a
// compiler.
func (f *File) Headers() []string {
	var names []string
	groups := func(t token.Token) bool { return t.Kind == token.Ident && t.Text == "cooperative_groups" }
	if slices.ContainsFunc(token.Scan(f.DeviceText()), groups) {
		names = append(names, "cooperative_groups.h")
		for _, h := range []string{"cooperative_groups/reduce.h", "cooperative_groups/scan.h", "cooperative_groups/memcpy_async.h"} {
			if strings.Contains(f.Source, h) {
				names = append(names, h)
			}
		}
	}
	for _, h := range slices.Sorted(maps.Keys(builtinHeaders)) {
		if strings.HasPrefix(h, "cuda/") && strings.Contains(f.Source, "<"+h+">") {
			names = append(names, h)
		}
	}
	if f.halves {
		names = append(names, "cuda_fp16.h")
	}
	for _, file := range f.libraries {
		if realHeader(file) && !slices.Contains(names, file) {
			names = append(names, file)
		}
	}
	return names
}

// NamesGrid reports whether the device's code names the group of the whole grid: a kernel that synchronises it
// needs a cooperative launch.
func (f *File) NamesGrid() bool {
	return slices.ContainsFunc(token.Scan(f.DeviceText()), func(t token.Token) bool { return t.Is("this_grid") || t.Is("grid_group") })
}

// Prelude is what this package's texts take for granted and another compiler of device code
// does not: the macros and the types of headers that need not be named.
func Prelude() string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(predefined)) {
		name := strings.Fields(line)[1]
		if !strings.HasPrefix(name, "__") {
			b.WriteString("#ifndef " + name + "\n" + strings.TrimRight(line, "\n") + "\n#endif\n")
		}
	}
	b.WriteString(`namespace std {}
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t;
typedef int int32_t; typedef unsigned int uint32_t; typedef long long int64_t; typedef unsigned long long uint64_t;
typedef long long intptr_t; typedef unsigned long long uintptr_t; typedef long ssize_t;
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
`)
	return b.String()
}
