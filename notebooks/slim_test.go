package notebook_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	notebook "warpbook.dev/notebooks"
)

const fat = `{"nbformat": 4, "nbformat_minor": 5, "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "source": "", "outputs": [
	{"output_type": "display_data", "data": {"application/vnd.vegalite.v5+json": {"mark": "bar"}, "image/png": "AAAA", "text/plain": "picture"},
	 "metadata": {"application/vnd.vegalite.v5+json": {"x": 1}, "image/png": {"width": 3}}},
	{"output_type": "display_data", "data": {"application/vnd.vegalite.v5+json": {"mark": "lonely"}}, "metadata": {}}]}],
 "metadata": {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {"w": {"model_name": "OutputModel", "state": {"outputs": [
	{"output_type": "display_data", "metadata": {}, "data": {"application/vnd.vegalite.v5+json": {"mark": "inside"}, "image/svg+xml": "<svg/>"}}]}}}}}}}`

// Vega-Lite goes where there is a picture, also out of widgets.
func TestSlim(t *testing.T) {
	nb, err := notebook.Parse([]byte(fat))
	if err != nil {
		t.Fatal(err)
	}
	nb.Slim()
	got := string(notebook.Format(nb))
	for _, want := range []string{"lonely", "AAAA", `"text/plain"`, `"width": 3`, "<svg/>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s was removed", want)
		}
	}
	if strings.Contains(got, `"bar"`) || strings.Contains(got, "inside") || strings.Count(got, "vegalite") != 1 {
		t.Errorf("Vega-Lite stayed in\n%s", got)
	}
}

// The notebooks of the repository are as `warpbook run` saves them.
func TestSavedNotebooksAreSlim(t *testing.T) {
	files, err := filepath.Glob("*.ipynb")
	if err != nil || len(files) == 0 {
		t.Fatal("no notebooks", err)
	}
	for _, file := range files {
		saved, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		nb, err := notebook.Parse(saved)
		if err != nil {
			t.Fatal(err)
		}
		nb.Slim()
		if !bytes.Equal(notebook.Format(nb), saved) {
			t.Errorf("%s is not as `warpbook run` saves it: run it again", file)
		}
	}
}
