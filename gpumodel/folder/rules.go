package folder

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"warpbook.dev/internal/bytesize"
)

// A subject is what a rule is asked about.
type subject struct {
	name   string
	info   fs.FileInfo // of what is there; nil where only the name is known
	made   bool        // programs of this process have made it
	before bool        // an earlier program has made it
	single bool        // it lies where others have files, too
}

// A rule refuses files.
type rule struct {
	why     string
	writing bool // it refuses to write alone, and is asked about what is there
	refuses func(s *subject) bool
}

// rules are all that programs must not open. A name that begins with a dot is where programs of the computer look for what they
// execute (.bashrc, .git/hooks, .ssh); a notebook would be changed behind the back of who has it open.
var rules = []rule{
	{"it is not below the program's directory", false, func(s *subject) bool { return !local(s.name) }},
	{"programs open nothing whose name, or whose folder's name, begins with a dot", false, func(s *subject) bool {
		return slices.ContainsFunc(strings.Split(visible(s.name), "/"),
			func(part string) bool { return part != "." && strings.HasPrefix(part, ".") })
	}},
	{"programs open no notebooks", false, func(s *subject) bool { return strings.EqualFold(path.Ext(visible(s.name)), ".ipynb") }},
	{"it is neither a regular file nor a directory", false, func(s *subject) bool {
		return s.info != nil && !s.info.Mode().IsRegular() && !s.info.IsDir()
	}},
	{"it is read-only", true, func(s *subject) bool { return s.info.Mode().Perm()&0o222 == 0 }},
	{"it has a run bit, and programs change nothing that the computer may execute", true, func(s *subject) bool {
		return !s.made && s.info.Mode().IsRegular() && s.info.Mode().Perm()&0o111 != 0
	}},
	{"it has a second name (a hard link), whose file would change, too: replace it by a copy", true, func(s *subject) bool {
		return s.info.Mode().IsRegular() && names(s.info) > 1
	}},
	{notMade, true, func(s *subject) bool { return s.single && !s.made && !s.before }},
}

const notMade = "it exists, and no program has made it, or somebody has changed it since: --overwrite allows that, and --files DIR gives programs a folder of their own"

// check asks the rules about a name, and about what is there.
func (f *Folder) check(s *subject, writing bool) error {
	s.made, s.before = f.hasMade(s.name), writing && f.wasMade(s)
	for _, r := range rules {
		switch {
		case r.writing && !writing:
		case r.why == notMade && f.Overwrite:
		case r.refuses(s):
			return &Error{s.name, r.why, eacces, true}
		}
	}
	return nil
}

// visible is a name without characters that are not seen, which some file systems leave out.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
}

// local reports whether a name stays below the directory, on this system.
func local(name string) bool {
	if runtime.GOOS == "windows" && slices.ContainsFunc(strings.Split(name, "/"), aliased) {
		return false
	}
	return filepath.IsLocal(filepath.FromSlash(name))
}

// aliased reports whether Windows takes part of a name for that of another file: a stream, a short name, one that ends in dots.
func aliased(part string) bool {
	return strings.ContainsAny(part, `:~\`) || part != "." && strings.TrimRight(part, ". ") != part
}

func (f *Folder) hasMade(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, made := f.made[name]
	return made
}

func (f *Folder) madeBytes(name string) int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made[name]
}

// counts asks whether one more file may be made.
func (f *Folder) counts(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, made := f.made[name]; !made && f.Files > 0 && len(f.made) >= f.Files {
		return &Error{name, fmt.Sprintf("programs may write %d files in a session; WARPBOOK_FILES_COUNT sets another limit", f.Files),
			edquot, true}
	}
	return nil
}

// grant counts up to n bytes more of a file; the error says why they are fewer.
func (f *Folder) grant(name string, n int64) (int64, error) {
	f.mu.Lock()
	room := n
	if f.Bytes > 0 {
		room = min(n, max(0, f.Bytes-f.written))
	}
	f.mu.Unlock()
	f.count(name, room)
	if room < n {
		return room, &Error{name, fmt.Sprintf("programs may write %s into files in a session; WARPBOOK_FILES_LIMIT sets another limit",
			bytesize.Text(f.Bytes)), edquot, true}
	}
	return n, nil
}

// count notes that programs have written n bytes more into a file.
func (f *Folder) count(name string, n int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made == nil {
		f.made = map[string]int64{}
	}
	f.made[name] += n
	f.written += n
}

// owns notes that programs have written all of a file.
func (f *Folder) owns(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.whole == nil {
		f.whole = map[string]bool{}
	}
	f.whole[name] = true
}

// forget gives back what a file has taken.
func (f *Folder) forget(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.whole, name)
	f.written -= f.made[name]
	delete(f.made, name)
}

// renamed counts a file, or a directory with all that is in it, under its new name.
func (f *Folder) renamed(from, to string) {
	f.forget(to)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.made, f.whole = moved(f.made, from, to), moved(f.whole, from, to)
}

// moved is a map by names in which one is another now, as are those below it.
func moved[T any](all map[string]T, from, to string) map[string]T {
	now := map[string]T{}
	for name, v := range all {
		if rest, ok := strings.CutPrefix(name, from); ok && (rest == "" || rest[0] == '/') {
			name = to + rest
		}
		now[name] = v
	}
	return now
}
