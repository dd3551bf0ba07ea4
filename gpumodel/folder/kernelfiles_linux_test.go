package folder

import "testing"

// TestKernelFiles: where a session begins in the root of the file system, what Linux shows of itself is no file of programs.
func TestKernelFiles(t *testing.T) {
	for dir, names := range map[string][]string{
		"/":          {"proc/self/environ", "proc/self/mem", "proc/self/maps", "proc/1/cmdline", "proc/sys/kernel/hostname", "sys/kernel/mm/transparent_hugepage/enabled"},
		"/proc":      {"self/environ", "thread-self/environ", "sys/kernel/hostname", "meminfo"},
		"/proc/self": {"environ", "mem", "root/etc/passwd", "cwd/folder.go", "fd/0"},
	} {
		for _, own := range []string{dir, t.TempDir()} {
			f := &Folder{Dir: dir, Own: own, Overwrite: true}
			for _, name := range names {
				if text, err := f.ReadFile(name, 1<<20); Errno(err) != eacces && Errno(err) != enoent {
					t.Errorf("%s in %s reads %.40q, %v", name, dir, text, err)
				}
				if file, err := f.OpenFile(t.Context(), name, Mode{Reads: true, Writes: true}); err == nil {
					t.Errorf("%s in %s was opened for writing", name, dir)
					file.Close()
				}
			}
		}
	}
}
