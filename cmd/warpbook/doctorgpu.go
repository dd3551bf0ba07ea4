package main

import (
	"context"
	"fmt"
	"strings"

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
		text := fmt.Sprintf("cuda:%d is %s, compute capability %s, %d MiB; %s: driver for CUDA %s", c.Index, withArticle(c.Name),
			c.ComputeCapability(), c.MemoryBytes>>20, c.DriverFile, c.CUDA())
		if c.CompilerFile == "" {
			found = append(found, finding{note, text + "; kernels cannot be compiled for it", c.Compiler})
		} else {
			found = append(found, finding{well, fmt.Sprintf("%s; %s: %s", text, c.CompilerFile, c.Compiler), ""})
		}
	}
	return found
}

// withArticle is "an NVIDIA H200", "a Tesla T4".
func withArticle(name string) string {
	if strings.ContainsAny(name[:min(1, len(name))], "AEIONaeio") { // N as in NVIDIA, said letter by letter
		return "an " + name
	}
	return "a " + name
}
