package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os/exec"
	"path"
	"strings"

	"warpbook.dev"
	"warpbook.dev/install/python"
)

// An entry is a file of an archive. It has no time and no owner, so that equal content gives equal bytes.
type entry struct {
	name string
	data []byte
	runs bool // it has the run bit
}

func (e entry) mode() int64 {
	if e.runs {
		return 0o755
	}
	return 0o644
}

// folderName is the one folder of an archive; the archive has this name, too.
func folderName(version, platform string) string {
	return "warpbook-" + version + "-" + strings.ReplaceAll(platform, "/", "-")
}

// archive is the archive for a system: a zip for Windows, else a tar.
func archive(version string, p python.Platform, program []byte) (name string, data []byte, err error) {
	folder := folderName(version, p.Name)
	all := []entry{
		{"LICENSE", []byte(warpbook.License), false}, {"NOTICE", []byte(warpbook.Notice), false},
		{"README.txt", []byte(readme), false}, {p.Program(), program, true},
	}
	for i := range all {
		all[i].name = path.Join(folder, all[i].name)
	}
	if strings.HasPrefix(p.Name, "windows/") {
		data, err = zipped(all)
		return folder + ".zip", data, err
	}
	data, err = tarred(all)
	return folder + ".tar.gz", data, err
}

// readme says in an archive what to do with it.
const readme = `Warpbook runs CUDA C on GPUs that you don't have, in Jupyter and in a shell.

Put the program warpbook into a folder on PATH. Then

    warpbook install       registers the kernel in Jupyter
    warpbook lab           installs a private JupyterLab and starts it
    warpbook run x.cu      compiles and runs a CUDA program
    warpbook doctor        reports what is wrong with the installation
    warpbook help          lists all commands
`

func tarred(all []entry) ([]byte, error) {
	var packed bytes.Buffer
	compress := gzip.NewWriter(&packed)
	t := tar.NewWriter(compress)
	for _, e := range all {
		err := t.WriteHeader(&tar.Header{Name: e.name, Mode: e.mode(), Size: int64(len(e.data)), ModTime: python.Epoch, Format: tar.FormatUSTAR})
		if err == nil {
			_, err = t.Write(e.data)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	if err := compress.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func zipped(all []entry) ([]byte, error) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, e := range all {
		f, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: python.Epoch})
		if err == nil {
			_, err = f.Write(e.data)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// sources writes the archive of the sources at the current commit of a repository.
func (r *release) sources(repository string) error {
	cmd := exec.Command("git", "-C", repository, "archive", "--format=tar", "--prefix=warpbook-"+r.version+"/", "HEAD")
	var said bytes.Buffer
	cmd.Stderr = &said
	data, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git archive: %w\n%s", err, said.Bytes())
	}
	var packed bytes.Buffer
	compress := gzip.NewWriter(&packed)
	if _, err := compress.Write(data); err != nil {
		return err
	}
	if err := compress.Close(); err != nil {
		return err
	}
	return r.write(sourceName(r.version), packed.Bytes())
}

func sourceName(version string) string { return "warpbook-" + version + "-source.tar.gz" }
