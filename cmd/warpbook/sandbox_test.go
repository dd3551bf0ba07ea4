package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"warpbook.dev/internal/tier"
	"warpbook.dev/kernel"
)

// TestCellsAreASandbox calls everything that a cell can call with the path of a
// secret and with the address of a server: nothing may tell the secret, connect to
// the server or leave a file. What a cell may write is tested where it is: save.
func TestCellsAreASandbox(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	connected := make(chan struct{}, 1)
	go func() {
		if c, err := server.Accept(); err == nil {
			c.Close()
			connected <- struct{}{}
		}
	}()
	dir := t.TempDir()
	inside := filepath.Join(dir, "inside") // where cells may read and write files
	if err := os.Mkdir(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(inside)
	secret := filepath.Join(dir, "secret.txt")
	const echoing = "#include <stdio.h>\nint main() { char s[99] = \"\"; fgets(s, 99, stdin); puts(s); }"
	write(t, filepath.Join(inside, "here.cu"), []byte("int main() { return 0; }\n"))
	write(t, secret, []byte("SEC"+"RET"))
	if err := os.Symlink(secret, filepath.Join(inside, "link.txt")); err != nil {
		t.Log(err) // on a system without links
	}

	s := newSession()
	var names []string
	for _, m := range s.Complete("", 0).Matches {
		names = append(names, m.Text)
		for _, field := range s.Complete(m.Text+".", len(m.Text)+1).Matches {
			names = append(names, m.Text+"."+field.Text)
		}
	}
	if len(names) < 100 {
		t.Fatalf("only %d names: %q", len(names), names)
	}
	var mu sync.Mutex
	var said strings.Builder
	run := func(code string) {
		ctx, cancel := context.WithTimeout(t.Context(), tier.Hang)
		defer cancel()
		outcome := s.Execute(ctx, kernel.Cell{Code: code, Count: 1}, listener{&mu, &said})
		fmt.Fprintln(&said, outcome.Payload, outcome.Expressions)
		if e := outcome.Error; e != nil && e.Name != "SyntaxError" {
			fmt.Fprintln(&said, e.Name, e.Value)
		}
	}
	t.Logf("%d names", len(names))
	for _, name := range names {
		for _, argument := range []string{secret, "../secret.txt", "link.txt", "file://" + secret, "http://" + server.Addr().String() + "/"} {
			run(fmt.Sprintf("%s(%q)", name, argument))
		}
	}
	for _, code := range []string{
		`load("../secret.txt", "x")`, `import os`, `open("../secret.txt")`, `!cat ../secret.txt`, "!cat link.txt", "!cat " + secret, `%cat ../secret.txt`,
		`%run ../secret.txt`, `%load ../secret.txt`, "!cp ../secret.txt here.txt", "!cat here.txt", "!cd .. && cat secret.txt", "!grep S ../secret.txt", "!nvcc ../secret.txt",
		"%%cuda\n#include \"../secret.txt\"\n__global__ void k(float *a) { a[0] = 1; }", "%%cuda\n#include \"" + secret + "\"\n", "%%cuda\n#include \"link.txt\"\n",
		"%%bash\ncat ../secret.txt", "%%writefile ../x\n1", "!echo 1 > ../x", "!mkdir ../y", "!touch ../z", "?../secret.txt", `cuda('#include "../secret.txt"')`,
		"%%cuda\n#include <stdio.h>\nint main() { char s[99] = \"\"; FILE *f = fopen(\"../secret.txt\", \"r\"); if (f) { fgets(s, 99, f); puts(s); } f = fopen(\"../w\", \"w\"); }",
	} {
		run(code)
	}
	for _, code := range []string{ // what may be refused, listed or run, and tells nothing
		"%%cuda --files ..\nint main() {}", "%%cuda --overwrite\nint main() {}", "%%cuda --stdin ../secret.txt\n" + echoing, "%%cuda --stdin " + secret + "\n" + echoing,
		"%%cuda --stdin link.txt\n" + echoing, "%%cuda -I ..\n#include \"secret.txt\"\nint main() {}", "%%cuda -c \"-I.. -include secret.txt\"\nint main() {}",
		"%%cuda -D F=\\\"../secret.txt\\\"\n#include F\nint main() {}", "%%cuda\n#define S(x) #x\n#include S(../secret.txt)\nint main() {}",
		"%%cuda\n#include <stdio.h>\nint main() {\n#if __has_include(\"../secret.txt\")\nputs(\"SEC\" \"RET\");\n#endif\n}",
		"%%cuda\n#include <stdio.h>\nint main() {\n#if __has_include(\"" + secret + "\")\nputs(\"SEC\" \"RET\");\n#endif\n}",
		"%%cuda\n#include <stdio.h>\nconst char s[] = {\n#embed \"../secret.txt\"\n, 0};\nint main() { puts(s); }",
		"%%cuda\n#include <stdio.h>\n__device__ char s[99];\nasm(\".incbin \\\"" + secret + "\\\"\");\nint main() { puts(s); }",
		"%%cuda\n#include <stdio.h>\nint main() { puts(__FILE__); }", "!nvcc -o ../x here.cu", "!nvcc -I.. -include secret.txt -E here.cu", "!nvcc @../secret.txt",
		"!nvcc --options-file ../secret.txt", "!nvcc -MD -MF ../w here.cu", "!nvcc -odir .. -c here.cu", "!nvcc -lib ../secret.txt -o l.a", "!nvcc -E -x cu " + secret,
		"!nvcc -L.. -l:secret.txt here.cu", "!nvcc here.cu -o link.txt", "!nvcc here.cu -o .hidden", "!nvcc here.cu -o n.ipynb", "!nvcc -keep --keep-dir .. here.cu",
		"!ln -s ../secret.txt l; cat l", "!`cat ../secret.txt`", "!x=$(< ../secret.txt); echo $x", "!echo $(<" + secret + ")", "!while read l; do echo $l; done < ../secret.txt",
		"!tee ../w < /dev/null", "!cat <<< x > ../w", "!echo x >> ../secret.txt", "!: > ../secret.txt", "!cp here.cu ../w; mv here.cu ../w; dd of=../w", "!exec 3<../secret.txt; cat <&3",
		"!sed -i s/S/T/ ../secret.txt", "!sed w../w here.cu", "!sed -n r../secret.txt here.cu", "!awk '{ print > \"../w\" }' here.cu", "!awk 'BEGIN { while ((getline l < \"../secret.txt\") > 0) print l }'",
		"!awk -f ../secret.txt here.cu", "!sort -o ../w here.cu", "!find .. -name 'secret*' -exec cat {} ';'", "!ls -la ~root ~/..", "!xargs -a ../secret.txt", "!make -f ../secret.txt", "!make -C ..",
		"!diff here.cu ../secret.txt", "!bash ../secret.txt", "!source ../secret.txt", "!. ../secret.txt", "!cd ..; cat secret.txt", "!cat /content/../secret.txt", "!cat $PWD/../secret.txt",
		"!cat ./*/../../secret.txt", "!cat ../s*", "!cat " + filepath.Dir(secret) + "/*", "!cat /proc/self/environ", "!cat /dev/fd/0 < ../secret.txt", "!printf '%s' \"$(cat ../secret.txt)\"",
		"%%writefile -a ../secret.txt\nx", "%%writefile " + secret + "\nx", "%%writefile ~/w\nx", "%%writefile .w\nx", "%%writefile w.ipynb\nx", "%%writefile link.txt\nx", "%%writefile -a link.txt\nx",
		"%%file ../w\nx", "%load " + secret, "%load link.txt", "%loadpy ../secret.txt", "%pycat ../secret.txt", "%%script cat ../secret.txt\n", "%env X=../secret.txt\n!cat $X", "%cd ..\n!cat secret.txt",
		"%less ../secret.txt", "%more ../secret.txt", "%save ../w 1", "%logstart ../w", "%history -f ../w", "%store x > ../w", "%bookmark b ..", "%notebook ../w", "%edit ../secret.txt",
	} {
		run(code)
	}
	if text, err := os.ReadFile(secret); err != nil || string(text) != "SEC"+"RET" {
		t.Errorf("the secret is %q now, %v", text, err)
	}
	if at := strings.Index(said.String(), "SEC"+"RET"); at >= 0 {
		t.Errorf("the secret is told: %.200s", said.String()[max(0, at-100):])
	}
	select {
	case <-connected:
		t.Error("a cell has connected to a server")
	default:
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("the directory around has %v, %v, want the secret and the inner one", entries, err)
	}
}

// A listener writes all that a cell puts out.
type listener struct {
	mu *sync.Mutex
	b  *strings.Builder
}

func (l listener) Stream(_, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.WriteString(text)
}
func (l listener) Display(b kernel.Bundle) { l.Stream("", fmt.Sprintln(b.Data)) }
func (l listener) Update(b kernel.Bundle)  { l.Display(b) }
func (l listener) Result(b kernel.Bundle)  { l.Display(b) }
func (l listener) Clear(bool)              {}
