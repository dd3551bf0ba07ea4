package kernel

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"warpbook.dev/internal/bytesize"
)

const (
	// spoolAfter is how much text of a cell is held in memory before it has a file.
	spoolAfter = 1 << 20
	// tailSize is how much of the end of a folded text is shown.
	tailSize = 8 << 10
)

// A fold is the text of one cell, of which a part may not be shown: the end of it is,
// and the whole is in a file.
type fold struct {
	spool *spool // nil where nothing is folded
	count int    // of the cell, for the name of the file

	begin []byte     // of the text, while there is no file
	file  *spoolFile // has the whole text
	shown int64      // bytes
	late  int64      // bytes shown though nobody waits for them
	left  *leftOut   // what is not shown; nil while all is
}

// leftOut is the folded part of a text.
type leftOut struct {
	bytes, lines int64
	tail         []byte // its end, at least tailSize bytes if it has so many
}

// add takes text that is printed and returns what is to be shown of it now. An error
// says that the rest can't be kept, and so must not be printed. With now set all
// that can be left out is: nobody waits for it any more.
func (f *fold) add(text string, now bool) (show string, err error) {
	if f.spool == nil {
		return text, nil
	}
	if err := f.keep(text); err != nil {
		if full := (*OutputError)(nil); f.left != nil || errors.As(err, &full) {
			return "", err
		}
		f.spool = nil // without a file nothing is left out
		return text, nil
	}
	if f.left != nil {
		f.left.add(text)
		return "", nil
	}
	room := f.spool.limits.Shown - f.shown
	if now {
		room = min(room, max(0, gatherSize-f.late))
		f.late += int64(len(text))
	}
	if int64(len(text)) <= room {
		f.shown += int64(len(text))
		return text, nil
	}
	if err := f.open(); err != nil {
		f.spool = nil
		return text, nil
	}
	show, rest := cut(text, int(room))
	f.left = &leftOut{}
	f.left.add(rest)
	return show + fmt.Sprintf("\n[more than %s are printed: the rest is left out here and the whole kept in %s until this kernel ends]\n",
		bytesize.Text(f.shown+int64(len(show))), f.file.name), nil
}

// keep notes text for the file.
func (f *fold) keep(text string) error {
	if f.file == nil && len(f.begin)+len(text) <= spoolAfter {
		f.begin = append(f.begin, text...)
		return nil
	}
	if err := f.open(); err != nil {
		return err
	}
	return f.file.write(text)
}

// open makes the file if there is none yet.
func (f *fold) open() (err error) {
	if f.file != nil {
		return nil
	}
	if f.file, err = f.spool.create(f.count); err != nil {
		return err
	}
	err = f.file.write(string(f.begin))
	f.begin = nil
	return err
}

// end is what is shown when the cell ends: how much was left out, and its last lines.
// The file stays only if something was.
func (f *fold) end() (show string) {
	if f.left != nil {
		show = f.left.String()
	}
	if f.file != nil {
		f.file.end(f.left != nil)
	}
	*f = fold{spool: f.spool, count: f.count}
	return show
}

func (l *leftOut) add(text string) {
	l.bytes += int64(len(text))
	l.lines += int64(strings.Count(text, "\n"))
	if l.tail = append(l.tail, text...); len(l.tail) > 4*tailSize {
		n := copy(l.tail, l.tail[len(l.tail)-tailSize:])
		l.tail = l.tail[:n]
	}
}

func (l *leftOut) String() string {
	tail := string(l.tail[max(0, len(l.tail)-tailSize):])
	if int64(len(tail)) < l.bytes { // then from the beginning of a line, or of a character
		if i := strings.IndexByte(tail, '\n'); i >= 0 && i < len(tail)-1 {
			tail = tail[i+1:]
		} else {
			for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
				tail = tail[1:]
			}
		}
	}
	return fmt.Sprintf("[%d lines, %s are left out here]\n%s", l.lines-int64(strings.Count(tail, "\n")),
		bytesize.Text(l.bytes-int64(len(tail))), tail)
}

// cut divides a text after at most n bytes: at the end of a line if there is one, or
// of a character.
func cut(text string, n int) (before, after string) {
	if i := strings.LastIndexByte(text[:n], '\n'); i >= 0 {
		return text[:i+1], text[i+1:]
	}
	n = wholeCharacters(text[:n])
	return text[:n], text[n:]
}
