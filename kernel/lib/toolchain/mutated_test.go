package toolchain

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/host"
	"warpbook.dev/internal/mutate"
	"warpbook.dev/internal/tier"
)

// summed is a file of nvcc's with a content that somebody has written by hand: its checksum is right.
func summed(kind, content string) string {
	sum := sha256.Sum256([]byte(content))
	return fmt.Sprintf("#!/bin/sh\n%s%s %d %s\n%s", magic, kind, format, hex.EncodeToString(sum[:]), content)
}

// TestMutatedFiles: what somebody has changed in a program, an object, an archive or an image is refused with a reason or understood, and
// nothing of it ends the process. Half of the changes have the checksum of what they are.
func TestMutatedFiles(t *testing.T) {
	unit := Unit{Name: "a.cu", Text: "#include \"h.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\nint main() { k<<<1, 32>>>(0); return 0; }\n",
		Headers: map[string]Header{headerKey("h.h", "a.cu"): {"inc/h.h", "#define M 3\n"}},
		Options: Options{Defines: map[string]string{"N": "M"}, MaxRegisters: 32}}
	second := Unit{Name: "b.cu", Text: "int f() { return 1; }\n", Headers: map[string]Header{}}
	program := &Binary{Kind: Program, Units: []Unit{unit, second}, Archs: []string{"-arch=sm_75"}}
	object := &Binary{Kind: Object, Units: []Unit{unit}}
	link := &Binary{Kind: DeviceLink}
	image := (&Binary{Kind: Object, Units: []Unit{unit}}).image(true)
	whole := []string{string(program.Bytes("#!/bin/sh\n", []byte("strings\x00"))), string(object.Bytes("", nil)), string(link.Bytes("", nil)),
		string(archived([]member{{"a.o", string(object.Bytes("", nil))}, {"a-name-that-does-not-fit.o", "x"}})), host.Image(image, ""),
		host.Image(image, "// PTX\n")}
	words := append(whole, `{"Kind":"devicelink","Units":null,"Archs":["-arch=sm_0","-x","@a"],"Headers":{"":{"Path":"","Text":"#include \"/etc/passwd\""}}}`,
		"object program image ../x /etc/passwd [] {} null true")
	m := mutate.New(words)
	read, used := 0, 0
	try := func(text string) {
		files := []member{{"x", text}}
		if isArchive(text) {
			var err error
			if files, err = members("x", text); err != nil {
				return
			}
		}
		for _, f := range files {
			b, _, err := Read(f.name, f.text)
			var damaged *Damaged
			var foreign *NotBinary
			switch {
			case errors.As(err, &damaged), errors.As(err, &foreign):
				continue
			case err != nil:
				if b != nil {
					t.Errorf("%q: %v, and a binary", f.text, err)
				}
				continue
			}
			read++
			_, _ = b.NVCC()
			if _, err := b.Module(); err != nil {
				continue
			}
			if b.Kind == Program {
				if _, err := b.Compile(t.Context(), host.Compile, b.Include); err != nil {
					continue
				}
			}
			used++
		}
	}
	for _, text := range whole {
		try(text)
	}
	if read != 6 || used != 5 { // all but what -dlink makes
		t.Fatalf("%d of the files are read, and %d used", read, used)
	}
	for seed := range uint64(tier.Pick(100, 300, 3000)) {
		m := m.Seeded(seed)
		text := mutate.Pick(m, whole)
		if own, ok := body(text); ok && seed%2 == 0 {
			first, content, _ := strings.Cut(own, "\n")
			kind, _, _ := strings.Cut(strings.TrimPrefix(first, magic), " ")
			text = summed(mutate.Pick(m, []string{kind, kind, kind, "program", "object", "devicelink", "programs"}), m.Text(content))
		} else {
			text = m.Text(text)
		}
		try(text)
	}
	t.Logf("%d files were read, %d compiled", read, used)
	if read < 30 || used < 15 {
		t.Errorf("%d of the changed files were read and %d compiled: the changes reach nothing", read, used)
	}
}
