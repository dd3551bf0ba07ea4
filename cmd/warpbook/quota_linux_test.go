package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// quota returns what to put before a command so that it and all that it starts get so
// many percent of one processor, in turns of period milliseconds. It makes a control
// group for that, which needs root, or skips the test.
func quota(t testing.TB, percent, period int) []string {
	t.Helper()
	us := period * 1000
	limits := []struct{ root, file, value string }{
		{"/sys/fs/cgroup/cpu", "cpu.cfs_period_us", fmt.Sprint(us)}, // version 1
		{"/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", fmt.Sprint(us * percent / 100)},
		{"/sys/fs/cgroup", "cpu.max", fmt.Sprint(us*percent/100, " ", us)}, // version 2
	}
	if _, err := os.Stat(filepath.Join(limits[0].root, "cgroup.procs")); err == nil {
		limits = limits[:2]
	} else {
		limits = limits[2:]
	}
	group, err := os.MkdirTemp(limits[0].root, "warpbook-test-")
	if err != nil {
		t.Skip("needs: root, to limit the processor: ", err)
	}
	t.Cleanup(func() {
		if err := os.Remove(group); err != nil {
			t.Error(err)
		}
	})
	for _, l := range limits {
		if err := os.WriteFile(filepath.Join(group, l.file), []byte(l.value), 0); err != nil {
			t.Skip("needs: a control group that limits the processor: ", err)
		}
	}
	return []string{"/bin/sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs")}
}
