package session

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"warpbook.dev/kernel"
	"warpbook.dev/kernel/cell"
)

// An operation is what a request asks for: either within a run of the session, as a cell, or outside of one.
type operation struct {
	within  func(r *request, run *cell.Run) (any, error)
	outside func(r *request) (any, *failure)
}

// operations are all that a request can ask for, besides "interrupt" and "answer".
var operations = map[string]operation{
	"cell":     {outside: (*request).execute},  // code: runs a cell; its value, and the names that it has bound
	"complete": {outside: (*request).complete}, // code, cursor
	"inspect":  {outside: (*request).inspect},  // code, cursor, detail: a bundle, or null
	"names":    {outside: (*request).names},    // the built-ins: names, signatures, docs
	"magics":   {outside: (*request).magics},   // the names of cell magics and of line magics

	"get":      {within: (*request).get},      // name: the value of a global or a built-in
	"set":      {within: (*request).set},      // name, value
	"attr":     {within: (*request).attr},     // of, name: of.name
	"setattr":  {within: (*request).setAttr},  // of, name, value
	"dir":      {within: (*request).dir},      // of: the names of its attributes
	"index":    {within: (*request).index},    // of, key: of[key]
	"setindex": {within: (*request).setIndex}, // of, key, value
	"call":     {within: (*request).call},     // of, args, kwargs: of(*args, **kwargs)
	"len":      {within: (*request).length},   // of
	"iterate":  {within: (*request).iterate},  // of: a list of its elements
	"truth":    {within: (*request).truth},    // of: whether it counts as true
	"doc":      {within: (*request).doc},      // of: its signature and its doc
	"text":     {within: (*request).text},     // of: as repr shows it
	"bundle":   {within: (*request).bundle},   // of: as a notebook shows it
}

func operationNames() []string {
	return append(slices.Sorted(maps.Keys(operations)), "answer", "interrupt")
}

// execute runs a cell.
func (r *request) execute() (any, *failure) {
	out := &output{request: r}
	outcome := r.server.session.Execute(r.ctx, r.cell(), out)
	for _, page := range outcome.Payload {
		r.event(event{Event: "payload", Data: page})
	}
	if outcome.Error != nil {
		return nil, failureOf(outcome.Error)
	}
	reply := map[string]any{"value": nil}
	e := r.server.session.Do(r.ctx, r.cell(), out, "cell", func(run *cell.Run) (err error) {
		if v, ok := run.Get("_"); ok && out.result {
			if reply["value"], err = r.encode(v); err != nil {
				return err
			}
		}
		bound := [][2]any{}
		for _, name := range r.server.takeBound() {
			v, ok := run.Get(name)
			if !ok || strings.HasPrefix(name, "·") {
				continue
			}
			x, err := r.encode(v)
			if err != nil {
				return err
			}
			bound = append(bound, [2]any{name, x})
		}
		reply["bound"] = bound
		return nil
	})
	if e != nil {
		return nil, failureOf(e)
	}
	return reply, nil
}

func (r *request) complete() (any, *failure) {
	c := r.server.session.Complete(r.Code, r.Cursor)
	matches := []map[string]string{}
	for _, m := range c.Matches {
		matches = append(matches, map[string]string{"text": m.Text, "type": m.Type, "signature": m.Signature})
	}
	return map[string]any{"start": c.Start, "end": c.End, "matches": matches}, nil
}

func (r *request) inspect() (any, *failure) {
	b, ok := r.server.session.Inspect(r.Code, r.Cursor, r.Detail)
	if !ok {
		return nil, nil
	}
	return bundleOf(b), nil
}

func (r *request) names() (any, *failure) {
	names := []map[string]any{}
	for _, e := range r.server.session.Entries() {
		if strings.HasPrefix(e.Name, "·") {
			continue
		}
		d := cell.ParseDoc(e.Doc)
		names = append(names, map[string]any{"name": e.Name, "signature": d.Signature, "doc": e.Doc, "page": e.Page,
			"builtin": e.Value != nil})
	}
	return names, nil
}

func (r *request) magics() (any, *failure) {
	ofCells, ofLines := r.server.session.Magics()
	return map[string]any{"cell": ofCells, "line": ofLines}, nil
}

func (r *request) get(*cell.Run) (any, error) {
	v, err := r.server.global(r.Name)
	if err != nil {
		return nil, err
	}
	return r.encode(v)
}

func (r *request) set(run *cell.Run) (any, error) {
	v, err := r.decode(r.Value)
	if err == nil {
		run.Set(r.Name, v)
		r.server.takeBound() // the other side knows
	}
	return nil, err
}

func (r *request) attr(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	v, err := attribute(of, r.Name)
	if err != nil {
		return nil, err
	}
	return r.encode(v)
}

func (r *request) setAttr(*cell.Run) (any, error) {
	of, v, err := r.both(r.Of, r.Value)
	if err != nil {
		return nil, err
	}
	x, ok := of.(starlark.HasSetField)
	if !ok {
		return nil, errorf("AttributeError", "the attributes of %s cannot be set", of.Type())
	}
	return nil, x.SetField(r.Name, v)
}

func (r *request) dir(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if x, ok := of.(starlark.HasAttrs); ok && err == nil {
		return x.AttrNames(), nil
	}
	return []string{}, err
}

func (r *request) index(*cell.Run) (any, error) {
	of, key, err := r.both(r.Of, r.Key)
	if err != nil {
		return nil, err
	}
	v, err := element(of, key)
	if err != nil {
		return nil, err
	}
	return r.encode(v)
}

func (r *request) setIndex(*cell.Run) (any, error) {
	of, key, err := r.both(r.Of, r.Key)
	if err != nil {
		return nil, err
	}
	v, err := r.decode(r.Value)
	if err != nil {
		return nil, err
	}
	x, ok := of.(starlark.HasSetKey)
	if !ok {
		return nil, errorf("TypeError", "%s does not support item assignment", of.Type())
	}
	return nil, x.SetKey(key, v)
}

func (r *request) call(run *cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	args := make(starlark.Tuple, len(r.Args))
	for i, x := range r.Args {
		if args[i], err = r.decode(x); err != nil {
			return nil, err
		}
	}
	kwargs := make([]starlark.Tuple, len(r.Kwargs))
	for i, pair := range r.Kwargs {
		name, v, err := r.both(pair[0], pair[1])
		if err != nil {
			return nil, err
		}
		kwargs[i] = starlark.Tuple{name, v}
	}
	v, err := starlark.Call(run.Thread(), of, args, kwargs)
	if err != nil {
		return nil, err
	}
	return r.encode(v)
}

func (r *request) length(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	n := starlark.Len(of)
	if n < 0 {
		return nil, errorf("TypeError", "%s has no len()", of.Type())
	}
	return n, nil
}

func (r *request) iterate(run *cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	all, ok := of.(starlark.Iterable)
	if !ok {
		return nil, errorf("TypeError", "%s is not iterable", of.Type())
	}
	list := []any{}
	for v := range starlark.Elements(all) {
		x, err := r.encode(v)
		if err != nil {
			return nil, err
		}
		if list = append(list, x); run.Context().Err() != nil {
			return nil, run.Context().Err()
		}
	}
	return list, nil
}

func (r *request) truth(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	return bool(of.Truth()), nil
}

func (r *request) doc(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	signature, doc := r.server.session.DocOf(of)
	return map[string]any{"signature": signature, "doc": doc}, nil
}

func (r *request) text(*cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	return cell.Repr(of), nil
}

func (r *request) bundle(run *cell.Run) (any, error) {
	of, err := r.decode(r.Of)
	if err != nil {
		return nil, err
	}
	b, err := run.Bundle(of)
	if err != nil {
		return nil, err
	}
	return bundleOf(b), nil
}

// bundleOf is a bundle as a reply has it.
func bundleOf(b kernel.Bundle) map[string]any {
	data, metadata := kernel.Encodable(b)
	return map[string]any{"data": data, "metadata": metadata}
}
