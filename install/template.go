package install

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// pageTemplate is a template of nbconvert. Without Python nothing but a template can tell it the
// language of a cell.
//
//go:embed nbconvert/index.html.j2
var pageTemplate []byte

// templateFiles are the files of the template, which builds on that of JupyterLab's look.
func templateFiles() map[string][]byte {
	return map[string][]byte{
		"index.html.j2": pageTemplate,
		"conf.json":     indented(map[string]any{"base_template": "lab"}),
		"install.json":  indented(extensionOwner{"warpbook", extensionName, "Run `warpbook uninstall`."}),
	}
}

func templateFolder(dataDir string) string {
	return filepath.Join(dataDir, "nbconvert", "templates", extensionName)
}

// installTemplate writes the template below a data directory.
func installTemplate(dataDir string) (folder string, err error) {
	folder = templateFolder(dataDir)
	if _, err := os.Lstat(folder); !errors.Is(err, os.ErrNotExist) && !ourExtension(folder) {
		return "", fmt.Errorf("install: %s exists and does not belong to Warpbook; remove it", folder)
	}
	return folder, replace(folder, func(tmp string) error { return writeFiles(tmp, templateFiles()) })
}
