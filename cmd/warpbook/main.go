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
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
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
}

func commands() []command {
	return []command{
		{"run", "NOTEBOOK.ipynb [-o OUT.ipynb] [--html OUT.html] | PROG.cu [MORE.cu ...] [OPTIONS] [-- ARGUMENTS]", "execute a notebook, save it, export it; or run a CUDA program",
			`Starts the notebook kernel as its own process, executes the code cells in order
and stops at the first that fails. With -o the result is written to OUT.ipynb;
without -o and with --html only the page is written; with neither the notebook
itself is saved. What was computed is saved also when a cell failed.

A name that ends in .cu (or .cpp, .cc, .cxx, .c) is a source of a whole CUDA program: it
is compiled and run, main too, on the model of a GPU. Several sources are compiled apart
and linked. What stands behind -- are the program's own arguments. Its output and its
exit code are the command's; what it launched, and what is wrong with it, goes to the
standard error. Options of nvcc can stay where they are: -D, -I, -maxrregcount,
-use_fast_math and their like are heeded, and those that say nothing to a model are not.
The program reads and writes files below the current directory, nowhere else.`, (*call).run},
		{"html", "NOTEBOOK.ipynb... [-o DIR]", "export notebooks as pages, as they are",
			`Writes each notebook as one HTML page that needs nothing else, beside it or below DIR,
and prints the names of the pages. No cell is run: the outputs are those that were
saved. A directory stands for all notebooks below it.`, (*call).html},
		{"convert", "NOTEBOOK.ipynb -o OUT.ipynb", "write a notebook for Colab as Warpbook would have it",
			`Cells of nvcc4jupyter become %%cuda with its options. %%writefile x.cu, !nvcc x.cu -o x and
!./x become one %%cuda cell where the next cells are these and no other cell uses the file.
Lines of installation are dropped, with a remark. Other cells stay as they are. No cell is run.`, (*call).convert},
		{"exec", "FILE|-", "execute a file of cells",
			"Cells are separated by lines that start with `# %%`. Prints the text form of\neach result. - reads the standard input.", (*call).exec},
		{"grade", "[--source SOURCE.ipynb] NOTEBOOK... [--html F] [--json F] [--junit F] [--gradescope F]", "grade notebooks by nbgrader's rules",
			`Runs each notebook in a kernel process of its own, in an empty directory, and adds up the points of
the cells that nbgrader's metadata marks. A directory stands for all notebooks below it. With --source
the test cells of the assignment, hidden tests too, take the place of those that a student was given.
A line for each student goes to the standard output. Exit status 1 if a notebook could not be graded.`, (*call).grade},
		{"kernel", "-f CONNECTION_FILE", "serve one notebook; what Jupyter starts", "", (*call).kernel},
		{"install", "[--user | --prefix P | --sys-prefix] [--name N]", "register the notebook kernel with Jupyter",
			`Writes a kernelspec for this program below the user's Jupyter data directory
(--user, the default), below P/share/jupyter, or into the active virtual or Conda
environment (--sys-prefix).`, (*call).install},
		{"uninstall", "[--user | --prefix P | --sys-prefix] [--name N]", "undo install",
			"Without a place it looks at all places where Jupyter would find it. Kernels\nof other programs are never touched.", (*call).uninstall},
		{"doctor", "", "say what is wrong with an installation",
			`Looks at the kernelspecs that Jupyter finds, starts the kernel as Jupyter would, and
checks the rest that a notebook needs. Exit status 1 if something is wrong.`, (*call).doctor},
		{"lab", "[DIR] [-- JUPYTERLAB_OPTIONS]", "JupyterLab with this notebook kernel",
			`Starts the JupyterLab on PATH or, where there is none, one that is installed into
a private environment first (which needs Python 3.10 and, once, a network). DIR is a
folder or a notebook to open. Ctrl-C ends it. Kernelspecs are left alone.`, (*call).lab},
		{"tutorial", "[DIR] [--copy]", "copy the course into a folder, and open it in JupyterLab",
			`Copies the lessons, the examples and the assignments into DIR (default:
warpbook-tutorial) and starts JupyterLab there, as "warpbook lab" does. Files that
are there already stay as they are.`, (*call).tutorial},
		{"version", "", "print the version", "", (*call).version},
		{"licenses", "", "print the licence, and those of what the program contains", "", (*call).licenses},
	}
}

func find(name string) (command, bool) {
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return all[i], true
}

func overview() string {
	var b strings.Builder
	b.WriteString("Warpbook runs CUDA C on GPUs that you don't have.\n\nUsage: warpbook COMMAND [ARGUMENTS]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
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
