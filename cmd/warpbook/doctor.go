package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"warpbook.dev"
	"warpbook.dev/install"
	"warpbook.dev/kernel/client"
)

// A finding is one line of the doctor: what is well, what is only worth knowing, or
// what is wrong and what to do.
type finding struct {
	state  state
	text   string
	remedy string
}

type state string

const (
	well  state = "ok"
	note  state = "note"
	wrong state = "WRONG"
)

func (f finding) String() string {
	s := fmt.Sprintf("%-6s %s", f.state, f.text)
	if f.remedy != "" {
		s += "; " + f.remedy
	}
	return s
}

// A checkup is what the checks look at. They run in order; later ones use what
// earlier ones found.
type checkup struct {
	binary  string
	env     install.Environment
	jupyter string   // the program, or empty
	dirs    []string // in which Jupyter looks
	specs   []install.Kernelspec
}

var checks = []func(*checkup) []finding{
	(*checkup).program, (*checkup).installation, (*checkup).jupyterOnPath, (*checkup).kernelspecs, (*checkup).agreement, (*checkup).kernels,
	(*checkup).lab, (*checkup).extensions, (*checkup).folders, (*checkup).ports,
	(*checkup).gpus,
}

// patience is how long another program may take.
const patience = 30 * time.Second

// doctor says what is wrong with an installation.
func (c *call) doctor(args []string) int {
	if _, status, ok := c.parse(c.flags(), args); !ok {
		return status
	}
	binary, err := os.Executable()
	if err != nil {
		return c.fail(err)
	}
	d := &checkup{binary: binary, env: install.CurrentEnvironment()}
	faults := 0
	for _, check := range checks {
		for _, f := range check(d) {
			fmt.Fprintln(c.stdout, f)
			if f.state == wrong {
				faults++
			}
		}
	}
	switch faults {
	case 0:
		fmt.Fprintln(c.stdout, "Nothing is wrong.")
		return exitOK
	case 1:
		fmt.Fprintln(c.stdout, "One thing is wrong.")
	default:
		fmt.Fprintf(c.stdout, "%d things are wrong.\n", faults)
	}
	return exitFailed
}

func (d *checkup) program() []finding {
	return []finding{{well, fmt.Sprintf("%s, %s", d.binary, versionLine()), ""}}
}

// installation tells how the program was installed, and compares versions: a package that is half replaced has two.
func (d *checkup) installation() (found []finding) {
	home, _ := os.UserHomeDir()
	w := install.WayOf(d.binary, os.Getenv("GOBIN"), filepath.Join(cmp.Or(os.Getenv("GOPATH"), filepath.Join(home, "go")), "bin"))
	text := "installed by " + w.Name
	if w.From != "" {
		text += ", see " + w.From
	}
	if w.Version != "" && w.Version != install.PEP440(warpbook.Version) {
		text = fmt.Sprintf("%s: it has version %s, and the program is %s", text, w.Version, warpbook.Version)
		return []finding{{wrong, text, "run `" + w.Remedy + "`"}}
	}
	found = append(found, finding{well, text, ""})
	if first, err := exec.LookPath("warpbook"); err == nil && !sameFile(first, d.binary) {
		found = append(found, finding{note, "`warpbook` on PATH is another program, " + first, "remove one of them"})
	}
	return found
}

// ask runs another program and returns what it writes.
func ask(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// jupyterOnPath finds Jupyter and where it looks. Without one, we look where it would.
func (d *checkup) jupyterOnPath() []finding {
	for _, dir := range d.env.DataDirs() {
		d.dirs = append(d.dirs, dir.Path)
	}
	path, err := exec.LookPath("jupyter")
	if err != nil {
		return []finding{{note, "no jupyter on PATH", "`warpbook lab` installs its own; editors do not need it"}}
	}
	said, err := ask(path, "--paths", "--json")
	var paths struct{ Data []string }
	if err == nil {
		err = json.Unmarshal([]byte(said), &paths)
	}
	if err != nil {
		return []finding{{wrong, err.Error(), "install Jupyter again"}}
	}
	d.jupyter, d.dirs = path, paths.Data
	return []finding{{well, path + " looks in " + strings.Join(d.dirs, ", "), ""}}
}

const again = "run `warpbook install`"

func (d *checkup) kernelspecs() (found []finding) {
	d.specs = install.Kernelspecs(d.dirs)
	for _, k := range d.specs {
		found = append(found, d.kernelspec(k))
	}
	if !slices.ContainsFunc(d.specs, func(k install.Kernelspec) bool { return k.Ours() && k.Shadow == "" }) {
		found = append(found, finding{wrong, "no kernelspec of Warpbook in " + strings.Join(d.dirs, ", "), again})
	}
	return found
}

// kernelspec says what one kernelspec is worth.
func (d *checkup) kernelspec(k install.Kernelspec) finding {
	text := fmt.Sprintf("kernelspec %s in %s", k.Name, k.Folder)
	switch {
	case k.Err != nil:
		return finding{wrong, fmt.Sprintf("%s: kernel.json: %v", text, k.Err), "remove the folder, then " + again}
	case !k.Ours() && k.Shadow == "":
		return finding{wrong, fmt.Sprintf("%s is another kernel (%q)", text, k.Spec.DisplayName),
			"run `warpbook install --name` with another name"}
	case !k.Ours():
		return finding{note, fmt.Sprintf("%s is another kernel (%q), and not found: %s comes first", text, k.Spec.DisplayName, k.Shadow), ""}
	case k.Shadow != "":
		return finding{note, fmt.Sprintf("%s is not found: %s comes first", text, k.Shadow), "`warpbook uninstall` removes both"}
	}
	command := k.Command()
	program := command[0]
	if _, err := exec.LookPath(program); err != nil {
		return finding{wrong, fmt.Sprintf("%s starts %s, which is not there or cannot be run", text, program), d.reinstall(k)}
	}
	if !sameFile(program, d.binary) {
		if said, err := ask(program, append(command[1:], "version")...); err != nil || said != versionLine() {
			return finding{wrong, fmt.Sprintf("%s starts %s, which is another version (%s)", text, program, said), d.reinstall(k)}
		}
	}
	if !k.Current() {
		return finding{wrong, text + " was written by another version", d.reinstall(k)}
	}
	return finding{well, text, ""}
}

// reinstall says how to write a kernelspec anew where it is.
func (d *checkup) reinstall(k install.Kernelspec) string {
	return d.install(filepath.Dir(filepath.Dir(k.Folder)), k.Name)
}

// install says how to install into a data directory.
func (d *checkup) install(data, name string) string {
	command := "warpbook install"
	if name != install.DefaultName {
		command += " --name " + name
	}
	if user, err := d.env.DataDir(install.Place{User: true}); err == nil && data == user {
		return "run `" + command + "`"
	}
	if prefix, ok := strings.CutSuffix(filepath.ToSlash(data), "/share/jupyter"); ok {
		return fmt.Sprintf("run `%s --prefix %s`", command, filepath.FromSlash(prefix))
	}
	return fmt.Sprintf("run `%s` with JUPYTER_DATA_DIR=%s", command, data)
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// agreement compares what we find with what Jupyter finds.
func (d *checkup) agreement() (found []finding) {
	if d.jupyter == "" {
		return nil
	}
	said, err := ask(d.jupyter, "kernelspec", "list", "--json")
	var list struct {
		Kernelspecs map[string]struct {
			Folder string `json:"resource_dir"`
		}
	}
	if err == nil {
		err = json.Unmarshal([]byte(said), &list)
	}
	if err != nil {
		return []finding{{wrong, err.Error(), "`jupyter kernelspec list` has to work first"}}
	}
	agreed := 0
	for _, k := range d.specs {
		if k.Shadow != "" || !k.Ours() {
			continue
		}
		switch theirs, ok := list.Kernelspecs[k.Name]; {
		case !ok:
			found = append(found, finding{wrong, fmt.Sprintf("`jupyter kernelspec list` does not show %s of %s", k.Name, k.Folder),
				"see KernelSpecManager in Jupyter's configuration"})
		case !sameFile(theirs.Folder, k.Folder):
			found = append(found, finding{wrong, fmt.Sprintf("`jupyter kernelspec list` finds %s in %s, not in %s", k.Name, theirs.Folder,
				k.Folder), "see KernelSpecManager in Jupyter's configuration"})
		default:
			agreed++
		}
	}
	if agreed > 0 {
		found = append(found, finding{well, "`jupyter kernelspec list` shows the same", ""})
	}
	return found
}

// soon is how fast a kernel should answer.
const soon = time.Second

// kernels starts each kernel as Jupyter would.
func (d *checkup) kernels() (found []finding) {
	for _, k := range d.specs {
		if k.Shadow == "" && k.Ours() {
			found = append(found, start(k))
		}
	}
	return found
}

func start(k install.Kernelspec) finding {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	begun := time.Now()
	kernel, err := client.Start(ctx, install.NewSpec(k.Command()...).Argv, nil)
	if err != nil {
		return finding{wrong, fmt.Sprintf("the kernel of %s does not start: %v", k.Name, err), ""}
	}
	took := time.Since(begun)
	if err := kernel.Shutdown(ctx); err != nil {
		return finding{wrong, fmt.Sprintf("the kernel of %s does not end: %v", k.Name, err), ""}
	}
	text := fmt.Sprintf("the kernel of %s starts and answers after %d ms", k.Name, took.Milliseconds())
	if took > soon {
		return finding{note, text, "that is slow; the machine may be busy"}
	}
	return finding{well, text, ""}
}

// lab looks at JupyterLab and what shows widgets in it.
func (d *checkup) lab() (found []finding) {
	lab, err := install.LabOnPath()
	if err != nil {
		return []finding{{note, "no JupyterLab on PATH that runs", "`warpbook lab` brings its own"}}
	}
	text := fmt.Sprintf("JupyterLab %s (%s)", lab.Version, strings.Join(lab.Command, " "))
	major, _, _ := strings.Cut(lab.Version, ".")
	if n, err := strconv.Atoi(major); err == nil && n < 4 {
		found = append(found, finding{note, text, "CUDA C is highlighted from version 4 on"})
	} else {
		found = append(found, finding{well, text, ""})
	}
	widgets := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "labextensions", "@jupyter-widgets", "jupyterlab-manager", "package.json"))
		return err == nil
	}
	if !slices.ContainsFunc(d.dirs, widgets) {
		found = append(found, finding{note, "JupyterLab has no widgets: sliders are not shown", "pip install jupyterlab_widgets"})
	}
	return found
}

func (d *checkup) extensions() []finding {
	switch folder, current := install.Extension(d.dirs); {
	case folder == "":
		return []finding{{wrong, "no extension of JupyterLab: CUDA C is not highlighted", again}}
	case !current:
		return []finding{{wrong, folder + " is of another version", d.install(filepath.Dir(filepath.Dir(folder)), install.DefaultName)}}
	default:
		return []finding{{well, "extension of JupyterLab in " + folder, ""}}
	}
}

// folders checks that what Jupyter and the history write can be written.
func (d *checkup) folders() []finding {
	data, err := d.env.DataDir(install.Place{User: true})
	if err != nil {
		return []finding{{wrong, err.Error(), ""}}
	}
	folders := []string{data}
	if runtime := os.Getenv("JUPYTER_RUNTIME_DIR"); runtime != "" {
		folders = append(folders, runtime)
	}
	var found []finding
	for _, folder := range folders {
		if err := writableFolder(folder); err != nil {
			found = append(found, finding{wrong, fmt.Sprintf("%s cannot be written: %v", folder, err),
				"change its owner, or set JUPYTER_DATA_DIR and JUPYTER_RUNTIME_DIR"})
		} else {
			found = append(found, finding{well, folder + " can be written", ""})
		}
	}
	return found
}

// writableFolder tries to write below folder, or where it would be made.
func writableFolder(folder string) error {
	for {
		_, err := os.Stat(folder)
		if err == nil {
			break
		}
		parent := filepath.Dir(folder)
		if !os.IsNotExist(err) || parent == folder {
			return err
		}
		folder = parent
	}
	f, err := os.CreateTemp(folder, ".warpbook-")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func (d *checkup) ports() []finding {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return []finding{{wrong, fmt.Sprintf("no port of 127.0.0.1 can be opened: %v", err), "a firewall or a sandbox forbids it"}}
	}
	l.Close()
	return []finding{{well, "ports of 127.0.0.1 can be opened", ""}}
}
