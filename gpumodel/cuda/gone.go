package cuda

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Programs may use what a later CUDA no longer has: most were written for an earlier one. They run, and a note says what is gone
// ([File.Gone]).

// A goneName is a function or member that CUDA has no more.
type goneName struct{ release, instead string }

// goneNames are the rows of library/cudart/gone.csv: functions, functions with an int for the device, and members of structs.
var goneNames = sync.OnceValue(func() map[string]goneName {
	names := map[string]goneName{}
	for _, row := range rowsOf(libraryFile("cudart/gone.csv")) {
		names[row[0]] = goneName{row[1], row[2]}
	}
	return names
})

// uses notes the use of a name that CUDA may have no more, at a token of the user.
func (p *parser) uses(t *token.Token, name string) {
	if t.Library || p.trying {
		return
	}
	if _, gone := goneNames()[name]; !gone {
		return
	}
	if first, known := p.gone[name]; known && !token.Before(t.Pos, first) {
		return
	}
	if p.gone == nil {
		p.gone = map[string]token.Pos{}
	}
	p.gone[name] = t.Pos
}

// callsGone notes the call of a function of the library that CUDA may have no more.
func (p *parser) callsGone(t *token.Token, fn *Func) {
	if !fn.Library || !p.hosted {
		return
	}
	p.uses(t, fn.Name)
	if slices.ContainsFunc(fn.Params, func(v *Var) bool { return v.Type.Kind == Int && v.Name == "device" }) {
		p.uses(t, fn.Name+"(int)")
	}
}

// Gone says which names the source uses that CUDA 12.0 or 13.0 removed: one note for each release, where the first of the names is used.
func (f *File) Gone() []token.Note { return f.gone }

// noteGone makes the notes of such names.
func (p *parser) noteGone() {
	if len(p.gone) == 0 {
		return
	}
	var releases []string
	for name := range p.gone {
		releases = append(releases, goneNames()[name].release)
	}
	slices.Sort(releases)
	for _, release := range slices.Compact(releases) {
		var at token.Pos
		var list []string
		for _, name := range slices.Sorted(maps.Keys(p.gone)) {
			g := goneNames()[name]
			if g.release != release {
				continue
			}
			list = append(list, name+" (use "+g.instead+")")
			if pos := p.gone[name]; at == (token.Pos{}) || token.Before(pos, at) {
				at = pos
			}
		}
		msg := fmt.Sprintf("CUDA %s and later no longer have %s; the program runs here as with an earlier CUDA", release, strings.Join(list, ", "))
		p.file.gone = append(p.file.gone, token.Note{Pos: at, Msg: msg})
	}
}
