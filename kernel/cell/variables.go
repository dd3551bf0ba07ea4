package cell

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
)

const (
	// variablePatience is how long a panel of variables waits for the running cell.
	variablePatience = 200 * time.Millisecond
	// shownMembers is how many elements of a value the panel is given.
	shownMembers = 200
)

var errChanging = errors.New("a cell is running and changes them; ask again when it is done")

// A panel remembers the values that a front end may open, by number.
type panel []starlark.Value

// Variables implements [kernel.Interpreter].
func (s *Session) Variables(reference int) (list []kernel.Variable, err error) {
	if !s.turn.takeWithin(variablePatience) {
		return nil, errChanging
	}
	defer s.turn.release()
	if reference == 0 {
		s.panel = nil
		for _, name := range s.names(true) {
			v, _ := s.lookup(name)
			list = append(list, s.variable(name, v))
		}
		return list, nil
	}
	if reference < 0 || reference > len(s.panel) {
		return nil, fmt.Errorf("there is no variable %d", reference)
	}
	defer func() {
		if p := recover(); p != nil { // an Attr of a library
			err = fmt.Errorf("%v", p)
		}
	}()
	members(s.panel[reference-1], func(name string, v starlark.Value) bool {
		list = append(list, s.variable(name, v))
		return len(list) < shownMembers
	})
	return list, nil
}

// Show implements [kernel.Interpreter].
func (s *Session) Show(name string) (b kernel.Bundle, err error) {
	if !s.turn.takeWithin(variablePatience) {
		return b, errChanging
	}
	defer s.turn.release()
	sub, ok := s.path(name)
	if !ok || sub.value == nil || sub.example {
		return b, &nameError{name}
	}
	defer func() {
		if p := recover(); p != nil { // a MIMEBundle of a library
			err = fmt.Errorf("%v", p)
		}
	}()
	return bundleOf(sub.value), nil
}

// variable is the row of a value.
func (s *Session) variable(name string, v starlark.Value) kernel.Variable {
	row := kernel.Variable{Name: name, Type: v.Type(), Value: s.safeText(v)}
	if openable(v) {
		s.panel = append(s.panel, v)
		row.Reference = len(s.panel)
	}
	return row
}

// openable reports whether a value has members.
func openable(v starlark.Value) (yes bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	members(v, func(string, starlark.Value) bool { yes = true; return false })
	return yes
}

// members calls yield for what is in a value until it returns false: the entries of
// a dict, the elements of a list, the attributes that are no methods.
func members(v starlark.Value, yield func(name string, v starlark.Value) bool) {
	switch v := v.(type) {
	case starlark.String, starlark.Bytes:
		return
	case starlark.IterableMapping:
		for _, item := range v.Items() {
			if !yield(Brief(item[0], 60), item[1]) {
				return
			}
		}
		return
	case starlark.Indexable:
		for i := range v.Len() {
			if !yield("["+strconv.Itoa(i)+"]", v.Index(i)) {
				return
			}
		}
		return
	case starlark.HasAttrs:
		for _, name := range v.AttrNames() {
			member, err := v.Attr(name)
			if _, method := member.(starlark.Callable); err != nil || member == nil || method {
				continue
			}
			if !yield(name, member) {
				return
			}
		}
	}
}
