package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// familyMB is the resident memory of a process and its children.
func familyMB(pid int) float64 {
	sum := 0.0
	for _, p := range append(children(pid), pid) {
		status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p), "status"))
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(status), "VmRSS:")
		if fields := strings.Fields(rest); len(fields) > 0 {
			kB, _ := strconv.ParseFloat(fields[0], 64)
			sum += kB * 1024 / 1e6
		}
	}
	return sum
}

// children are the processes that one has started.
func children(pid int) (all []int) {
	tasks, err := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "children"))
	if err != nil {
		return nil
	}
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(field); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}
