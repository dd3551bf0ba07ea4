package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// command runs a program with what it prints shown.
func command(env []string, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}

// rarely lets programs that make much garbage and keep little collect it less often: staticcheck takes a quarter less of the
// processor. The limit keeps it small beside a browser.
var rarely = []string{"GOGC=400", "GOMEMLIMIT=2GiB"}

// lowly runs a program that leaves the processor to others, where the system has nice. What it prints is shown if it fails.
func lowly(env []string, name string, args ...string) error {
	if nice, err := exec.LookPath("nice"); err == nil {
		name, args = nice, append([]string{"-n", "19", name}, args...)
	}
	c := exec.Command(name, args...)
	c.Env = append(append(os.Environ(), rarely...), env...)
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, said)
	}
	return nil
}

// output is what a program prints.
func output(name string, args ...string) (string, error) { return outputIn(nil, name, args...) }

// outputIn is what a program prints, with more variables in its environment.
func outputIn(env []string, name string, args ...string) (string, error) {
	var errors bytes.Buffer
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), env...)
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, errors.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// packages lists the packages that patterns name, with the module's name.
func packages(patterns ...string) ([]string, error) {
	out, err := output("go", append([]string{"list"}, patterns...)...)
	return strings.Fields(out), err
}

const module = "warpbook.dev"

// short is a package without the module's name.
func short(pkg string) string {
	if pkg == module {
		return "warpbook"
	}
	return strings.TrimPrefix(pkg, module+"/")
}
