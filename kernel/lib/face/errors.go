package face

import "fmt"

// An Error is an error with Python's name for it.
type Error struct{ Name, Msg string }

func (e *Error) Error() string { return e.Msg }

// ErrorName is what a traceback calls the error.
func (e *Error) ErrorName() string { return e.Name }

// Errorf is an error of a name.
func Errorf(name, format string, args ...any) error {
	return &Error{name, fmt.Sprintf(format, args...)}
}

// TypeErrorf is the error of a value of a wrong type.
func TypeErrorf(format string, args ...any) error { return Errorf("TypeError", format, args...) }

// ValueErrorf is the error of a wrong value.
func ValueErrorf(format string, args ...any) error { return Errorf("ValueError", format, args...) }

// IndexErrorf is the error of an index out of range.
func IndexErrorf(format string, args ...any) error { return Errorf("IndexError", format, args...) }

// RuntimeErrorf is the error of what could not be done.
func RuntimeErrorf(format string, args ...any) error { return Errorf("RuntimeError", format, args...) }

// ErrorName is Python's name for an error, TypeError where it has none.
func ErrorName(err error) string {
	if named, ok := err.(interface{ ErrorName() string }); ok {
		return named.ErrorName()
	}
	return "TypeError"
}
