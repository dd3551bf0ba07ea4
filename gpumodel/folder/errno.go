package folder

import (
	"errors"
	"io/fs"
)

// Linux's numbers of errors, which programs see on every system.
const (
	eperm, enoent, eio, ebadf, eacces, eexist, enotdir, eisdir, einval, efbig, enametoolong, enotempty, eloop, edquot = 1, 2, 5, 9, 13,
		17, 20, 21, 22, 27, 36, 39, 40, 122
)

// Errnos that only what opens files for programs has.
const (
	EBADF, ENOMEM, EINVAL, EMFILE, ESPIPE = ebadf, 12, einval, 24, 29
)

// Errno is Linux's number of an error.
func Errno(err error) int {
	var e *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.Number
	case systemNumber(err) != 0:
		return systemNumber(err)
	case errors.Is(err, fs.ErrNotExist):
		return enoent
	case errors.Is(err, fs.ErrExist):
		return eexist
	case errors.Is(err, fs.ErrPermission):
		return eacces
	}
	return eio
}

// Missing reports whether an error says that there is no such file.
func Missing(err error) bool { return Errno(err) == enoent }

// wrong is an error of the system with its number, without the words around it.
func wrong(name string, err error) error {
	var e *Error
	if errors.As(err, &e) && e.Name == "" { // it is about all files
		return &Error{name, e.Why, e.Number, e.Refused}
	}
	if err == nil || e != nil {
		return err
	}
	why := err.Error()
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		why = path.Err.Error()
	}
	if errors.Is(err, fs.ErrNotExist) {
		why = "there is no such file"
	}
	return &Error{name, why, Errno(err), false}
}
