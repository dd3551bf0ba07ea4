package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/cuda/token"
	"warpbook.dev/gpumodel/device"
	"warpbook.dev/kernel/lib/cudacell"
)

// A lintFinding is a line of lint.
type lintFinding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Col      int    `json:"col"`
	Severity string `json:"severity"` // error, warning or note
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// lintFormats are the forms of lint's output.
var lintFormats = map[string]func(w io.Writer, all []lintFinding) error{"text": lintText, "github": lintGitHub, "json": lintJSON}

// lint lists what is wrong with sources before they run.
func (c *call) lint(args []string) int {
	flags := c.flags()
	name := flags.String("gpu", cudacell.DefaultDevice, "compile for the GPU `NAME`")
	format := flags.String("format", "text", "print `FORMAT` text, github or json")
	ours, others := splitFlags(flags, args)
	if _, status, ok := c.parse(flags, ours); !ok {
		return status
	}
	nvcc, err := cudacell.ParseNVCC(others)
	if err != nil {
		return c.misuse("%v", err)
	}
	write := lintFormats[*format]
	switch {
	case write == nil:
		return c.misuse("--format %s: want text, github or json", *format)
	case len(nvcc.Sources) == 0:
		return c.misuse("FILE.cu is missing")
	}
	d, err := device.Get(*name)
	if err != nil {
		return c.fail(err)
	}
	ctx, stop := c.untilInterrupt()
	defer stop()
	all := []lintFinding{}
	for _, path := range nvcc.Sources {
		found, err := lintSource(ctx, path, d, nvcc)
		if err != nil {
			return c.fail(err)
		}
		all = append(all, found...)
	}
	if err := write(c.stdout, all); err != nil {
		return c.fail(err)
	}
	if slices.ContainsFunc(all, func(f lintFinding) bool { return f.Severity == "error" }) {
		return exitFailed
	}
	return exitOK
}

// lintSource compiles one source for a device. The error says why it could not be read.
func lintSource(ctx context.Context, path string, d *device.Device, nvcc *cudacell.NVCC) ([]lintFinding, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	o := nvcc.Options
	o.Include = includeFrom(append(slices.Clone(nvcc.Include), filepath.Dir(path)))
	o.Host, o.Part = true, true // as nvcc -c has it: other sources may define what this one declares
	m, err := gpumodel.Compile(path, string(text), o)
	if err != nil {
		return compileFindings(path, "compile", err), ctx.Err()
	}
	var all []lintFinding
	if note := nvcc.ArchNote(d); note != "" {
		all = append(all, lintFinding{path, 1, 1, "error", "arch", note})
	}
	for _, n := range m.Notes {
		file, line := m.File().At(n.Pos.Line)
		all = append(all, lintFinding{inFile(file, path), line, max(1, n.Pos.Col), "note", "note", n.Msg})
	}
	for _, k := range m.Kernels {
		all = append(all, lintKernel(ctx, path, k, d)...)
	}
	return all, ctx.Err()
}

// lintKernel lists why a device does not launch a kernel, and what the compiler remarks on it.
func lintKernel(ctx context.Context, path string, k *gpumodel.Kernel, d *device.Device) (all []lintFinding) {
	if k.Template() {
		return nil // what it needs follows from its arguments
	}
	if _, err := k.Lower(ctx, d); err != nil {
		if lacking := (*gpumodel.LackingError)(nil); errors.As(err, &lacking) {
			err = lacking.OnCommandLine()
		}
		return compileFindings(path, "gpu", err)
	}
	file, line := k.Module.File().At(k.Line())
	at := lintFinding{File: inFile(file, path), Line: line, Col: 1}
	add := func(severity, code, message string) {
		if message != "" {
			at.Severity, at.Code, at.Message = severity, code, message
			all = append(all, at)
		}
	}
	add("error", "shared-memory", cudacell.SharedTooLarge(ctx, k, d))
	add("warning", "registers", k.RegisterNote(d))
	return all
}

// inFile is the file of a place; "" is the source itself.
func inFile(file, source string) string {
	if file == "" {
		return source
	}
	return file
}

// compileFindings are the errors of a compiler.
func compileFindings(path, code string, err error) (all []lintFinding) {
	var list token.ErrorList
	var one *token.Error
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = token.ErrorList{one}
	default:
		return []lintFinding{{path, 1, 1, "error", code, err.Error()}}
	}
	for _, e := range list {
		all = append(all, lintFinding{inFile(e.File, path), max(1, e.Pos.Line), max(1, e.Pos.Col), "error", code, e.Msg})
	}
	return all
}

func lintText(w io.Writer, all []lintFinding) error {
	for _, f := range all {
		message := strings.ReplaceAll(f.Message, "\n", " ")
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]\n", f.File, f.Line, f.Col, f.Severity, message, f.Code); err != nil {
			return err
		}
	}
	return nil
}

// GitHub's workflow commands escape what would end them or their properties.
var (
	gitHubText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	gitHubWords    = map[string]string{"error": "error", "warning": "warning", "note": "notice"}
)

func lintGitHub(w io.Writer, all []lintFinding) error {
	for _, f := range all {
		if _, err := fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", gitHubWords[f.Severity], gitHubProperty.Replace(f.File), f.Line,
			f.Col, gitHubProperty.Replace("warpbook: "+f.Code), gitHubText.Replace(f.Message)); err != nil {
			return err
		}
	}
	return nil
}

func lintJSON(w io.Writer, all []lintFinding) error {
	data, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = w.Write(append(data, '\n'))
	}
	return err
}
