package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	notebook "warpbook.dev/notebooks"
)

// forThisKernel refuses a notebook in another language before its outputs are lost. Notebooks of Colab say that they are Python's, and what
// runs in them may be CUDA alone.
func forThisKernel(nb *notebook.Notebook) error {
	lang := nb.Language()
	if lang == "" || strings.EqualFold(lang, "starlark") || strings.EqualFold(lang, "python") && hasCUDA(nb) {
		return nil
	}
	return fmt.Errorf("the notebook's language is %q, this kernel runs starlark, and CUDA in notebooks of Colab; choose the kernel Warpbook for it in Jupyter", lang)
}

// cudaCell matches what cells with CUDA programs have: a magic of nvcc4jupyter's, a call of nvcc, a kernel.
var cudaCell = regexp.MustCompile(`(?m)^\s*%%cu|nvcc|__global__`)

// hasCUDA reports whether a notebook has a cell with CUDA.
func hasCUDA(nb *notebook.Notebook) bool {
	return slices.ContainsFunc(nb.Cells, func(c *notebook.Cell) bool { return c.Type == notebook.Code && cudaCell.MatchString(c.Source) })
}
