package toolchain

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/kernel/lib/cudacell"
)

// A file of nvcc's is text: a head that starts Warpbook on it where the system runs files by their first line, then magic with the
// format's version, the kind and a checksum, then what it holds in JSON, then the strings of the program, as an executable has them
// between its code. Tools that look for strings in executables find them there.
const magic = "#!warpbook "

// format is the version of what follows. A change of it makes older files unreadable, which is told.
const format = 2

// A Kind is what a file is for.
type Kind string

// The kinds of files.
const (
	Program Kind = "program" // is linked, and can be run
	Object  Kind = "object"  // waits for the linker
	// DeviceLink is what -dlink makes. It holds nothing: the objects that it was made of are linked all the same.
	DeviceLink Kind = "devicelink"
	// Image is a file for cuModuleLoad, of -ptx, -cubin or -fatbin. Its format is that of package host.
	Image Kind = "image"
)

// A Binary is what a file made by nvcc holds.
type Binary struct {
	Kind  Kind
	Units []Unit
	// Archs are words of nvcc's that say for which cards code was made.
	Archs []string

	sums []string // of the objects that it was linked of
}

// A Unit is a source with all that its meaning depends on.
type Unit struct {
	Name, Text string
	Headers    map[string]Header // by the name in the directive and the file that has it
	Options    Options
}

// A Header is a file that a unit includes.
type Header struct{ Path, Text string }

// Options are gpumodel's without what no file can hold.
type Options struct {
	Defines                                                map[string]string `json:",omitempty"`
	MaxRegisters                                           int
	LoadCaching                                            string
	FastMath, Flush, FastDivision, FastSqrt, NoContraction bool
}

func saved(o gpumodel.Options) Options {
	return Options{o.Defines, o.MaxRegisters, o.LoadCaching, o.FastMath, o.Flush, o.FastDivision, o.FastSqrt, o.NoContraction}
}

func (s Options) options() (o gpumodel.Options) {
	o.Defines, o.MaxRegisters, o.LoadCaching = s.Defines, s.MaxRegisters, s.LoadCaching
	o.FastMath, o.Flush, o.FastDivision, o.FastSqrt, o.NoContraction = s.FastMath, s.Flush, s.FastDivision, s.FastSqrt, s.NoContraction
	return o
}

// alike reports whether two units can be compiled together and mean what each of them means alone.
func (s Options) alike(t Options) bool {
	s.Defines, t.Defines = nil, nil
	a, _ := json.Marshal(s)
	b, _ := json.Marshal(t)
	return bytes.Equal(a, b)
}

func headerKey(name, from string) string { return name + "\n" + from }

func keyParts(key string) (name, from string) {
	name, from, _ = strings.Cut(key, "\n")
	return name, from
}

// Bytes is the file. data are the strings of a program.
func (b *Binary) Bytes(head string, data []byte) []byte {
	var text bytes.Buffer
	write := json.NewEncoder(&text)
	write.SetEscapeHTML(false) // sources stay readable
	if err := write.Encode(b); err != nil {
		panic("BUG: " + err.Error())
	}
	content := append(text.Bytes(), data...)
	sum := sha256.Sum256(content)
	first := fmt.Sprintf("%s%s %d %s\n", magic, b.Kind, format, hex.EncodeToString(sum[:]))
	return slices.Concat([]byte(head), []byte(first), content)
}

// mostHead bounds the head of a file, in bytes.
const mostHead = 4096

// Is reports whether a file is one that nvcc has made here.
func Is(text string) bool {
	_, ok := body(text)
	return ok
}

// body is a file from its magic on.
func body(text string) (string, bool) {
	if strings.HasPrefix(text, magic) {
		return text, isBinary(text)
	}
	i := strings.Index(text[:min(len(text), mostHead)], "\n"+magic)
	if i < 0 {
		return "", false
	}
	return text[i+1:], isBinary(text[i+1:])
}

// isBinary keeps other files of Warpbook's apart, such as the reports of nsys.
func isBinary(text string) bool {
	word, _, _ := strings.Cut(strings.TrimPrefix(text, magic), " ")
	return word == string(Object) || word == string(DeviceLink) || strings.HasPrefix(word, string(Program))
}

// A NotBinary is a file that nvcc has not made here.
type NotBinary struct{ Name, Remedy string }

func (e *NotBinary) Error() string { return e.Name + e.Remedy }

// Damaged is a file of nvcc's that is not as nvcc has written it.
type Damaged struct{ Name, Why string }

func (e *Damaged) Error() string { return fmt.Sprintf("%s %s: make it again with nvcc", e.Name, e.Why) }

// Read reads a file that nvcc has made. sum identifies its content.
func Read(name, text string) (b *Binary, sum string, err error) {
	if image, ok := host.ReadImage(text); ok {
		return imageBinary(image, text)
	}
	own, ok := body(text)
	if !ok {
		return nil, "", foreign(name, text)
	}
	first, content, _ := strings.Cut(own, "\n")
	var kind string
	var version int
	if n, _ := fmt.Sscanf(strings.TrimPrefix(first, magic), "%s %d %s", &kind, &version, &sum); n != 3 || version != format {
		return nil, "", &Damaged{name, "was made by another version of Warpbook"}
	}
	if got := sha256.Sum256([]byte(content)); hex.EncodeToString(got[:]) != sum {
		return nil, "", &Damaged{name, "is damaged: its checksum is wrong"}
	}
	b = &Binary{}
	if err := json.NewDecoder(strings.NewReader(content)).Decode(b); err != nil || len(b.Units) == 0 && b.Kind != DeviceLink || b.Kind != Kind(kind) {
		return nil, "", &Damaged{name, "is damaged"}
	}
	return b, sum, nil
}

// elfMark begins what a compiler of the host makes.
const elfMark = "\x7fELF"

// foreign says what a file is that nvcc has not made here.
func foreign(name, text string) error {
	if strings.HasPrefix(text, elfMark) {
		return &NotBinary{name, " is machine code of this computer, made by another compiler, which the model cannot run: " +
			"compile its source with nvcc -c, or let warpbook shims --host write g++, gcc, c++ and cc, too"}
	}
	return &NotBinary{name, " is not a program that nvcc has made here, and no other program is started"}
}

// Compile compiles a program. With compile it is host.Compile.
func (b *Binary) Compile(ctx context.Context, compile func(ctx context.Context, name, source string, o gpumodel.Options) (*host.Program, error),
	include func(name, from string) (string, string, bool)) (*host.Program, error) {
	o := b.options()
	o.Include = include
	return compile(ctx, b.Units[0].Name, b.joined(), o)
}

// Include finds the headers that the units have.
func (b *Binary) Include(name, from string) (file, text string, ok bool) {
	if from == "" {
		from = b.Units[0].Name
	}
	if b.Kind == Image { // which knows its headers by their names
		h, ok := b.Units[0].Headers[headerKey(name, b.Units[0].Name)]
		return h.Path, h.Text, ok
	}
	for _, u := range b.Units {
		if h, known := u.Headers[headerKey(name, from)]; known {
			return h.Path, h.Text, true
		}
	}
	return "", "", false
}

// options are those of all units: the macros of each one stand in the joined text.
func (b *Binary) options() gpumodel.Options {
	o := b.Units[0].Options.options()
	if len(b.Units) > 1 {
		o.Defines = nil
	}
	return o
}

// joined are the sources as one text.
func (b *Binary) joined() string {
	var all []token.Source
	for _, u := range b.Units {
		all = append(all, token.Source{Name: u.Name, Text: u.Text, Defines: u.Options.Defines})
	}
	return token.Join(all)
}

// NVCC is the command line that says for which cards the program has code.
func (b *Binary) NVCC() (*cudacell.NVCC, error) { return cudacell.ParseNVCC(b.Archs) }
