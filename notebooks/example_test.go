package notebook_test

import (
	"fmt"
	"os"
	"strings"

	notebook "warpbook.dev/notebooks"
)

func ExampleMathML() {
	fmt.Println(notebook.MathML(`t \ge \frac{N}{B}`, false))
	// Output:
	// <math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>t</mi><mo>≥</mo><mfrac><mrow><mi>N</mi></mrow><mrow><mi>B</mi></mrow></mfrac></mrow><annotation encoding="application/x-tex">t \ge \frac{N}{B}</annotation></semantics></math>
}

// A notebook is written in the form that Jupyter writes, whatever form it was
// read in.
func ExampleWrite() {
	const source = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {},
	"cells": [{"cell_type": "markdown", "id": "intro", "metadata": {}, "source": "# Banks\n32 of them"}]}`
	nb, err := notebook.Read(strings.NewReader(source))
	if err != nil {
		fmt.Println(err)
		return
	}
	nb.Metadata["lang"] = "en"
	if err := notebook.Write(os.Stdout, nb); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//  "cells": [
	//   {
	//    "cell_type": "markdown",
	//    "id": "intro",
	//    "metadata": {},
	//    "source": [
	//     "# Banks\n",
	//     "32 of them"
	//    ]
	//   }
	//  ],
	//  "metadata": {
	//   "lang": "en"
	//  },
	//  "nbformat": 4,
	//  "nbformat_minor": 5
	// }
}
