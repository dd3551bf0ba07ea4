package main

import (
	"io/fs"
	"testing"
)

func TestMachineMemory(t *testing.T) {
	const meminfo = "MemTotal:       16384000 kB\nMemFree:          123456 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"a computer":         {map[string]string{"/proc/meminfo": meminfo}, 16384000 << 10},
		"no limit":           {map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "max\n"}, 16384000 << 10},
		"a container":        {map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "2147483648\n"}, 2 << 30},
		"a large container":  {map[string]string{"/proc/meminfo": meminfo, "/sys/fs/cgroup/memory.max": "99999999999999\n"}, 16384000 << 10},
		"another system":     {nil, unknownMemory},
		"an unknown meminfo": {map[string]string{"/proc/meminfo": "MemTotal: ? kB\n"}, unknownMemory},
	} {
		got := machineMemory(func(name string) ([]byte, error) {
			if text, ok := c.files[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		})
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
