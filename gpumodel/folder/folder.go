// Package folder is what programs and cells reach of the computer's files. A program reads below a directory, and writes into a
// folder of its own, where it finds again what it has written: to it the two are one directory. What it may not open is a table:
// [rules].
//
// Begin with [Folder].
package folder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Folder is the files that programs reach. It is an [fs.FS] of those that they may read. All of its paths go through an
// [os.Root], so that none leads outside, whatever links there are.
type Folder struct {
	Dir string // below which they read; "" is nowhere
	// Own is where what they write goes. If it is Dir or "", they write beside what is there, and files that none of them made are
	// refused.
	Own       string
	Overwrite bool  // also allows the files of others
	Remembers bool  // files that earlier programs have made are not those of others: see [Folder.Remember]
	Bytes     int64 // that they may write, until this process ends; 0 is no limit
	Files     int   // that they may make
	mu        sync.Mutex
	made      map[string]int64 // what they have written, with the bytes that count
	written   int64            // the bytes together
	whole     map[string]bool  // files of which they have written all
	recalled  sync.Once
	before    map[string]stamp // files of earlier programs
}

// An Error is why a file was not opened, read or written.
type Error struct {
	Name, Why string
	Number    int  // Linux's errno
	Refused   bool // by a rule or a quota, and not by the system
}

func (e *Error) Error() string { return e.Name + ": " + e.Why }

// Is knows the errors of io/fs.
func (e *Error) Is(target error) bool {
	switch e.Number {
	case enoent:
		return target == fs.ErrNotExist
	case eexist:
		return target == fs.ErrExist
	case eperm, eacces:
		return target == fs.ErrPermission
	}
	return false
}

// A place is a file as one of the two directories has it.
type place struct {
	root  *os.Root
	name  string // after links
	info  fs.FileInfo
	owned bool // it is in the folder where programs write
}

// single reports whether programs write beside what they read.
func (f *Folder) single() bool {
	return f.Own == "" || filepath.Clean(f.Own) == filepath.Clean(f.Dir)
}

// own is the folder where programs write, which is made when the first one writes.
func (f *Folder) own(create bool) (*os.Root, error) {
	if f.single() {
		return os.OpenRoot(f.Dir)
	}
	if create {
		if err := os.Mkdir(f.Own, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	info, err := os.Lstat(f.Own)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir(): // a link would lead what programs write to where its maker wants it
		what := "a file"
		if info.Mode()&fs.ModeSymlink != 0 {
			what = "a link"
		}
		return nil, &Error{"", fmt.Sprintf("%s, where programs write, is %s and not a directory: remove it or give it another name", f.Own,
			what), enotdir, true}
	}
	return os.OpenRoot(f.Own)
}

// longestName is Linux's PATH_MAX.
const longestName = 4096

// clean is a name as the rules want it.
func (f *Folder) clean(name string) (string, error) {
	if f.Dir == "" {
		return "", &Error{name, "this program reaches no files", eacces, true}
	}
	if name == "" {
		return "", &Error{name, "there is no such file", enoent, false}
	}
	if len(name) >= longestName {
		return "", &Error{name[:32] + "…", "the name is too long", enametoolong, false}
	}
	asked := filepath.ToSlash(name)
	name = path.Clean(asked)
	if err := f.check(&subject{name: name}, false); err != nil {
		return "", err
	}
	for i := range len(asked) { // what stands before /.. and before a / at the end must be a directory
		rest := asked[i:]
		if rest != "/" && rest != "/.." && !strings.HasPrefix(rest, "/../") {
			continue
		}
		before := path.Clean(asked[:i])
		if !local(before) {
			continue
		}
		if err := f.isDir(before, name); err != nil && (rest != "/" || Errno(err) != enoent) { // mkdir makes what it is given with a /
			return "", err
		}
	}
	return name, nil
}

// find looks for a file where programs write, then where they read.
func (f *Folder) find(name string) (*place, error) {
	if !f.single() {
		own, err := f.own(false)
		if err == nil {
			p, err := look(own, name)
			if err == nil {
				p.owned = true
				return p, f.admit(p)
			}
			own.Close()
			if !errors.Is(err, fs.ErrNotExist) {
				return nil, wrong(name, err)
			}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, wrong(name, err)
		}
	}
	dir, err := os.OpenRoot(f.Dir)
	if err != nil {
		return nil, wrong(name, err)
	}
	p, err := look(dir, name)
	if err != nil {
		dir.Close()
		return nil, wrong(name, err)
	}
	p.owned = f.single()
	return p, f.admit(p)
}

// reach is what is there under a name that a program gives, and that name as the rules want it.
func (f *Folder) reach(name string) (clean string, p *place, err error) {
	if clean, err = f.clean(name); err == nil {
		p, err = f.find(clean)
	}
	return clean, p, err
}

// admit asks the rules of reading about what a name has led to.
func (f *Folder) admit(p *place) error {
	if err := f.check(f.subject(p), false); err != nil {
		p.close()
		return err
	}
	return nil
}

// subject is what rules are asked about what is there.
func (f *Folder) subject(p *place) *subject {
	return &subject{name: p.name, info: p.info, single: p.owned && f.single()}
}

func (p *place) close() { p.root.Close() }

// mostLinks is how many links Linux follows in a name.
const mostLinks = 40

// look finds out what a name leads to. It follows links itself, since the rules are about where they end.
func look(root *os.Root, name string) (*place, error) {
	asked := name
	for links, i := 0, 0; ; {
		end := strings.IndexByte(name[i:], '/')
		if end < 0 {
			end = len(name) - i
		}
		part := name[:i+end]
		info, err := root.Lstat(part)
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := root.Readlink(part)
			if err != nil {
				return nil, err
			}
			if links++; links > mostLinks {
				return nil, &Error{asked, "too many links", eloop, false}
			}
			name = path.Join(path.Dir(part), filepath.ToSlash(to), name[i+end:])
			if filepath.IsAbs(to) || !local(name) {
				return nil, &Error{asked, "a link leads outside of the program's directory", eacces, true}
			}
			i = 0
		case i+end == len(name):
			return &place{root: root, name: name, info: info}, nil
		case !info.IsDir():
			return nil, &Error{asked, "it is not below a directory", enotdir, false}
		default:
			i += end + 1
		}
	}
}

// OpenFile opens a file as fopen does.
func (f *Folder) OpenFile(ctx context.Context, name string, m Mode) (*File, error) {
	clean, err := f.clean(name)
	if err != nil {
		return nil, err
	}
	if m.Creates && strings.HasSuffix(name, "/") {
		return nil, &Error{name, "it is the name of a directory", eisdir, false}
	}
	p, err := f.find(clean)
	switch {
	case err == nil:
		defer p.close()
		if err := f.fits(p, m); err != nil {
			return nil, err
		}
		if !m.Writes {
			file, err := openRegular(p, os.O_RDONLY)
			return f.file(ctx, file, clean, m, err)
		}
		if p.owned {
			return f.reopen(ctx, p, clean, m)
		}
		return f.copied(ctx, p, clean, m)
	case errors.Is(err, fs.ErrNotExist) && m.Creates:
		return f.create(ctx, clean, m)
	}
	return nil, err
}

// fits asks whether a file that is there can be opened like that.
func (f *Folder) fits(p *place, m Mode) error {
	switch {
	case m.Writes && m.Exclusive:
		return &Error{p.name, "it exists", eexist, false}
	case p.info.IsDir():
		return &Error{p.name, "it is a directory", eisdir, false}
	case m.Writes:
		return f.check(f.subject(p), true)
	}
	return nil
}

// openRegular opens a file. The rules were asked about another one if somebody has put it there since.
func openRegular(p *place, flags int) (*os.File, error) {
	file, err := p.root.OpenFile(p.name, flags|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if err := p.isStill(file); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// isStill asks whether an open file is the one that was looked at, and no window to the operating system.
func (p *place) isStill(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	kernels, err := isKernelFile(file)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &Error{p.name, "it is not a regular file", eacces, true}
	case !os.SameFile(p.info, info):
		return &Error{p.name, "another file has taken its place while it was opened: try again", eacces, true}
	case kernels:
		return &Error{p.name, "it belongs to the operating system, which shows its state there", eacces, true}
	}
	return nil
}

// reopen opens a file where programs write.
func (f *Folder) reopen(ctx context.Context, p *place, name string, m Mode) (*File, error) {
	if err := f.counts(p.name); err != nil {
		return nil, err
	}
	file, err := openRegular(p, m.flags())
	if err == nil && m.Truncates {
		if err = file.Truncate(0); err != nil {
			file.Close()
		} else {
			f.count(p.name, -f.madeBytes(p.name))
		}
	}
	if err == nil && (m.Truncates || f.wasMade(f.subject(p))) {
		f.owns(p.name)
	}
	opened, err := f.file(ctx, file, name, m, err)
	if err == nil {
		opened.counted = p.name
	}
	return opened, err
}

// create makes a file where programs write.
func (f *Folder) create(ctx context.Context, name string, m Mode) (*File, error) {
	if err := f.isDir(path.Dir(name), name); err != nil {
		return nil, err
	}
	if err := f.counts(name); err != nil {
		return nil, err
	}
	own, err := f.own(true)
	if err != nil {
		return nil, wrong(name, err)
	}
	defer own.Close()
	if err := own.MkdirAll(path.Dir(name), 0o777); err != nil {
		return nil, wrong(name, err)
	}
	file, err := own.OpenFile(name, m.flags()|os.O_CREATE|os.O_EXCL, 0o666)
	opened, err := f.file(ctx, file, name, m, err)
	if err == nil {
		opened.counted = name
		f.count(name, 0)
		f.owns(name)
	}
	return opened, err
}

// isDir reports whether name could be made in a directory.
func (f *Folder) isDir(dir, name string) error {
	if dir == "." {
		return nil
	}
	p, err := f.find(dir)
	if err != nil {
		return err
	}
	defer p.close()
	if !p.info.IsDir() {
		return &Error{name, "it is not below a directory", enotdir, false}
	}
	return nil
}

// copied opens a file of the directory for writing: a copy of it, where programs write.
func (f *Folder) copied(ctx context.Context, p *place, name string, m Mode) (*File, error) {
	if m.Truncates {
		return f.create(ctx, name, m)
	}
	file, err := f.create(ctx, name, Mode{Reads: true, Writes: true})
	if err != nil {
		return nil, err
	}
	from, err := openRegular(p, os.O_RDONLY)
	if err == nil {
		_, err = io.Copy(file, from)
		err = cmp.Or(err, file.Flush())
		from.Close()
	}
	if err != nil { // half a copy would hide the whole file
		file.Close()
		f.Remove(name)
		return nil, wrong(name, err)
	}
	file.Mode = m
	file.begin()
	return file, nil
}

// MostWhole bounds a file that somebody reads whole, in bytes.
const MostWhole = 64 << 20

// ReadFile is the content of a file; one of more than most bytes is refused.
func (f *Folder) ReadFile(name string, most int64) ([]byte, error) {
	file, err := f.OpenFile(context.Background(), name, Mode{Reads: true})
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if file.size > most {
		return nil, &Error{name, fmt.Sprintf("it has %d bytes; %d are the most", file.size, most), efbig, true}
	}
	data, err := io.ReadAll(io.LimitReader(file, most))
	return data, wrong(name, err)
}

// WriteFile replaces the content of a file.
func (f *Folder) WriteFile(name string, data []byte) error {
	file, err := f.OpenFile(context.Background(), name, Mode{Writes: true, Truncates: true, Creates: true})
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return cmp.Or(err, file.Close())
}

// Remove removes a file or an empty directory that programs have made.
func (f *Folder) Remove(name string) error {
	_, p, err := f.reach(name)
	if err != nil {
		return err
	}
	defer p.close()
	if err := f.changes(p); err != nil {
		return err
	}
	if err := p.root.Remove(p.name); err != nil {
		return wrong(name, err)
	}
	f.forget(p.name)
	return nil
}

// changes asks whether what is there may be removed or renamed.
func (f *Folder) changes(p *place) error {
	if !p.owned || p.info.IsDir() && f.single() && !f.hasMade(p.name) { // in a directory of others' is what no rule was asked about
		return &Error{p.name, "no program has made it, and it stays", eacces, true}
	}
	return f.check(f.subject(p), true)
}

// Rename gives a file that programs have made another name.
func (f *Folder) Rename(from, to string) error {
	name, err := f.clean(to)
	if err != nil {
		return err
	}
	_, p, err := f.reach(from)
	if err != nil {
		return err
	}
	defer p.close()
	if err := f.changes(p); err != nil {
		return err
	}
	switch there, err := f.find(name); {
	case err == nil:
		defer there.close()
		if there.info.IsDir() && !p.info.IsDir() {
			return &Error{name, "it is a directory", eisdir, false}
		}
		if err := f.check(f.subject(there), true); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := f.isDir(path.Dir(name), name); err != nil {
		return err
	}
	if err := p.root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return wrong(name, err)
	}
	if info, err := p.root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 { // the rules were asked about where it leads
		return &Error{name, "it is a link, and no program has made it: remove it or choose another name", eacces, true}
	}
	if err := p.root.Rename(p.name, name); err != nil {
		return wrong(name, err)
	}
	f.renamed(p.name, name)
	return nil
}

// Mkdir makes a directory where programs write.
func (f *Folder) Mkdir(name string) error {
	clean, err := f.clean(name)
	if err != nil {
		return err
	}
	if p, err := f.find(clean); err == nil {
		p.close()
		return &Error{clean, "it exists", eexist, false}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := cmp.Or(f.isDir(path.Dir(clean), clean), f.counts(clean)); err != nil {
		return err
	}
	own, err := f.own(true)
	if err != nil {
		return wrong(clean, err)
	}
	defer own.Close()
	if err := own.MkdirAll(clean, 0o777); err != nil {
		return wrong(clean, err)
	}
	f.count(clean, 0)
	return nil
}

// MkdirAll makes a directory, and those that it is in.
func (f *Folder) MkdirAll(name string) error {
	for i := range len(name) + 1 {
		if i > 0 && (i == len(name) || name[i] == '/') {
			if err := f.Mkdir(name[:i]); err != nil && !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
	}
	return nil
}

// RemoveAll removes a file, or a directory with what programs have made in it.
func (f *Folder) RemoveAll(name string) error {
	info, err := f.Stat(name)
	if err != nil {
		return err
	}
	if info.IsDir() {
		entries, err := f.ReadDir(name)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := f.RemoveAll(path.Join(name, e.Name())); err != nil {
				return err
			}
		}
	}
	return f.Remove(name)
}

// Open opens a file for reading; it implements [fs.FS]. Directories are read by ReadDir.
func (f *Folder) Open(name string) (fs.File, error) {
	return f.OpenFile(context.Background(), name, Mode{Reads: true})
}

// Stat implements [fs.StatFS].
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	_, p, err := f.reach(name)
	if err != nil {
		return nil, err
	}
	defer p.close()
	return p.info, nil
}

// ReadDir implements [fs.ReadDirFS]. It lists what programs may read, in the order of the names.
func (f *Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	clean, p, err := f.reach(name)
	if err != nil {
		return nil, err
	}
	defer p.close()
	if !p.info.IsDir() {
		return nil, &Error{clean, "it is not a directory", enotdir, false}
	}
	names, err := fs.ReadDir(p.root.FS(), p.name)
	if err != nil {
		return nil, wrong(clean, err)
	}
	if p.owned && !f.single() {
		if dir, err := os.OpenRoot(f.Dir); err == nil {
			defer dir.Close()
			if there, err := look(dir, clean); err == nil && f.check(f.subject(there), false) == nil {
				more, _ := fs.ReadDir(dir.FS(), there.name)
				names = append(names, more...)
			}
		}
	}
	entries := map[string]fs.DirEntry{}
	for _, e := range names {
		file := path.Join(clean, e.Name())
		if !f.single() && filepath.Join(f.Dir, file) == filepath.Clean(f.Own) { // it is seen as part of the directory
			continue
		}
		if info, err := f.Stat(file); err == nil {
			entries[e.Name()] = fs.FileInfoToDirEntry(named{info, e.Name()})
		}
	}
	list := make([]fs.DirEntry, 0, len(entries))
	for _, e := range entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list, nil
}

// named is a file under the name of the link that leads to it.
type named struct {
	fs.FileInfo
	name string
}

func (n named) Name() string { return n.name }
