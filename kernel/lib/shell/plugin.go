package shell

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/kernel/cell"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/gpu"
	"warpbook.dev/kernel/lib/toolchain"
)

// nvcc4jupyter's magics, those of version 1.2 and the older ones. Its %%cuda is this kernel's own, which takes its options too. Once
// %load_ext has named it, what it does with programs that fail is done here: what is wrong with them stands in the output, and the
// cell has not failed.

// defaults are what set_defaults sets.
type defaults struct{ compiler, profiler, profilerArgs string }

// A groupFile is a file of a group.
type groupFile struct{ name, text string }

// sharedGroup is the group whose files belong to all.
const sharedGroup = "shared"

// sourceFolder is where the older plugin writes files.
const sourceFolder = "src"

func (sh *Shell) installPlugin() {
	s := sh.session
	s.LineMagic("load_ext", sh.loadExt)
	s.LineMagic("reload_ext", sh.loadExt)
	s.Magic("cu", func(run *cell.Run, args, body string) error { return sh.cu(run, "cell.cu", args, body) })
	s.Magic("cpp", func(run *cell.Run, args, body string) error { return sh.cu(run, "cell.cpp", args, body) })
	s.Magic("cuda_run", sh.cudaRun)
	s.Magic("cuda_group_save", sh.groupSave)
	s.LineMagic("cuda_group_run", sh.groupRun)
	s.LineMagic("cuda_group_delete", sh.groupDelete)
	sh.library.ForPrograms(sh.prepare)
	set := starlark.NewBuiltin("set_defaults", sh.setDefaults)
	s.Module("nvcc4jupyter", &starlarkstruct.Module{Name: "nvcc4jupyter", Members: starlark.StringDict{"set_defaults": set}})
}

// loadExt is %load_ext.
func (sh *Shell) loadExt(run *cell.Run, args string) error {
	switch name := strings.TrimSpace(args); name {
	case "nvcc4jupyter", "nvcc_plugin", "warpbook":
		sh.plugin = true
		run.Print(name + " is built in: %%cuda cells run on a GPU that you don't have\n")
	default:
		run.Print(fmt.Sprintf("(%s is not loaded: extensions are Python programs, and none is started)\n", name))
	}
	return nil
}

func (sh *Shell) setDefaults(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value,
	error) {
	d := sh.defaults
	if err := starlark.UnpackArgs(b.Name(), args, kwargs, "profiler??", &d.profiler, "compiler_args??", &d.compiler, "profiler_args??",
		&d.profilerArgs); err != nil {
		return nil, err
	}
	if _, err := cudacell.Parse("-c '" + d.compiler + "'"); err != nil {
		return nil, err
	}
	sh.defaults = d
	return starlark.None, nil
}

// prepare is what the extension adds to a %%cuda cell. done is true of a cell that only writes a file.
func (sh *Shell) prepare(run *cell.Run, call *cudacell.Line, body string) (done bool, err error) {
	if call.File != "" {
		return true, sh.saveSource(run, call, body)
	}
	call.Tolerant, call.Env = sh.plugin, exported(environment{Shell: sh})
	if d := sh.defaults; sh.plugin && d.compiler != "" && call.Compiler == "" {
		return false, call.CompilerArgs(d.compiler)
	}
	return false, nil
}

// saveSource is %%cuda --name f.cu of the older plugin, which writes src/f.cu.
func (sh *Shell) saveSource(run *cell.Run, call *cudacell.Line, body string) error {
	name := path.Join(sourceFolder, call.File)
	if err := cmp.Or(sh.files().MkdirAll(path.Dir(name)), sh.writeFile(name, body)); err != nil {
		return err
	}
	run.Print("File written in " + name + "\n")
	if call.CompileNow {
		return sh.sources(run, []groupFile{{call.File, body}}, call)
	}
	return nil
}

// cu is %%cu of the older plugin, and %%cpp: the cell is a program.
func (sh *Shell) cu(run *cell.Run, name, args, body string) error {
	call, err := cudacell.Parse(args)
	if err != nil {
		return err
	}
	return sh.sources(run, []groupFile{{name, body}}, call)
}

// cudaRun is %%cuda_run: it compiles what %%cuda --name has written.
func (sh *Shell) cudaRun(run *cell.Run, args, _ string) error {
	call, err := cudacell.Parse(args)
	if err != nil {
		return err
	}
	entries, err := sh.readDir(sourceFolder)
	if err != nil {
		return fmt.Errorf("there is no folder %s: %%%%cuda --name f.cu writes sources there", sourceFolder)
	}
	var files []groupFile
	for _, e := range entries {
		text, err := sh.readFile(path.Join(sourceFolder, e.name))
		if err == nil {
			files = append(files, groupFile{e.name, text})
		}
	}
	return sh.sources(run, files, call)
}

// option takes -x VALUE out of words.
func option(words []string, names ...string) (value string, rest []string) {
	for i := 0; i < len(words); i++ {
		for _, name := range names {
			if words[i] == name && i+1 < len(words) {
				return words[i+1], slices.Delete(slices.Clone(words), i, i+2)
			}
			if v, ok := strings.CutPrefix(words[i], name+"="); ok {
				return v, slices.Delete(slices.Clone(words), i, i+1)
			}
		}
	}
	return "", words
}

// groupSave is %%cuda_group_save -n NAME -g GROUP.
func (sh *Shell) groupSave(_ *cell.Run, args, body string) error {
	words, err := cudacell.Words(args)
	if err != nil {
		return err
	}
	name, words := option(words, "-n", "--name")
	group, _ := option(words, "-g", "--group")
	switch ext := path.Ext(name); {
	case name == "" || group == "":
		return fmt.Errorf("%%%%cuda_group_save wants -n NAME and -g GROUP")
	case ext != ".cu" && ext != ".h" && ext != ".cuh" && ext != ".cpp":
		return fmt.Errorf("%%%%cuda_group_save: %q: the name of a file ends in .cu, .cuh, .h or .cpp", name)
	}
	files := slices.DeleteFunc(sh.groups[group], func(f groupFile) bool { return f.name == name })
	sh.groups[group] = append(files, groupFile{name, body})
	return nil
}

// groupRun is %cuda_group_run -g GROUP with the options of %%cuda.
func (sh *Shell) groupRun(run *cell.Run, args string) error {
	words, err := cudacell.Words(args)
	if err != nil {
		return err
	}
	group, rest := option(words, "-g", "--group")
	if sh.groups[group] == nil {
		return fmt.Errorf("group %q does not exist: %%%%cuda_group_save -g %s -n f.cu begins it", group, group)
	}
	call, err := cudacell.ParseWords(rest)
	if err != nil {
		return err
	}
	if call.Compiler == "" && sh.defaults.compiler != "" {
		if err := call.CompilerArgs(sh.defaults.compiler); err != nil {
			return err
		}
	}
	return sh.sources(run, slices.Concat(sh.groups[group], sh.groups[sharedGroup]), call)
}

// groupDelete is %cuda_group_delete -g GROUP.
func (sh *Shell) groupDelete(_ *cell.Run, args string) error {
	group, _ := option(strings.Fields(args), "-g", "--group")
	if sh.groups[group] == nil {
		return fmt.Errorf("group %q does not exist", group)
	}
	delete(sh.groups, group)
	return nil
}

// sources compiles files as a program and runs it.
func (sh *Shell) sources(run *cell.Run, files []groupFile, line *cudacell.Line) error {
	var sources []token.Source
	for _, f := range files {
		if cudacell.IsSource(f.name) {
			sources = append(sources, token.Source{Name: f.name, Text: f.text})
		}
	}
	if len(sources) == 0 {
		return fmt.Errorf("there is no source that ends in .cu or .cpp")
	}
	o := line.Options
	include := cudacell.Include(sh.files())
	o.Include = func(name, from string) (string, string, bool) {
		if i := slices.IndexFunc(files, func(f groupFile) bool { return f.name == path.Clean(name) }); i >= 0 {
			return files[i].name, files[i].text, true
		}
		return include(name, from)
	}
	p, err := gpu.CompileProgram(run.Context(), sources[0].Name, token.Join(sources), o)
	if err != nil {
		j := &job{Shell: sh, run: run, shared: &shared{}}
		e := &executable{Units: []toolchain.Unit{{Name: sources[0].Name}}}
		_, err := (&call{job: j, ctx: run.Context(), args: []string{"nvcc"}, out: printer{run}, err: printer{run}}).uncompiled(e, err)
		return err
	}
	d, err := sh.library.ProgramDevice(line.GPU)
	if err != nil {
		return err
	}
	args, err := cudacell.Words(line.Args)
	if err != nil {
		return err
	}
	r, err := sh.library.RunProgram(run, p, gpu.ProgramCall{Args: append([]string{"./a.out"}, args...),
		Env: exported(environment{Shell: sh}), Device: d})
	if err != nil {
		return err
	}
	r.Keep(run)
	r.Show(run)
	if line.Profile {
		return r.ShowReports(run, "basic")
	}
	return nil
}
