package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"warpbook.dev/internal/tier"
)

// traced are the system calls that start programs, connect, open or change files.
const traced = "execve,execveat,connect,open,openat,openat2,creat,mkdir,mkdirat,unlink,unlinkat,rmdir,rename,renameat,renameat2,symlink,symlinkat,link,linkat,mknod,mknodat,chmod,fchmodat,chown,truncate"

// ofTheProcess are files outside that a Go program and its loader read about the machine.
var ofTheProcess = []string{"/proc/", "/sys/", "/etc/ld.so.cache", "/lib/", "/usr/lib/", "/lib64/", "/dev/null"}

// TestShellUnderTracer: 223 shell lines that try to get out start no program, connect nowhere and open no file outside the notebook's
// directory, as the kernel of the computer sees them.
func TestShellUnderTracer(t *testing.T) {
	tier.Check(t)
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("needs: strace")
	}
	lines, err := os.ReadFile("../../kernel/lib/shell/testdata/lines/outside.sh")
	if err != nil {
		t.Fatal(err)
	}
	dir, log := t.TempDir(), filepath.Join(t.TempDir(), "trace")
	var cells []string
	for _, line := range strings.Split(strings.TrimSpace(string(lines)), "\n") {
		cells = append(cells, "!"+line)
	}
	if err := os.WriteFile(filepath.Join(dir, "cells"), []byte(strings.Join(cells, "\n# %%\n")+"\n# %%\n!echo the end\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(strace, "-f", "-y", "-qq", "-e", "trace="+traced, "-o", log, program(t), "exec", "cells")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "the end\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	trace, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	call := regexp.MustCompile(`^\d+ +(\w+)\((?:[\w-]+<([^>]*)>, )?(?:"([^"]*)")?`)
	for line := range strings.Lines(string(trace)) {
		m := call.FindStringSubmatch(line)
		switch {
		case m == nil || strings.Contains(line, " resumed>"):
		case strings.HasPrefix(m[1], "exec"):
			started++
		case m[1] == "connect":
			t.Errorf("a connection: %s", line)
		default:
			file := m[3]
			if !filepath.IsAbs(file) {
				file = filepath.Join(m[2], file)
			}
			inside := file == dir || strings.HasPrefix(file, dir+"/")
			reads := strings.Contains(line, "O_RDONLY") && slices.ContainsFunc(ofTheProcess,
				func(p string) bool { return strings.HasPrefix(file, p) })
			if !inside && !reads {
				t.Errorf("a file outside: %s", line)
			}
		}
	}
	if started != 1 {
		t.Errorf("%d programs were started; want the command itself alone", started)
	}
}
