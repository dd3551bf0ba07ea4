package folder

import (
	"os"
	"slices"
	"syscall"
)

// kernelFiles are the file systems in which Linux shows and takes its own state: the memory and the environment of this process,
// the settings of the computer. Their files look regular. The numbers are those of linux/magic.h.
var kernelFiles = []uint32{
	0x9fa0,     // proc
	0x62656572, // sysfs
	0x64626720, // debugfs
	0x74726163, // tracefs
	0x73636673, // securityfs
	0x0027e0eb, // cgroup
	0x63677270, // cgroup2
	0x62656570, // configfs
	0xde5e81e4, // efivarfs
	0xcafe4a11, // bpf
	0x6165676c, // pstore
	0xf97cff8c, // selinux
	0x43415d53, // smack
	0x65735543, // fusectl
	0x42494e4d, // binfmt_misc
	0x19800202, // mqueue
}

// isKernelFile reports whether an open file is the operating system's.
func isKernelFile(file *os.File) (bool, error) {
	conn, err := file.SyscallConn()
	if err != nil {
		return false, err
	}
	var about syscall.Statfs_t
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = syscall.Fstatfs(int(fd), &about) }); err != nil {
		return false, err
	}
	return slices.Contains(kernelFiles, uint32(about.Type)), failed
}
