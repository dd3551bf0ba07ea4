package gpumodel

import (
	"context"
	"errors"

	"warpbook.dev/gpumodel/device"
)

// A Program is a built-in kernel with its usual launch and data: family/variant.
type Program struct {
	Name    string // "transpose/padded"
	Doc     string // one line
	Lecture string // where it comes from
	Source  string
	Block   Dim3 // the usual block
}

// Programs lists the built-in programs of a family, or all for "".
func Programs(family string) []*Program { return nil }

// FindProgram finds a program by name; the error lists the near ones.
func FindProgram(name string) (*Program, error) { return nil, errors.New("no program " + name) }

// ProgramRun says how to run a program. Zero values mean the usual ones.
type ProgramRun struct {
	N       int
	Block   Dim3
	Defines map[string]string
	Mode    Mode
	// Check compares the result with the reference: always, never or (Auto) when small.
	Check Mode
}

// Kernel compiles the program; the kernel is named like it.
func (p *Program) Kernel(defines map[string]string) (*Kernel, error) { return nil, errors.New("BUG") }

// Run runs the program on its usual data.
func (p *Program) Run(ctx context.Context, d *device.Device, o ProgramRun) (*Result, error) {
	return nil, errors.New("BUG")
}
