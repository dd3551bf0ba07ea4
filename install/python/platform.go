package python

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"warpbook.dev"
	"warpbook.dev/install"
)

// Make writes the wheel for a platform below dir, with a program that was built for it. It returns the wheel's path.
func Make(dir string, p Platform, program []byte) (string, error) {
	w := newWheel(install.PEP440(warpbook.Version), p, program)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	file := filepath.Join(dir, w.name())
	return file, os.WriteFile(file, w.bytes(), 0o666)
}

// A Platform is a system for which releases are made.
type Platform struct {
	Name string // GOOS/GOARCH
	tag  string // of the wheel
}

// Platforms are the systems with their tags. The program needs no C library, so one binary serves glibc and musl; Go 1.26 needs
// macOS 12.
var Platforms = []Platform{
	{"linux/amd64", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"},
	{"linux/arm64", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"},
	{"darwin/amd64", "macosx_12_0_x86_64"},
	{"darwin/arm64", "macosx_12_0_arm64"},
	{"windows/amd64", "win_amd64"},
}

// Names are the names of the platforms.
func Names() []string {
	var list []string
	for _, p := range Platforms {
		list = append(list, p.Name)
	}
	return list
}

// This is the name of the platform on which this program runs.
const This = runtime.GOOS + "/" + runtime.GOARCH

// Find is the platform of a name.
func Find(name string) (Platform, error) {
	for _, p := range Platforms {
		if p.Name == name {
			return p, nil
		}
	}
	return Platform{}, fmt.Errorf("platform %q: want one of %s", name, strings.Join(Names(), ", "))
}

// Program is the file's name of the program on the platform.
func (p Platform) Program() string {
	if strings.HasPrefix(p.Name, "windows/") {
		return "warpbook.exe"
	}
	return "warpbook"
}

// Build builds the program for the platform and returns its bytes.
func (p Platform) Build() ([]byte, error) {
	dir, err := os.MkdirTemp("", "warpbook-build-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, p.Program())
	goos, goarch, _ := strings.Cut(p.Name, "/")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "warpbook.dev/cmd/warpbook")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	return os.ReadFile(file)
}
