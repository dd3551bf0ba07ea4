package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Key is a SHA-256 of all that a value depends on, but for the version of the model.
type Key = [sha256.Size]byte

// A Store is a folder of entries, a file each. All methods may be called at the same time.
type Store struct {
	dir     string
	limit   int64                  // bytes
	version func() (string, error) // that the entries are of

	mu     sync.Mutex
	uses   Uses
	held   int64 // bytes in the folder when it was last looked at, and those that were put there since
	before int64 // of held, those when it was last looked at; -1 if it was not so far
}

// Uses are what a store was asked for since it was opened.
type Uses struct {
	Hits, Misses int64
	Failed       error // why the last value could not be kept; nil if it could
}

// Contents are what lies in a store's folder.
type Contents struct {
	Entries int
	Bytes   int64
}

// Open returns the store in a folder, which the first value makes. limit is what it may hold in bytes. version tells values of different
// models apart; it is asked once, when the store is first used, and a store without a version keeps nothing.
func Open(dir string, limit int64, version func() (string, error)) *Store {
	return &Store{dir: dir, limit: limit, version: sync.OnceValues(version), before: -1}
}

// Dir is the folder.
func (s *Store) Dir() string { return s.dir }

// Limit is what the store may hold, in bytes.
func (s *Store) Limit() int64 { return s.limit }

// magic begins each entry. The number is that of the format.
const magic = "warpbook result 1\n"

// headBytes stand before the value: magic, and the checksum of the key and the value.
const headBytes = len(magic) + sha256.Size

// entry is the name of the file for a key, and the key that it has inside of a version.
func (s *Store) entry(key Key) (name string, own Key, err error) {
	version, err := s.version()
	if err != nil {
		return "", own, err
	}
	own = sha256.Sum256(append([]byte(version+"\n"), key[:]...))
	text := hex.EncodeToString(own[:])
	return filepath.Join(s.dir, text[:2], text[2:]), own, nil
}

// sum is the checksum of a value.
func sum(own Key, value []byte) Key {
	h := sha256.New()
	h.Write(own[:])
	h.Write(value)
	return Key(h.Sum(nil))
}

// Get returns the value of a key. An entry that is damaged is none, and goes.
func (s *Store) Get(key Key) (value []byte, found bool) {
	name, own, err := s.entry(key)
	if err == nil {
		value, err = read(name, own)
	}
	if errors.Is(err, errDamaged) {
		_ = os.Remove(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.uses.Misses++
		return nil, false
	}
	s.uses.Hits++
	now := time.Now()
	_ = os.Chtimes(name, now, now) // in a folder that cannot be written the order of use is lost, and nothing else
	return value, true
}

// errDamaged is the error of an entry that is not what was written.
var errDamaged = errors.New("the entry is damaged")

func read(name string, own Key) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(data) < headBytes || string(data[:len(magic)]) != magic {
		return nil, errDamaged
	}
	value := data[headBytes:]
	if want := sum(own, value); !bytes.Equal(data[len(magic):headBytes], want[:]) {
		return nil, errDamaged
	}
	return value, nil
}

// Put keeps a value. If it cannot, [Store.Uses] says why.
func (s *Store) Put(key Key, value []byte) {
	err := s.put(key, value)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uses.Failed = err
}

func (s *Store) put(key Key, value []byte) error {
	size := int64(headBytes + len(value))
	if size > s.limit/mostOfLimit {
		return fmt.Errorf("%d bytes are too many for a store of %d: an entry may have a part of 1/%d", size, s.limit, mostOfLimit)
	}
	name, own, err := s.entry(key)
	if err != nil {
		return err
	}
	check := sum(own, value)
	if err := write(name, slices.Concat([]byte(magic), check[:], value)); err != nil {
		return err
	}
	return s.bound(size)
}

// mostOfLimit is the part of the store that one entry may be.
const mostOfLimit = 8

// write writes a file beside its place and moves it there, so that nobody sees a part of it.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), unfinished+"*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// unfinished begins the names of files that are being written.
const unfinished = "unfinished-"

// looksAgain is the part of the limit that is written before the folder is looked at again: other processes may have filled it.
const looksAgain = 8

// bound takes away what was not used for longest, if there is too much.
func (s *Store) bound(more int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held += more
	if s.before >= 0 && s.held <= s.limit && s.held-s.before <= s.limit/looksAgain {
		return nil
	}
	files, err := s.files()
	if err != nil {
		return err
	}
	s.held = 0
	for _, f := range files {
		s.held += f.size
	}
	if s.held > s.limit {
		slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
		for _, f := range files {
			if s.held <= s.limit-s.limit/looksAgain { // some room, so that not each entry looks for it
				break
			}
			if err := os.Remove(f.name); err == nil || errors.Is(err, fs.ErrNotExist) {
				s.held -= f.size
			}
		}
	}
	s.before = s.held
	return nil
}

// A file is an entry, or one that was never finished.
type file struct {
	name  string
	size  int64
	used  time.Time
	whole bool
}

// files lists what is ours in the folder. Whatever else lies there is nobody's business.
func (s *Store) files() (all []file, err error) {
	parts, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, part := range parts {
		if !part.IsDir() || !isHex(part.Name(), 2) {
			continue
		}
		entries, _ := os.ReadDir(filepath.Join(s.dir, part.Name()))
		for _, e := range entries {
			whole := isHex(e.Name(), 2*sha256.Size-2)
			info, err := e.Info()
			if err != nil || !whole && !strings.HasPrefix(e.Name(), unfinished) || !info.Mode().IsRegular() {
				continue
			}
			all = append(all, file{filepath.Join(s.dir, part.Name(), e.Name()), info.Size(), info.ModTime(), whole})
		}
	}
	return all, err
}

func isHex(name string, digits int) bool {
	return len(name) == digits && strings.Trim(name, "0123456789abcdef") == ""
}

// Uses are those of this process.
func (s *Store) Uses() Uses {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.uses
}

// Contents looks at the folder. One that is not there is empty.
func (s *Store) Contents() (c Contents, err error) {
	files, err := s.files()
	for _, f := range files {
		if f.whole {
			c.Entries++
		}
		c.Bytes += f.size
	}
	return c, err
}

// Clear takes all entries away, and nothing else that may lie in the folder.
func (s *Store) Clear() error {
	files, err := s.files()
	for _, f := range files {
		if e := os.Remove(f.name); e != nil && !errors.Is(e, fs.ErrNotExist) && err == nil {
			err = e
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held, s.before = 0, -1
	return err
}
