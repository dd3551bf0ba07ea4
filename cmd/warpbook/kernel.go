package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"warpbook.dev/install"
	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib"
	"warpbook.dev/kernel/wire"
)

// newSession returns the language of the cells with its libraries.
func newSession() *cell.Session {
	s := cell.New()
	lib.Install(s)
	return s
}

// handOver is how long an interrupted cell may take to end before the notebook goes on
// without it. To the user a tenth of a second is at once.
const handOver = 75 * time.Millisecond

// kernel serves the notebook kernel until it is shut down.
func (c *call) kernel(args []string) int {
	flags := c.flags()
	file := flags.String("f", "", "the `CONNECTION_FILE` that Jupyter wrote, or a registration file")
	history := flags.String("history", historyFile(), "keep the input history in `FILE` instead of the usual one; '' keeps none")
	cache := flags.String("cache", cacheFolder(), "keep results of launches for other sessions in the folder `DIR`; '' keeps none; WARPBOOK_CACHE is the default, and off none")
	grading := flags.Bool("grading", false, "tell of each test in displays that warpbook grade reads")
	files := cell.DefaultFiles
	files.Folder = notebookFolder()
	flags.StringVar(&files.Folder, "files", files.Folder, "write what cells write into the folder `DIR`")
	memory, shown, kept, err := limitFlags(flags)
	if e := filesFlags(flags, &files); e != nil {
		err = e
	}
	if err != nil {
		return c.misuse("%v", err)
	}
	if _, status, ok := c.parse(flags, args); !ok {
		return status
	}
	if *file == "" {
		return c.misuse("-f CONNECTION_FILE is missing; Jupyter gives it (warpbook install registers the kernel)")
	}
	conn, registration, err := wire.ReadStartup(*file)
	if err != nil {
		return c.fail(err)
	}
	session := kernel.NewLater(cell.Info(), func() kernel.Interpreter {
		s := newSession()
		s.MemoryLimit = uint64(*memory)
		s.Grading = *grading
		s.Cache = *cache
		s.Files = files
		s.InterruptPatience = handOver
		cell.SetSoftLimit(s.MemoryLimit)
		return s
	})
	k, err := kernel.New(session, conn) // from here on clients can connect
	if err != nil {
		return c.fail(err)
	}
	// A sweep keeps all processors busy. With one more than there are the system, which
	// prefers who has waited, decides who computes, and requests are answered at once.
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	go session.Build()
	if registration != nil {
		if err := k.Register(context.Background(), registration); err != nil {
			return c.fail(err)
		}
	}
	if dir := dataDir(); dir != "" {
		k.LimitOutput(kernel.OutputLimits{Shown: int64(*shown), Kept: int64(*kept), Dir: filepath.Join(dir, "output")})
	}
	if *history != "" {
		k.RememberIn(*history, func(err error) { fmt.Fprintln(c.stderr, "warpbook:", err) }) // cells run without one
	}
	if err := k.Serve(context.Background()); err != nil {
		return c.fail(err)
	}
	return exitOK
}

// limitFlags are the flags that bound what a cell may cost.
func limitFlags(flags *flag.FlagSet) (memory, shown, kept *byteSize, err error) {
	size := func(name, variable string, value byteSize, usage string) *byteSize {
		size, e := sizeFlag(flags, name, variable, value, usage)
		err = cmp.Or(err, e)
		return size
	}
	memory, err = memoryFlag(flags)
	shown = size("output-limit", "WARPBOOK_OUTPUT_LIMIT", 16e6, "show at most `SIZE` of a cell's output; longer output goes to a file")
	kept = size("output-file-limit", "WARPBOOK_OUTPUT_FILE_LIMIT", 2e9,
		"the `SIZE` of these files; a cell that prints more is stopped with an error")
	return memory, shown, kept, err
}

// sessionFlags are the flags of commands that hold one session in this process: what it holds, and what its cells write, into folder
// unless a flag names another one.
func sessionFlags(flags *flag.FlagSet, folder string) (memory *byteSize, files *cell.Files, err error) {
	all := cell.DefaultFiles
	all.Folder = folder
	flags.StringVar(&all.Folder, "files", all.Folder, "write what cells write into the folder `DIR`")
	memory, err = memoryFlag(flags)
	return memory, &all, cmp.Or(err, filesFlags(flags, &all))
}

// memoryFlag is the flag that bounds what a session holds.
func memoryFlag(flags *flag.FlagSet) (*byteSize, error) {
	return sizeFlag(flags, "memory-limit", "WARPBOOK_MEMORY_LIMIT", cell.DefaultMemoryLimit,
		"the `SIZE` of all values at which a growing cell is stopped with an error")
}

// sizeFlag is a flag for a size, whose default a variable of the environment can replace.
func sizeFlag(flags *flag.FlagSet, name, variable string, value byteSize, usage string) (*byteSize, error) {
	err := value.fromEnvironment(variable)
	flags.Var(&value, name, usage+"; "+variable+" is the default")
	return &value, err
}

// notebookFolder is where the cells of the notebook write that this process serves. Jupyter's server tells a kernel the path of the
// notebook, or its name; Warpbook's Python package tells a session.
func notebookFolder() string { return filesFolder(os.Getenv("JPY_SESSION_NAME")) }

// filesFolder is where a notebook's cells write, beside it.
func filesFolder(notebook string) string {
	name := path.Base(filepath.ToSlash(notebook))
	if stem := strings.TrimSuffix(name, path.Ext(name)); stem != "" && strings.EqualFold(path.Ext(name), ".ipynb") {
		return stem + cell.FilesSuffix
	}
	return cell.DefaultFiles.Folder
}

// filesFlags are the flags that bound what cells write.
func filesFlags(flags *flag.FlagSet, files *cell.Files) error {
	const variable = "WARPBOOK_FILES_LIMIT"
	bytes := byteSize(files.Bytes)
	if err := bytes.fromEnvironment(variable); err != nil {
		return err
	}
	files.Bytes = int64(bytes)
	flags.Func("files-limit", "the `SIZE` of all files that cells write; "+variable+" is the default", func(text string) error {
		err := bytes.Set(text)
		files.Bytes = int64(bytes)
		return err
	})
	const countVariable = "WARPBOOK_FILES_COUNT"
	count := func(text string) (err error) {
		if files.Count, err = strconv.Atoi(text); err != nil || files.Count < 1 {
			err = fmt.Errorf("got %q, want a number of files", text)
		}
		return err
	}
	if text := os.Getenv(countVariable); text != "" {
		if err := count(text); err != nil {
			return fmt.Errorf("%s: %w", countVariable, err)
		}
	}
	flags.Func("files-count", "how many files cells may write, a number `N`; "+countVariable+" is the default", count)
	return nil
}

// dataDir is where the program keeps what is the user's: beside what Jupyter keeps.
func dataDir() string {
	dir, err := install.CurrentEnvironment().DataDir(install.Place{User: true})
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "warpbook")
}

func historyFile() string {
	dir := dataDir()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "history.jsonl")
}

// cacheFolder is where results of launches are kept: in the user's folder for what can be computed again.
func cacheFolder() string {
	switch dir := os.Getenv("WARPBOOK_CACHE"); dir {
	case "":
	case "off":
		return ""
	default:
		return dir
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "warpbook", "results")
}
