package main

import (
	"math"
	"os"
	"strconv"
	"strings"
)

// unknownMemory is taken for the memory of a computer that does not tell it.
const unknownMemory = 8 << 30

// programMemory is what a program at a shell may hold unless --memory-limit says otherwise, in bytes: a half of what this
// computer has. A program that takes more would make all others wait, or be ended by the system without a word.
func programMemory() byteSize { return byteSize(machineMemory(os.ReadFile) / 2) }

// machineMemory is how much memory this process can have, in bytes: all of the computer's, or what its container has. Only
// Linux tells it in files, which read reads.
func machineMemory(read func(string) ([]byte, error)) int64 {
	memory := int64(math.MaxInt64)
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" {
				if n, err := strconv.ParseInt(f[1], 10, 53); err == nil {
					memory = n << 10
				}
			}
		}
	}
	if text, err := read("/sys/fs/cgroup/memory.max"); err == nil { // "max" if there is no limit
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			memory = min(memory, n)
		}
	}
	if memory == math.MaxInt64 {
		return unknownMemory
	}
	return memory
}
