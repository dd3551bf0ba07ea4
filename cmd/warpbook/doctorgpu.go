package main

import (
	"context"
	"fmt"

	"warpbook.dev/gpumodel/driver"
)

// gpus says whether a real GPU can be used, and why not. Without one nothing is wrong:
// GPUs are modelled here.
func (d *checkup) gpus() (found []finding) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cards, err := driver.Cards(ctx)
	if err != nil {
		return []finding{{note, fmt.Sprintf("no real GPU can be used: %v", err), ""}}
	}
	for _, c := range cards {
		text := fmt.Sprintf("cuda:%d is a %s, compute capability %s, %d MiB; %s: driver for CUDA %s", c.Index, c.Name, c.ComputeCapability(), c.MemoryBytes>>20, c.DriverFile, c.CUDA())
		if c.CompilerFile == "" {
			found = append(found, finding{note, text + "; kernels cannot be compiled for it", c.Compiler})
		} else {
			found = append(found, finding{well, fmt.Sprintf("%s; %s: %s", text, c.CompilerFile, c.Compiler), ""})
		}
	}
	return found
}
