package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/folder"
	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/bytesize"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/toolchain"
	notebook "warpbook.dev/notebooks"
)

// nvcc is NVIDIA's compiler at a shell: what it writes runs on the model.
func (c *call) nvcc(args []string) int {
	if len(args) > 0 && isHelp(args[0]) {
		fmt.Fprint(c.stdout, c.usage(c.flags()))
		return exitOK
	}
	ctx, stop := c.untilInterrupt()
	defer stop()
	compiler := &toolchain.Compiler{Name: c.command.name, Host: c.command.name != "nvcc", Path: startedAs(),
		SearchPath: os.Getenv("PATH"), Files: shellFiles{}, Out: c.stdout, Err: c.stderr, Device: c.programDevice, Compile: host.Compile,
		Head: programHead}
	made, n, status, err := compiler.Run(ctx, args)
	switch {
	case err != nil:
		return c.fail(err)
	case made == nil || !n.Run:
		return status
	}
	return c.program([]string{"./" + made.Name})
}

// shimVariable has the path of the script of warpbook shims that has started this program.
const shimVariable = "WARPBOOK_SHIM"

// startedAs is the file that was started as a command of the toolkit; "" where it was none.
func startedAs() string {
	if shim := os.Getenv(shimVariable); shim != "" {
		return shim
	}
	if _, ok := calledAs(os.Args[0]); !ok {
		return ""
	}
	file, err := exec.LookPath(os.Args[0])
	if err != nil {
		return ""
	}
	if file, err = filepath.Abs(file); err != nil {
		return ""
	}
	return file
}

func isHelp(word string) bool { return word == "-h" || word == "-help" || word == "--help" }

// programDevice is the GPU on which programs run that name none.
func (c *call) programDevice() (*device.Device, error) {
	p, err := c.chosen()
	if err != nil {
		return nil, err
	}
	return device.Get(p.gpu)
}

// shellFiles are what a compiler at a shell reads and writes: the computer's files, under their own names.
type shellFiles struct{}

// Name returns the name as it is.
func (shellFiles) Name(name string) string { return filepath.Clean(name) }

// Read returns the text of a file.
func (shellFiles) Read(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", systemError(name, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, folder.MostWhole+1)) // it may be a pipe, or a device that has no end
	if err == nil && len(text) > folder.MostWhole {
		err = fmt.Errorf("it has more than %s, which is the most that is read", bytesize.Limit(folder.MostWhole))
	}
	return string(text), systemError(name, err)
}

// Include finds a header.
func (shellFiles) Include(name, from string, dirs []string) (file, text string, ok bool) {
	return includeFrom(dirs)(name, from)
}

// Write replaces a file at once: one that another process reads stays whole.
func (shellFiles) Write(name string, data []byte, runs bool) error {
	mode := fs.FileMode(0o666)
	if runs {
		mode = 0o777
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() { // such as /dev/null
		return systemError(name, os.WriteFile(name, data, mode))
	}
	part, err := notebook.CreateBeside(name, mode)
	if err != nil {
		return systemError(name, err)
	}
	_, err = part.Write(data)
	if e := part.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(part.Name(), name)
	}
	if err != nil {
		os.Remove(part.Name())
	}
	return systemError(name, err)
}

// systemError is an error of a file under the name that the command line has for it.
func systemError(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: No such file or directory", name)
	}
	var in *fs.PathError
	if errors.As(err, &in) {
		err = in.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// programHead begins a program so that the system starts Warpbook on it: the one that wrote it, or else the one on PATH.
func programHead() string {
	self := executablePath()
	if runtime.GOOS == "windows" {
		return fmt.Sprintf("@\"%s\" program \"%%~f0\" %%*\r\n@exit /b %%errorlevel%%\r\n", self)
	}
	return fmt.Sprintf(`#!/bin/sh
# A CUDA program for the model of a GPU, written by Warpbook's nvcc. WARPBOOK may name the warpbook that runs it.
for w in "$WARPBOOK" %s warpbook; do
    command -v "$w" >/dev/null 2>&1 && exec "$w" program "$0" "$@"
done
echo "$0: there is no warpbook to run this program: put it on PATH, or set WARPBOOK to its path" >&2
exit 127
`, shellQuoted(self))
}

// executablePath is this program, without links.
func executablePath() string {
	self, err := os.Executable()
	if err != nil {
		return "warpbook"
	}
	real, err := filepath.EvalSymlinks(self)
	if err != nil {
		return self
	}
	return real
}

func shellQuoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// program runs a file that nvcc has written, as the system does when its name is typed.
func (c *call) program(args []string) int {
	if len(args) == 0 || isHelp(args[0]) {
		fmt.Fprint(c.stdout, c.usage(c.flags()))
		return exitOK
	}
	p, err := c.chosen()
	if err == nil {
		err = p.load(args[0])
	}
	if err == nil {
		p.device, err = device.Get(p.gpu)
	}
	if err != nil {
		fmt.Fprintf(c.stderr, "%s\n", err)
		return exitFailed
	}
	p.args = args
	return c.runLoaded(p)
}

// runVariable has options of run for programs that are started by their own name.
const runVariable = "WARPBOOK_RUN"

// chosen are the options that the variable has.
func (c *call) chosen() (*programRun, error) {
	p := &programRun{plain: true}
	flags := c.programFlags(p)
	flags.SetOutput(&strings.Builder{})
	words, err := cudacell.Words(os.Getenv(runVariable))
	if err == nil {
		err = flags.Parse(words)
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected %q", flags.Arg(0))
	}
	if err != nil {
		return nil, fmt.Errorf("%s=%q: %w; want options of warpbook run, such as --gpu=H200", runVariable, os.Getenv(runVariable), err)
	}
	return p, nil
}

// isBinary reports whether a file is a program of nvcc's.
func isBinary(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(name)
	return err == nil && toolchain.Is(string(text))
}

// load reads a program of nvcc's.
func (p *programRun) load(name string) error {
	text, err := shellFiles{}.Read(name)
	if err != nil {
		return err
	}
	b, _, err := toolchain.Read(name, text)
	if err != nil {
		return err
	}
	if b.Kind != toolchain.Program {
		return fmt.Errorf("%s is an object file, not a program: link it with nvcc -o NAME %[1]s", name)
	}
	p.binary = b
	p.nvcc, err = b.NVCC()
	return err
}
