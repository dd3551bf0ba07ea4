package install

import (
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// extensionName is the name of our extension of JupyterLab, of its folder and of
// the container that extension.js defines.
const extensionName = "warpbook"

// labExtension is what JupyterLab loads: source and build in one.
//
//go:embed labextension/extension.js
var labExtension []byte

// extensionFiles are the files of a prebuilt extension, as `jupyter labextension
// build` lays them out. The name of the script changes with its content, since
// browsers keep it.
func extensionFiles() map[string][]byte {
	sum := sha256.Sum256(labExtension)
	script := fmt.Sprintf("static/remoteEntry.%x.js", sum[:8])
	return map[string][]byte{
		script: labExtension,
		"package.json": indented(map[string]any{
			"name": extensionName, "version": "1.0.0",
			"description": "Highlights CUDA C in the notebooks of Warpbook",
			"jupyterlab": map[string]any{
				"extension": true,
				"_build":    map[string]string{"load": script, "extension": "./extension"},
			},
		}),
		"install.json": indented(extensionOwner{"warpbook", extensionName, "Run `warpbook uninstall`."}),
	}
}

// An extensionOwner is the content of install.json.
type extensionOwner struct {
	Manager   string `json:"packageManager"`
	Name      string `json:"packageName"`
	Uninstall string `json:"uninstallInstructions"`
}

func indented(v any) []byte {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic("BUG: install: " + err.Error())
	}
	return append(data, '\n')
}

func extensionFolder(dataDir string) string {
	return filepath.Join(dataDir, "labextensions", extensionName)
}

// ourExtension reports whether folder holds our extension, of any version, as Install wrote it.
func ourExtension(folder string) bool { return ownerOf(folder).Manager == "warpbook" }

// ownerOf reads who installed the extension or the template in folder; the zero value if nobody says so.
func ownerOf(folder string) (owner extensionOwner) {
	data, err := os.ReadFile(filepath.Join(folder, "install.json"))
	if err != nil || json.Unmarshal(data, &owner) != nil {
		return extensionOwner{}
	}
	return owner
}

// installExtension writes the extension below a data directory.
func installExtension(dataDir string) (folder string, err error) {
	folder = extensionFolder(dataDir)
	if _, err := os.Lstat(folder); !errors.Is(err, os.ErrNotExist) && !ourExtension(folder) {
		return "", fmt.Errorf("install: %s exists and does not belong to Warpbook; remove it", folder)
	}
	return folder, replace(folder, func(tmp string) error { return writeFiles(tmp, extensionFiles()) })
}
