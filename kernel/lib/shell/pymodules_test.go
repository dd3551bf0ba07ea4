package shell

import (
	"os"
	"strings"
	"testing"

	"warpbook.dev/internal/cellscript"
)

// outsideInPython are attempts of cells for Python to read, write, list or run what is not theirs.
var outsideInPython = []string{
	`print(open(".bashrc").read())`, `print(open(".git/config").readlines())`, `print(open("/etc/passwd").read())`, `print(open("../x").read())`,
	`print(open("own.ipynb").read())`, `for line in open("/proc/self/environ"): print(line)`, `print(open("lib/../../../../etc/passwd", "rb").read())`,
	`open(".bashrc", "a").write("trace")`, `open(".git/hooks/pre-commit", "w").write("trace")`, `open("own.ipynb", "w").write("trace")`,
	`open("/tmp/warpbook-was-here", "w").write("trace")`, `open("../warpbook-was-here", "w").write("trace")`, `open(".new", "w").write("trace")`,
	"with open('.bashrc', 'w') as f:\n    f.write('trace')", "with open('/content/.bashrc') as f:\n    print(f.read())",
	`print(os.listdir("/"), os.listdir(".git"))`, `print(os.listdir("/etc"))`, `os.remove(".bashrc")`, `os.remove("thesis.txt")`, `os.unlink("other.ipynb")`,
	`os.rename(".bashrc", "b")`, `os.rename("thesis.txt", ".t")`, `os.rename("thesis.txt", "/tmp/warpbook-was-here")`, `os.makedirs(".ssh")`, `os.mkdir("/tmp/warpbook-was-here")`,
	`os.makedirs("../warpbook-was-here", exist_ok=True)`, `os.chdir("/etc"); print(open("passwd").read())`, `os.chdir(".git"); print(open("config").read())`, `os.chdir("..")`,
	`print(os.environ["HOME"], os.environ.get("GOPATH"), os.getenv("GOCACHE"))`, `os.environ["PATH"] = "/tmp"; os.system("id")`,
	`os.system("id; cat /etc/passwd; touch /tmp/warpbook-was-here")`, `print(os.popen("cat .bashrc /etc/passwd; id").read())`,
	`print(subprocess.run(["/bin/sh", "-c", "id; cat /etc/passwd"], capture_output=True, text=True))`, `print(subprocess.run("id", shell=True, capture_output=True).stdout.decode())`,
	`print(subprocess.check_output(["cat", ".bashrc"]))`, `print(subprocess.getoutput("cat ../*; id"))`, `subprocess.run(["touch", "/tmp/warpbook-was-here"])`,
	`subprocess.run("cat", stdin=open(".bashrc"))`, `subprocess.run("echo trace", shell=True, stdout=open(".bashrc", "w"))`, `subprocess.run(["python3", "-c", "print(1)"])`,
	`print(subprocess.Popen(["cat", "/etc/passwd"], stdout=subprocess.PIPE).communicate())`, `subprocess.Popen(["/bin/sh"], stdin=subprocess.PIPE).communicate(b"id; cat .bashrc")`,
	`subprocess.run(["cat", "passwd"], cwd="/etc")`, `subprocess.run("cat config", shell=True, cwd=".git")`, `subprocess.run("touch warpbook-was-here", shell=True, cwd="..")`,
	`subprocess.run(["id"], env={"PATH": "/usr/bin"})`, `print(os.environ.copy(), dict(os.environ), os.environ.items())`,
	`print(os.path.exists("/etc/passwd"), os.path.getsize(".bashrc"), os.path.isfile("own.ipynb"))`,
}

// TestPythonReachesNothing: what cells have of os, subprocess and open reaches what shell lines reach, and no more.
func TestPythonReachesNothing(t *testing.T) {
	dir := hiddenHome(t)
	before := cellscript.Tree(t, dir)
	for _, text := range outsideInPython {
		s, _ := newSession()
		s.AcceptPython()
		s.Files.Folder = "own.files"
		got, outcome := execute(t.Context(), s, "import os, subprocess\n"+text)
		if e := outcome.Error; e != nil {
			got += e.Value
			if e.Name == "InternalError" {
				t.Errorf("%s: %s", text, e.Value)
			}
		}
		for _, what := range []string{secret, "root:x:", "uid=", os.Getenv("HOME")} {
			if what != "" && strings.Contains(got, what) {
				t.Errorf("%s shows %s:\n%s", text, what, got)
			}
		}
		if _, err := os.Lstat(trace); err == nil {
			os.RemoveAll(trace)
			t.Errorf("%s writes outside", text)
		}
	}
	unchanged(t, before, dir)
}
