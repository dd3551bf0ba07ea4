package shell

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// A word is a command of shell lines. One without run is answered in a line.
type word struct {
	names  string // that mean it
	doc    string // what it does here
	run    func(c *call) (status int, err error)
	note   string // what a reader needs to know where it does nothing
	status int
}

// words are all commands by their names. They are filled in when the program starts, since some of them run others.
var words = map[string]*word{}

func init() {
	for _, w := range slices.Concat(toolkitWords, fileWords, textWords, shellWords, notedWords) {
		for _, name := range strings.Fields(w.names) {
			words[name] = &w
		}
	}
}

var wordNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(words)) })

var toolkitWords = []word{
	{names: "nvcc", doc: "compiles CUDA C++ and C++", run: (*call).nvcc},
	{names: "g++ gcc c++ cc clang clang++", doc: "compile programs without kernels", run: (*call).hostCompiler},
	{names: "nvidia-smi", doc: "tells of the GPU on which programs run", run: (*call).nvidiaSMI},
	{names: "nvprof", doc: "runs a program and sums up what its GPU did", run: (*call).nvprof},
	{names: "nsys", doc: "profile ./x runs a program and sums up what it did; stats shows that again", run: (*call).nsys},
	{names: "ncu nv-nsight-cu-cli", doc: "runs a program and reports on each kernel", run: (*call).ncu},
	{names: "compute-sanitizer cuda-memcheck", doc: "runs a program and looks for faults", run: (*call).sanitized},
	{names: "cuobjdump nvdisasm", doc: "-sass and -ptx list what a program's kernels have become", run: (*call).disassembled},
	{names: "deviceQuery", doc: "lists the properties of the GPU", run: (*call).deviceQuery},
	{names: "make", doc: "builds what a Makefile describes", run: (*call).make},
	{names: "bash sh", doc: "runs a script", run: (*call).script},
}

var fileWords = []word{
	{names: "ls dir", doc: "lists files (-l, -a)", run: (*call).ls},
	{names: "rm rmdir", doc: "removes what programs have made (-r, -f)", run: (*call).rm},
	{names: "mkdir", doc: "makes directories (-p)", run: (*call).mkdir},
	{names: "touch", doc: "makes empty files", run: (*call).touch},
	{names: "cp", doc: "copies files (-r)", run: (*call).cp},
	{names: "mv", doc: "renames files", run: (*call).mv},
	{names: "pwd", doc: "prints the current directory", run: (*call).pwd},
	{names: "which type", doc: "tells whether there is a command", run: (*call).which},
	{names: "command", doc: "runs a command, or tells of it (-v)", run: (*call).plainCommand},
	{names: "chmod chown sync", doc: "nothing: what may be run here is what nvcc has made", run: (*call).nothing},
	{names: "basename dirname realpath readlink", doc: "take the name of a file apart", run: (*call).nameParts},
	{names: "du stat file", doc: "tell of the size of a file", run: (*call).tell},
	{names: "find", doc: "lists files below a directory (-name)", run: (*call).find},
	{names: "tee", doc: "copies its input to files (-a)", run: (*call).tee},
}

var textWords = []word{
	{names: "cat", doc: "prints files (-n)", run: (*call).cat},
	{names: "head tail", doc: "print the first or last lines (-n)", run: (*call).head},
	{names: "wc", doc: "counts lines, words and bytes (-l, -w, -c)", run: (*call).wc},
	{names: "grep egrep fgrep", doc: "prints the lines that match (-i, -v, -n, -c, -o, -w, -E, -F, -q)", run: (*call).grep},
	{names: "sort", doc: "sorts lines (-n, -r, -u, -k)", run: (*call).sort},
	{names: "uniq", doc: "leaves repeated lines out (-c)", run: (*call).uniq},
	{names: "cut", doc: "prints columns of lines (-d, -f, -c)", run: (*call).cut},
	{names: "tr", doc: "replaces characters (-d)", run: (*call).tr},
	{names: "sed", doc: "s/a/b/g, Np, Nd (-n, -e)", run: (*call).sed},
	{names: "awk gawk mawk", doc: "prints fields of lines that match, and sums (-F)", run: (*call).awk},
	{names: "diff cmp", doc: "tell whether two files are the same", run: (*call).diff},
	{names: "seq", doc: "prints numbers", run: (*call).seq},
	{names: "yes", doc: "prints a line until nobody reads it", run: (*call).yes},
	{names: "md5sum sha256sum", doc: "print checksums", run: (*call).checksum},
}

var shellWords = []word{
	{names: "echo", doc: "prints its words (-n, -e)", run: (*call).echo},
	{names: "printf", doc: "prints its words in a format", run: (*call).printf},
	{names: "env printenv", doc: "prints variables, or runs a command with them", run: (*call).environ},
	{names: "date", doc: "prints the time of the modelled computer's start", run: (*call).date},
	{names: "sleep usleep", doc: "nothing: the modelled clock is that of programs", run: (*call).nothing},
	{names: "exec nohup nice sudo stdbuf timeout taskset numactl", doc: "run the command behind them", run: (*call).wrapped},
	{names: "clear reset", doc: "nothing", run: (*call).nothing},
	{names: "xargs", doc: "runs a command with the words of its input", run: (*call).xargs},
	{names: "hostname whoami", doc: "print names", run: (*call).names},
}

// notedWords are programs that notebooks call and that are not here.
var notedWords = []word{
	{names: "pip pip3 conda mamba", run: (*call).packages},
	{names: "apt apt-get apt-key dpkg add-apt-repository yum brew snap update-alternatives ldconfig modprobe", note: "nothing is installed: the CUDA compiler, profilers and GPUs are built in"},
	{names: "wget curl gdown axel kaggle", note: "nothing is fetched: put the file beside the notebook"},
	{names: "git", note: "nothing is fetched: put the files of the repository beside the notebook"},
	{names: "unzip tar gunzip zip 7z gzip", note: "archives are not opened here: put the files beside the notebook"},
	{names: "cmake ninja", note: "no build files are made here: nvcc -o x with the names of the sources, or make, builds a program", status: 127},
	{names: "ln", note: "no links are made here: cp copies the file"},
	{names: "source . activate", note: "there is no environment to load: the tools are built in"},
	{names: "eval", note: "eval is not run: write the command itself", status: 127},
	{names: "trap alias unalias shopt hash getopts mapfile readarray pushd popd dirs builtin times help ulimit", note: "not supported in shell lines"},
	{names: "lscpu free df uname top htop ps kill killall uptime lspci lsmod", note: "the computer is modelled: nvidia-smi and deviceQuery tell of its GPU"},
	{names: "cuda-gdb gdb", note: "no debugger here: a cell with checked(…) shows what threads do", status: 127},
	{names: "nano vi vim emacs code less more", note: "no editor here: %%writefile NAME writes a file, cat NAME shows it"},
	{names: "python python3 ipython jupyter", note: "Python is not run here", status: 127},
}
