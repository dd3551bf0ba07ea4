// Warpbook runs CUDA C on GPUs that you don't have: as a Jupyter kernel, and
// without Jupyter from the command line. `warpbook help` lists the commands.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/spelling"
)

func main() {
	driver.Main()
	args := os.Args[1:]
	if tool, ok := calledAs(os.Args[0]); ok {
		args = append([]string{tool}, args...)
	}
	os.Exit(run(args, os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses of every command.
const (
	exitOK     = 0
	exitFailed = 1 // a cell failed, or a file could not be read or written
	exitUsage  = 2 // the command line is wrong
	// exitInterrupted is 128 and the number of the signal, as shells have it.
	exitInterrupted = 130
)

// run executes one command line and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &call{stdin: stdin, stdout: stdout, stderr: stderr}
	if len(args) == 0 {
		fmt.Fprint(stderr, overview())
		return exitUsage
	}
	name, args := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return c.help(args)
	case "-version", "--version":
		name = "version"
	}
	cmd, ok := find(name)
	if !ok {
		return c.unknown(name)
	}
	c.command = cmd
	return c.status(cmd.run(c, args))
}

// A command is one row of the table below.
type command struct {
	name, arguments, summary, details string
	run                               func(c *call, args []string) int
	tool                              bool // it is one of the toolkit's, which the overview lists in a line
}

func commands() []command {
	return append([]command{
		{"run", "NOTEBOOK.ipynb [-o OUT.ipynb] [--html OUT.html] | PROG.cu [MORE.cu ...] [OPTIONS] [-- ARGUMENTS]", "run a notebook, or compile and run a CUDA program",
			`A notebook: starts the notebook kernel, runs the code cells in order, and stops at
the first cell that fails. -o writes the result to OUT.ipynb. --html writes a page.
Without both, the notebook itself is saved. Results are saved even if a cell fails.

A CUDA program (.cu, .cpp, .cc, .cxx, .c): compiles it and runs main on the model of a
GPU. Several sources are compiled separately and linked. Arguments of the program
follow --. The command has the program's output and exit code. Launches and errors are
reported on the standard error. Options of nvcc may stay: -D, -I, -maxrregcount,
-use_fast_math and others have their effect, and the rest is ignored. The program
reads and writes files below the current directory only.`, (*call).run, false},
		{"nvcc", "[OPTIONS] SOURCE.cu... [OBJECT.o...] [-o FILE]", "compile CUDA sources as nvcc does, into a program for the model",
			`Takes the options of nvcc. The file that it writes (a.out without -o) holds the sources, and runs
wherever Warpbook is installed: ./FILE ARGUMENTS has the program's output and exit code, by the
rules of "warpbook run". Mistakes of the source are told in the form of nvcc. The program runs on a
Tesla T4, or on the GPU in WARPBOOK_RUN=--gpu=NAME; that variable has options of "warpbook run".`, (*call).nvcc, false},
		{"shims", "[--host] DIR", "write a folder like a CUDA toolkit: nvcc, nvidia-smi, nvprof, ncu and others",
			`Makefiles, CMake and scripts then find these names. Each one starts this program: nvcc is
"warpbook nvcc", ncu is "warpbook ncu". They are in DIR/bin; headers and libraries that build tools
look for are in DIR/include and DIR/lib64. Prints the line that puts DIR/bin on PATH. --host also
writes g++, gcc, c++ and cc: what they compile becomes part of programs for the model.`, (*call).shims, false},
		{"program", "FILE [ARGUMENTS]", "run a file that nvcc has written; ./FILE does this",
			`Arguments after FILE are the program's. "warpbook run FILE" runs it with options.`, (*call).program, false},
		{"html", "NOTEBOOK.ipynb... [-o DIR]", "export saved notebooks as HTML pages",
			`Writes each notebook as one HTML file, beside it or below DIR, and prints the names.
No cell is run: the page has the saved outputs. A directory means all notebooks
below it.`, (*call).html, false},
		{"convert", "NOTEBOOK.ipynb -o OUT.ipynb", "rewrite a Colab notebook in Warpbook's form",
			`Cells of nvcc4jupyter become %%cuda with its options. %%writefile x.cu, !nvcc x.cu -o x and
!./x become one %%cuda cell if these cells follow each other and no other cell uses the file.
Lines that install something are replaced by a remark. Other cells do not change. No cell is run.`, (*call).convert, false},
		{"exec", "[--allow-errors] [--json] FILE|-", "run a text file of cells, or the code cells of a notebook",
			"A line that starts with `# %%` begins a cell. Prints the text form of each result.\n- reads the cells from the standard input. A notebook (.ipynb) is not changed.\n" +
				"--json prints a line for each cell: its number and first line, status (ok, error, not run),\nstreams, displays, result with its MIME data, and error. Large pictures are left out.", (*call).exec, false},
		{"lint", "[--gpu NAME] [--format text|github|json] FILE.cu... [OPTIONS OF NVCC]", "list the errors of CUDA sources, and run nothing",
			`Compiles each source for a GPU. Prints a line for each error and each remark, as compilers
do: FILE:LINE:COLUMN: error: TEXT [CODE]. The codes are compile, gpu (the GPU lacks something),
arch (-arch makes no code for it), shared-memory, registers and note. Each file is compiled as by
nvcc -c: other files may define what it declares. --format github prints annotations of GitHub's
workflows, --format json a list. Options of nvcc such as -D, -I and -arch have their effect.
The exit status is 1 if there is an error.`, (*call).lint, false},
		{"grade", "[--source SOURCE.ipynb] NOTEBOOK... [--html F] [--json F] [--junit F] [--gradescope F]", "grade notebooks by nbgrader's rules",
			`Runs each notebook in its own kernel process, in an empty directory, and adds up the points of
the cells that nbgrader's metadata marks. A directory means all notebooks below it. With --source
the assignment's test cells, hidden tests included, replace those in the student's notebook.
Prints one line for each student. The exit status is 1 if a notebook could not be graded.`, (*call).grade, false},
		{"kernel", "-f CONNECTION_FILE", "the notebook kernel; Jupyter starts it", "", (*call).kernel, false},
		{"session", "[--shared DIR]", "host a session for another program; the Python package starts it",
			`Answers requests on its standard input, a JSON object in each line: run a cell, call a
built-in, read a value. The replies are on the standard output. The Python package warpbook
speaks this protocol. The session ends with its input.`, (*call).session, false},
		{"install", "[--user | --prefix P | --sys-prefix] [--name N]", "register the notebook kernel with Jupyter",
			`Writes a kernelspec for this program into the user's Jupyter data directory
(--user, the default), into P/share/jupyter (--prefix P), or into the active virtual
or Conda environment (--sys-prefix).`, (*call).install, false},
		{"uninstall", "[--user | --prefix P | --sys-prefix] [--name N]", "undo install",
			"Without an option it looks everywhere that Jupyter looks. Other kernels are never\ntouched. What pip installed, pip removes.", (*call).uninstall, false},
		{"doctor", "", "check the installation and say how to fix it",
			`Checks the kernelspecs that Jupyter finds, starts the kernel as Jupyter would, and
checks what else a notebook needs. The exit status is 1 if something is wrong.`, (*call).doctor, false},
		{"lab", "[DIR] [-- JUPYTERLAB_OPTIONS]", "start JupyterLab with this notebook kernel",
			`Starts the JupyterLab on PATH. If there is none, it first installs one into a private
environment, which needs Python 3.10 and, once, a network. DIR is a folder or a
notebook to open. Ctrl-C stops it. Kernelspecs do not change.`, (*call).lab, false},
		{"tutorial", "[DIR] [--copy]", "copy the course into a folder, and open it in JupyterLab",
			`Copies the first steps, the lessons, the examples and the assignments into DIR
(default: warpbook-tutorial) and starts JupyterLab there, as "warpbook lab" does. Existing files
are not overwritten.`, (*call).tutorial, false},
		{"version", "", "print the version", "", (*call).version, false},
		{"licenses", "", "print the licence, and those of the modules in the program", "", (*call).licenses, false},
	}, toolCommands()...)
}

func find(name string) (command, bool) {
	all := append(commands(), hostCommands()...)
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

func overview() string {
	var b strings.Builder
	b.WriteString("Warpbook runs CUDA C on GPUs that you don't have.\n\nUsage: warpbook COMMAND [ARGUMENTS]\n\n")
	var tools []string
	for _, c := range commands() {
		if c.tool {
			tools = append(tools, c.name)
			continue
		}
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	fmt.Fprintf(&b, "\nTools for programs of nvcc: %s.\n", strings.Join(tools, ", "))
	b.WriteString("\nwarpbook help COMMAND tells more.\n")
	return b.String()
}

func (c *call) help(args []string) int {
	if len(args) == 0 {
		fmt.Fprint(c.stdout, overview())
		return exitOK
	}
	cmd, ok := find(args[0])
	if !ok {
		return c.unknown(args[0])
	}
	c.command = cmd
	return cmd.run(c, []string{"-h"})
}

func (c *call) unknown(name string) int {
	var names []string
	for _, cmd := range commands() {
		names = append(names, cmd.name)
	}
	hint := ""
	if near := spelling.Nearest(name, names); near != "" {
		hint = fmt.Sprintf(" (did you mean %q?)", near)
	}
	fmt.Fprintf(c.stderr, "warpbook: unknown command %q%s\nwarpbook: commands are %s\n", name, hint, strings.Join(names, ", "))
	return exitUsage
}
