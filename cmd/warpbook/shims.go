package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"warpbook.dev/kernel/lib/shell"
	"warpbook.dev/kernel/lib/toolchain"
)

// shimNames are the names that shims writes.
func shimNames() []string { return append([]string{"nvcc"}, shell.ToolNames()...) }

// hostShims are the host compilers that shims writes when it is asked to.
var hostShims = []string{"g++", "gcc", "c++", "cc"}

// hostCommands are the host compilers: nvcc under their names.
func hostCommands() (all []command) {
	for _, name := range hostShims {
		all = append(all, command{name: name, summary: "nvcc, in the place of the host's compiler", run: (*call).nvcc, tool: true})
	}
	return all
}

// shims writes a folder as a toolkit has it: small scripts with the names of its commands in bin, and what build tools look for beside it.
func (c *call) shims(args []string) int {
	flags := c.flags()
	host := flags.Bool("host", false, "also write "+strings.Join(hostShims, ", ")+", so that sources of the host become part of programs")
	positional, status, ok := c.parse(flags, args, "DIR")
	if !ok {
		return status
	}
	root, err := filepath.Abs(positional[0])
	dir := filepath.Join(root, "bin")
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return c.fail(err)
	}
	names := shimNames()
	if *host {
		names = append(names, hostShims...)
	}
	for _, name := range names {
		if err := writeShim(dir, name); err != nil {
			return c.fail(err)
		}
	}
	if err := writeToolkit(root); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stderr, "%s has %s.\nWrite this line into the shell:\n", dir, strings.Join(names, ", "))
	if runtime.GOOS == "windows" {
		fmt.Fprintf(c.stdout, "set \"PATH=%s;%%PATH%%\"\n", dir)
	} else {
		fmt.Fprintf(c.stdout, "export PATH=%s:\"$PATH\"\n", shellQuoted(dir))
	}
	return exitOK
}

// shimMark is in each shim: a file without it is somebody else's.
const shimMark = "written by warpbook shims"

// writeShim writes a script.
func writeShim(dir, name string) error {
	text := fmt.Sprintf("#!/bin/sh\n# %s\n%s=%s exec %s %s \"$@\"\n", shimMark, shimVariable,
		shellQuoted(filepath.Join(dir, name)), shellQuoted(executablePath()), name)
	file := filepath.Join(dir, name)
	if runtime.GOOS == "windows" {
		file += ".cmd"
		text = fmt.Sprintf("@rem %s\r\n@\"%s\" %s %%*\r\n", shimMark, executablePath(), name)
	}
	return writeOwn(file, text, true)
}

// writeToolkit writes the headers and libraries that stand for those that are built in.
func writeToolkit(root string) error {
	files := toolchain.ToolkitFiles()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := writeOwn(file, files[name]+"/* "+shimMark+" */\n", false); err != nil {
			return err
		}
	}
	return nil
}

// writeOwn writes a file, unless somebody else's is there.
func writeOwn(file, text string, runs bool) error {
	old, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !strings.Contains(string(old), shimMark):
		return fmt.Errorf("%s is there, and warpbook shims has not written it: choose another folder", file)
	}
	return shellFiles{}.Write(file, []byte(text), runs)
}

// calledAs is the command that the name of this program stands for, if a link to it has that of a tool.
func calledAs(program string) (tool string, ok bool) {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	for _, n := range append(shimNames(), hostShims...) {
		if n == name {
			return n, true
		}
	}
	return "", false
}
