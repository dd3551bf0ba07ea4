package toolchain

import (
	"context"
	"errors"
	"path"

	"warpbook.dev/kernel/lib/cudacell"
)

// library is the file that -l names: as for a linker, a shared library comes before an archive.
func (c *Compiler) library(n *cudacell.NVCC, library string) (name, text string, ok bool) {
	for _, dir := range n.LibraryDirs {
		for _, ending := range []string{".so", ".a"} {
			name := path.Join(dir, "lib"+library+ending)
			if text, err := c.Files.Read(name); err == nil {
				return name, text, true
			}
		}
	}
	return "", "", false
}

// passedOver reports whether a library of the computer's that a file names is treated as -l treats it: nothing is linked, and a program
// that calls it does not compile.
func (c *Compiler) passedOver(name string, err error) bool {
	var foreign *NotBinary
	library, builtIn, ok := cudacell.LibraryFile(name)
	if !ok || !errors.As(err, &foreign) {
		return false
	}
	if !builtIn && path.Ext(name) == ".a" { // perhaps of the project, and made by another compiler
		return false
	}
	if !builtIn {
		c.say("(%s)", cudacell.LibraryNotes([]string{library})[0])
	}
	return true
}

// archive writes a library of objects: each source is one.
func (c *Compiler) archive(ctx context.Context, n *cudacell.NVCC, b *Binary) (int, error) {
	name := n.Output
	if !n.Named {
		name = path.Join(n.Folder, "a.a")
	}
	return c.pack(ctx, n, b, name)
}

// shared writes what -shared asks for. It is an archive, and its objects become part of each program that names it: no dynamic linker
// knows these files.
func (c *Compiler) shared(ctx context.Context, n *cudacell.NVCC, b *Binary) (int, error) {
	c.say("(-shared: %s can be linked into programs of %s; other programs, such as Python, cannot load it)", n.Output, c.Name)
	return c.pack(ctx, n, b, n.Output)
}

// pack compiles units and writes an archive of them.
func (c *Compiler) pack(ctx context.Context, n *cudacell.NVCC, b *Binary, name string) (int, error) {
	var all []member
	for i := range b.Units {
		one := b.one(i)
		if _, err := c.module(one, n, true); err != nil {
			return c.Report(ctx, one, err)
		}
		all = append(all, member{stem(one.Units[0].Name) + ".o", string(one.Bytes("", nil))})
	}
	if !c.write(name, archived(all), false) {
		return failed, nil
	}
	return 0, nil
}
