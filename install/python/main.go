package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"warpbook.dev"
)

func main() {
	out := flag.String("o", "dist", "write the wheels to this `folder`")
	systems := flag.String("platforms", strings.Join(names(platforms), ","), "make wheels for these `platforms`, each GOOS/GOARCH")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	for _, name := range strings.Split(*systems, ",") {
		file, err := makeWheel(*out, name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "wheel for %s: %v\n", name, err)
			os.Exit(1)
		}
		fmt.Println(file)
	}
}

// makeWheel builds the program for a platform and writes its wheel below dir. It returns the wheel's path.
func makeWheel(dir, name string) (string, error) {
	p, err := find(name)
	if err != nil {
		return "", err
	}
	program, err := p.build()
	if err != nil {
		return "", err
	}
	w := newWheel(version(warpbook.Version), p, program)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(dir, w.name())
	return file, os.WriteFile(file, w.bytes(), 0o666)
}

// A platform is a system for which wheels are made.
type platform struct {
	name string // GOOS/GOARCH
	tag  string // of the wheel
}

// platforms are the systems with their tags. The program needs no C library, so one binary serves glibc and musl; Go 1.26 needs
// macOS 12.
var platforms = []platform{
	{"linux/amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux/arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"darwin/amd64", "macosx_12_0_x86_64"},
	{"darwin/arm64", "macosx_12_0_arm64"},
	{"windows/amd64", "win_amd64"},
}

func names(all []platform) []string {
	var list []string
	for _, p := range all {
		list = append(list, p.name)
	}
	return list
}

func find(name string) (platform, error) {
	for _, p := range platforms {
		if p.name == name {
			return p, nil
		}
	}
	return platform{}, fmt.Errorf("platform %q: want one of %s", name, strings.Join(names(platforms), ", "))
}

// program is the file's name of the program on the platform.
func (p platform) program() string {
	if strings.HasPrefix(p.name, "windows/") {
		return "warpbook.exe"
	}
	return "warpbook"
}

// build builds the program for the platform and returns its bytes.
func (p platform) build() ([]byte, error) {
	dir, err := os.MkdirTemp("", "warpbook-wheel-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, p.program())
	goos, goarch, _ := strings.Cut(p.name, "/")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "warpbook.dev/cmd/warpbook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	return os.ReadFile(file)
}

// version is a version of semver.org in the form of PEP 440.
func version(semver string) string {
	release, pre, _ := strings.Cut(semver, "-")
	if pre == "dev" {
		return release + ".dev0"
	}
	return release + pre
}
