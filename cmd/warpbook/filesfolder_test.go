package main

import "testing"

// TestFilesFolder: what cells write goes beside the notebook, as Jupyter's server names it: by its path or by its name.
func TestFilesFolder(t *testing.T) {
	for session, want := range map[string]string{
		"": "warpbook.files", "reduction.ipynb": "reduction.files", "/home/me/my reduction.ipynb": "my reduction.files", "a.b.IPYNB": "a.b.files",
		"RTC:drive/reduction.ipynb": "reduction.files", "console-1-0a1b": "warpbook.files", "/home/me/": "warpbook.files", ".ipynb": "warpbook.files", "..": "warpbook.files",
		"notes.md": "warpbook.files",
	} {
		if got := filesFolder(session); got != want {
			t.Errorf("%q: %q, want %q", session, got, want)
		}
	}
}
