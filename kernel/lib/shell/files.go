package shell

import (
	"fmt"
	"io"
	"path"
	"strings"

	"warpbook.dev/gpumodel/folder"
)

// change runs f for each name, and says which of them failed.
func (c *call) change(names []string, f func(name string) error) (int, error) {
	status := 0
	for _, name := range names {
		if err := f(name); err != nil {
			c.fail(1, "%v", fileError(name, err))
			status = 1
		}
	}
	return status, nil
}

// fileError is an error of a file under the name that the command has for it.
func fileError(name string, err error) error {
	e, ok := err.(*folder.Error)
	if !ok {
		return err
	}
	why := e.Why
	if folder.Missing(e) {
		why = "No such file or directory"
	}
	return fmt.Errorf("%s: %s", name, why)
}

func (c *call) nothing() (int, error) { return 0, nil }

func (c *call) ls() (int, error) {
	f, ok := c.flags("laAhrtRS1dFGpsi", "", map[string]byte{"--all": 'a', "--color": 'G', "--human-readable": 'h'})
	if !ok {
		return 2, nil
	}
	line := func(e entry) {
		if f.has("l") {
			c.print("%s %9d %s\n", e.mode, e.size, e.name)
			return
		}
		c.print("%s\n", e.name)
	}
	names := f.names
	if len(names) == 0 {
		names = []string{"."}
	}
	status := 0
	for _, name := range names {
		e, err := c.stat(name)
		if err != nil {
			c.fail(2, "cannot access '%s': %v", name, strings.TrimPrefix(fileError(name, err).Error(), name+": "))
			status = 2
			continue
		}
		if e.name = name; !e.dir || f.has("d") {
			line(e)
			continue
		}
		if err := c.lsDir(name, len(names) > 1 || f.has("R"), f, line); err != nil {
			c.fail(2, "%v", fileError(name, err))
			status = 2
		}
	}
	return status, nil
}

// lsDir lists a directory, with R those below it, too.
func (c *call) lsDir(name string, titled bool, f *flags, line func(entry)) error {
	if titled {
		c.print("%s:\n", name)
	}
	entries, err := c.readDir(name)
	for _, e := range entries {
		if !strings.HasPrefix(e.name, ".") || f.has("aA") {
			line(e)
		}
	}
	for _, e := range entries {
		if e.dir && f.has("R") && err == nil {
			c.print("\n")
			err = c.lsDir(path.Join(name, e.name), true, f, line)
		}
	}
	return err
}

func (c *call) rm() (int, error) {
	f, ok := c.flags("rRfvid", "", map[string]byte{"--recursive": 'r', "--force": 'f', "--verbose": 'v'})
	if !ok {
		return 2, nil
	}
	return c.change(f.names, func(name string) error {
		if c.at(name) == "." {
			return fmt.Errorf("the notebook's directory stays")
		}
		if _, err := c.stat(name); err != nil && f.has("f") {
			return nil
		}
		return c.remove(name, f.has("rR") || c.args[0] == "rmdir")
	})
}

func (c *call) mkdir() (int, error) {
	f, ok := c.flags("pv", "m", map[string]byte{"--parents": 'p'})
	if !ok {
		return 2, nil
	}
	return c.change(f.names, func(name string) error {
		if f.has("p") {
			return c.files().MkdirAll(c.at(name))
		}
		return c.files().Mkdir(c.at(name))
	})
}

func (c *call) touch() (int, error) {
	return c.change(c.args[1:], func(name string) error {
		if _, err := c.stat(name); err == nil {
			return nil
		}
		return c.writeFile(name, "")
	})
}

// target is where a file goes: to the name, or into the directory of that name.
func (c *call) into(name, to string) string {
	if e, err := c.stat(to); err == nil && e.dir {
		return path.Join(to, path.Base(name))
	}
	return to
}

func (c *call) cp() (int, error) {
	f, ok := c.flags("rRafpvunL", "", map[string]byte{"--recursive": 'r'})
	if !ok {
		return 2, nil
	}
	if len(f.names) < 2 {
		return c.fail(1, "want files and where they go")
	}
	to := f.names[len(f.names)-1]
	return c.change(f.names[:len(f.names)-1], func(name string) error { return c.copyFile(name, c.into(name, to), f.has("rRa")) })
}

// copyFile copies a file, with all also a directory.
func (c *call) copyFile(name, to string, all bool) error {
	e, err := c.stat(name)
	switch {
	case err != nil:
		return err
	case !e.dir:
		text, err := c.readFile(name)
		if err != nil {
			return err
		}
		return c.writeFile(to, text)
	case !all:
		return fmt.Errorf("-r not specified; omitting directory '%s'", name)
	case strings.HasPrefix(c.at(to)+"/", c.at(name)+"/"):
		return fmt.Errorf("cannot copy a directory, '%s', into itself", name)
	}
	if err := c.files().MkdirAll(c.at(to)); err != nil {
		return err
	}
	entries, err := c.readDir(name)
	for _, e := range entries {
		if err == nil {
			err = c.copyFile(path.Join(name, e.name), path.Join(to, e.name), true)
		}
	}
	return err
}

func (c *call) mv() (int, error) {
	f, ok := c.flags("fvnu", "", nil)
	if !ok {
		return 2, nil
	}
	if len(f.names) < 2 {
		return c.fail(1, "want files and where they go")
	}
	to := f.names[len(f.names)-1]
	return c.change(f.names[:len(f.names)-1], func(name string) error { return c.files().Rename(c.at(name), c.at(c.into(name, to))) })
}

func (c *call) pwd() (int, error) {
	c.print("%s\n", path.Join(colabRoot, c.dir))
	return 0, nil
}

// tee copies its input to files and to its output.
func (c *call) tee() (int, error) {
	f, ok := c.flags("ai", "", nil)
	if !ok {
		return 2, nil
	}
	writers := []io.Writer{c.out}
	status, err := c.change(f.names, func(name string) error {
		m := folder.Mode{Writes: true, Creates: true, Truncates: !f.has("a"), Appends: f.has("a")}
		file, err := c.files().OpenFile(c.ctx, c.at(name), m)
		if err == nil {
			writers = append(writers, file)
		}
		return err
	})
	defer func() {
		for _, w := range writers[1:] {
			w.(io.Closer).Close()
		}
	}()
	if c.in != nil {
		if _, err := io.Copy(io.MultiWriter(writers...), c.in); err != nil {
			return c.fail(1, "%v", err)
		}
	}
	return status, err
}

// tell is du, stat and file.
func (c *call) tell() (int, error) {
	f, ok := c.flags("hscabk", "f", nil)
	if !ok {
		return 2, nil
	}
	return c.change(f.names, func(name string) error {
		e, err := c.stat(name)
		if err != nil {
			return err
		}
		what := "file"
		if text, err := c.readFile(name); e.dir {
			what = "directory"
		} else if err == nil && isProgram(text) {
			what = "program of nvcc, for this kernel"
		}
		switch c.args[0] {
		case "du":
			c.print("%d\t%s\n", (e.size+1023)/1024, name)
		case "stat":
			c.print("  File: %s\n  Size: %d\t%s\nAccess: %s\n", name, e.size, what, e.mode)
		default:
			c.print("%s: %s\n", name, what)
		}
		return nil
	})
}

// find lists what is below directories.
func (c *call) find() (int, error) {
	var roots []string
	pattern, kind := "", ""
	for i := 1; i < len(c.args); i++ {
		switch w := c.args[i]; {
		case (w == "-name" || w == "-iname") && i+1 < len(c.args):
			i++
			pattern = c.args[i]
		case w == "-type" && i+1 < len(c.args):
			i++
			kind = c.args[i]
		case w == "-print":
		case strings.HasPrefix(w, "-"):
			return c.fail(2, "option %s is not supported here", w)
		default:
			roots = append(roots, w)
		}
	}
	if len(roots) == 0 {
		roots = []string{"."}
	}
	var walk func(name string) error
	walk = func(name string) error {
		e, err := c.stat(name)
		if err != nil {
			return err
		}
		matches, _ := path.Match(pattern, path.Base(name))
		if (pattern == "" || matches) && (kind == "" || kind == "d" == e.dir) {
			c.print("%s\n", name)
		}
		if !e.dir || c.ctx.Err() != nil {
			return nil
		}
		entries, err := c.readDir(name)
		for _, e := range entries {
			if err == nil {
				err = walk(strings.TrimSuffix(name, "/") + "/" + e.name)
			}
		}
		return err
	}
	return c.change(roots, walk)
}

// nameParts is basename, dirname, realpath and readlink.
func (c *call) nameParts() (int, error) {
	f, ok := c.flags("fezm", "s", nil)
	if !ok || len(f.names) == 0 {
		return c.fail(1, "want a name")
	}
	switch name := f.names[0]; c.args[0] {
	case "basename":
		suffix := f.set['s']
		if len(f.names) > 1 {
			suffix = f.names[1]
		}
		c.print("%s\n", strings.TrimSuffix(path.Base(name), suffix))
	case "dirname":
		c.print("%s\n", path.Dir(name))
	default:
		c.print("%s\n", path.Join(colabRoot, c.at(name)))
	}
	return 0, nil
}
