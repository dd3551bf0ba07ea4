package main

import (
	"fmt"
	"strings"
)

// releaseNotes are what CHANGELOG.md has for a version: of a version with -dev, what is not released.
func releaseNotes(changelog, version string) (string, error) {
	head := "## [" + version + "]"
	if strings.HasSuffix(version, "-dev") {
		head = "## [Unreleased]"
	}
	var notes strings.Builder
	inside := false
	for line := range strings.Lines(changelog) {
		if strings.HasPrefix(line, "## ") {
			inside = strings.HasPrefix(line, head)
			continue
		}
		if inside {
			notes.WriteString(line)
		}
	}
	text := strings.TrimSpace(notes.String())
	if text == "" {
		return "", fmt.Errorf("CHANGELOG.md: no entries below %q; add what has changed in version %s", head, version)
	}
	return fmt.Sprintf("# Warpbook %s\n\n%s\n", version, text), nil
}
