package host

import (
	"errors"

	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/memory"
	"warpbook.dev/gpumodel/scalar"
)

// The run-time compiler (nvrtc.h): what it compiles is an image, whose source our own front end reads.

// A rtcProgram is what nvrtcCreateProgram has made.
type rtcProgram struct {
	image    *image
	compiled *compiledImage // nil before it is compiled, and where it does not compile
	asked    bool           // nvrtcCompileProgram was called
	log      string
	text     string // of the image
	bytes    int    // of the texts that it was given
}

// Codes of errors of the run-time compiler (nvrtc.h).
const (
	rtcInvalidInput   = 3
	rtcInvalidProgram = 4
	rtcInvalidOption  = 5
	rtcCompilation    = 6
	rtcNamesAfter     = 8
	rtcNamesBefore    = 9
	rtcNameNotValid   = 10
)

// ofProgram is a function of the run-time compiler whose first argument is a program.
func ofProgram(f func(x *process, c *scalar.Call, p *rtcProgram) uint64) system {
	return plain(func(x *process, c *scalar.Call) uint64 {
		p := x.programs[c.Args[0]]
		if p == nil {
			return rtcInvalidProgram
		}
		return f(x, c, p)
	})
}

func init() {
	register(map[string]system{
		// Args: where the program goes, its source, its name, how many headers, their texts, their names.
		"nvrtcCreate": plain(func(x *process, c *scalar.Call) uint64 {
			if c.Args[1] == 0 {
				return rtcInvalidInput
			}
			im := &image{Source: x.heap.text(c.Args[1]), Headers: map[string]string{}}
			if c.Args[2] != 0 {
				im.Name = x.heap.text(c.Args[2])
			}
			texts, ok := x.textsAt(c.Args[4], int32(c.Args[3]))
			names, both := x.textsAt(c.Args[5], int32(c.Args[3]))
			if !ok || !both {
				return rtcInvalidInput
			}
			for i, name := range names {
				im.Headers[name] = texts[i]
			}
			handle := x.handle()
			p := &rtcProgram{image: im, bytes: len(im.Source)}
			for name, text := range im.Headers {
				p.bytes += len(name) + len(text)
			}
			x.heap.spends(p.bytes)
			x.programs[handle] = p
			return x.result(c, 8, handle)
		}),
		"nvrtcDestroy": ofProgram(func(x *process, c *scalar.Call, p *rtcProgram) uint64 {
			x.heap.spends(-p.bytes)
			drop(x, x.programs, c.Args[0])
			return success
		}),
		"nvrtcAddName": ofProgram(func(x *process, c *scalar.Call, p *rtcProgram) uint64 {
			if p.asked {
				return rtcNamesAfter
			}
			p.image.Names = append(p.image.Names, x.heap.text(c.Args[1]))
			return success
		}),
		// Args: the program, the expression, where its name goes.
		"nvrtcLowered": ofProgram(func(x *process, c *scalar.Call, p *rtcProgram) uint64 {
			slot, ok := x.heap.memory.Bytes(c.Args[2], 8)
			switch {
			case !ok:
				return rtcInvalidInput
			case p.compiled == nil:
				return rtcNamesBefore
			}
			name, known := p.compiled.lowered[x.heap.text(c.Args[1])]
			if !known {
				return rtcNameNotValid
			}
			memory.PutWord(slot, 8, x.literal(name))
			return success
		}),
		// Args: the program, how many options, the options.
		"nvrtcCompile": ofProgram(func(x *process, c *scalar.Call, p *rtcProgram) uint64 {
			options, ok := x.textsAt(c.Args[2], int32(c.Args[1]))
			if !ok {
				return rtcInvalidInput
			}
			p.image.Options = append(p.image.Options, options...)
			return x.compileProgram(p)
		}),
		// Args: the program, whether its log (0), its image as PTX (1) or as machine code (2) is asked for, where the text goes, where
		// its size goes.
		"nvrtcText": ofProgram(func(x *process, c *scalar.Call, p *rtcProgram) uint64 {
			text := p.log
			switch {
			case c.Args[1] != 0 && p.compiled == nil:
				return rtcInvalidProgram
			case c.Args[1] == 2 && p.image.Virtual: // which NVRTC makes for a real architecture alone
				text = ""
			case c.Args[1] != 0:
				text = p.text
			}
			if text != "" || c.Args[1] == 0 {
				text += "\x00"
			}
			if to, ok := x.heap.memory.Bytes(c.Args[2], len(text)); ok && c.Args[2] != 0 {
				copy(to, text)
			} else if c.Args[2] != 0 {
				return rtcInvalidInput
			}
			if slot, ok := x.heap.memory.Bytes(c.Args[3], 8); ok && c.Args[3] != 0 {
				memory.PutWord(slot, 8, uint64(len(text)))
			}
			return success
		}),
	})
}

// compileProgram is nvrtcCompileProgram.
func (x *process) compileProgram(p *rtcProgram) uint64 {
	p.asked = true
	o, err := p.image.options()
	if err != nil {
		p.log = err.Error() + "\n"
		return rtcInvalidOption
	}
	p.image.Arch, p.image.Virtual = o.arch, o.virtual
	compiled, err := p.image.compile(x)
	list, name := token.ErrorList(nil), nameError{}
	switch {
	case errors.As(err, &name):
		p.log = err.Error() + "\n"
		return rtcNameNotValid
	case errors.As(err, &list):
		p.log = list.Detail() + "\n"
		return rtcCompilation
	case err != nil:
		p.log = err.Error() + "\n"
		return rtcCompilation
	}
	p.compiled, p.text = compiled, p.image.String()
	if x.modules.read[p.text] == nil {
		x.heap.spends(moduleOwn)
	}
	x.modules.read[p.text] = compiled
	return success
}

// textsAt returns the strings of a table of n pointers; ok is false if there is no such table.
func (x *process) textsAt(table uint64, n int32) (texts []string, ok bool) {
	slots, ok := x.heap.memory.Bytes(table, 8*int(n))
	if !ok {
		return nil, false
	}
	for ; len(slots) > 0; slots = slots[8:] {
		texts = append(texts, x.heap.text(memory.Word(slots, 8)))
	}
	return texts, true
}
