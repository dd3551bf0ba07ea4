//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// multiarch is Debian's name of the machine.
var multiarch = map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[runtime.GOARCH]

// driverFolders are where libcuda is besides the loader's path: distributions,
// WSL, containers, NixOS.
var driverFolders = []string{"/usr/lib/" + multiarch, "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib", "/usr/local/nvidia/lib64",
	"/usr/lib64-nvidia", "/run/opengl-driver/lib"}

// driverNames are libcuda's names.
var driverNames = []string{"libcuda.so.1", "libcuda.so"}

// compilerNames are NVRTC's names, the newest first.
var compilerNames = []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"}

// loaderPath are the folders that the environment adds to the loader's path.
func loaderPath() []string { return filepath.SplitList(os.Getenv("LD_LIBRARY_PATH")) }

// Present reports whether there are signs of a GPU, at no cost: a device file or
// the driver's library. It may err on both sides; Cards knows.
func Present() bool {
	for _, device := range []string{"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"} {
		if _, err := os.Stat(device); err == nil {
			return true
		}
	}
	for _, folder := range append(loaderPath(), driverFolders...) {
		if _, err := os.Stat(filepath.Join(folder, driverNames[0])); err == nil && folder != "" {
			return true
		}
	}
	return false
}

// toolkits are the folders of CUDA toolkits, those that the environment names first.
func toolkits() []string {
	var all []string
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"} {
		if folder := os.Getenv(name); folder != "" {
			all = append(all, folder)
		}
	}
	all = append(all, newestFirst("/usr/local/cuda*")...)
	return append(all, newestFirst("/opt/cuda*")...)
}

// newestFirst lists files by name, higher version numbers first.
func newestFirst(pattern string) []string {
	found, _ := filepath.Glob(pattern) // the only error is of the pattern
	slices.Sort(found)
	slices.Reverse(found)
	return found
}

// compilerFolders are where libnvrtc may be besides the loader's path.
func compilerFolders() []string {
	var all []string
	for _, kit := range toolkits() {
		all = append(all, filepath.Join(kit, "lib64"), filepath.Join(kit, "lib"))
	}
	for _, site := range sitePackages() {
		all = append(all, newestFirst(filepath.Join(site, "nvidia/cu1*/lib"))...)
		all = append(all, filepath.Join(site, "nvidia/cuda_nvrtc/lib"))
	}
	return append(all, "/usr/lib/"+multiarch, "/usr/lib64")
}

// includeFolders are where CUDA's headers may be.
func includeFolders() []string {
	var all []string
	for _, kit := range toolkits() {
		all = append(all, filepath.Join(kit, "include"))
	}
	for _, site := range sitePackages() {
		all = append(all, newestFirst(filepath.Join(site, "nvidia/cu1*/include"))...)
		all = append(all, filepath.Join(site, "nvidia/cuda_runtime/include"))
	}
	return append(all, "/usr/include")
}

// sitePackages are the folders in which Python's packages may be: of the active
// environments, of the python on PATH, of the user, of the system.
func sitePackages() []string {
	var prefixes []string
	for _, name := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if folder := os.Getenv(name); folder != "" {
			prefixes = append(prefixes, folder)
		}
	}
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			prefixes = append(prefixes, filepath.Dir(filepath.Dir(path)))
			if real, err := filepath.EvalSymlinks(path); err == nil {
				prefixes = append(prefixes, filepath.Dir(filepath.Dir(real)))
			}
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		prefixes = append(prefixes, filepath.Join(home, ".local"))
	}
	prefixes = append(prefixes, "/usr/local", "/usr")
	all := filepath.SplitList(os.Getenv("PYTHONPATH"))
	for _, prefix := range prefixes {
		for _, packages := range []string{"site-packages", "dist-packages"} {
			all = append(all, newestFirst(filepath.Join(prefix, "lib/python3*", packages))...)
		}
	}
	return unique(all)
}

// unique drops what is there already.
func unique(all []string) []string {
	var list []string
	for _, s := range all {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// existing are those folders that exist, in words.
func existing(folders []string) string {
	var there []string
	for _, f := range unique(folders) {
		if s, err := os.Stat(f); err == nil && s.IsDir() {
			there = append(there, f)
		}
	}
	return strings.Join(there, ", ")
}
