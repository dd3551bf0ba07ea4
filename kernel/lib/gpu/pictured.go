package gpu

import (
	"errors"

	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/array"
	"warpbook.dev/kernel/lib/cudacell"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
)

// pictureFault returns the error of a picture of k. Errors of package figure are about the arguments, those of the model about
// the launch.
func pictureFault(c face.Call, err error, k *gpumodel.Kernel) error {
	if refused := (*figure.Error)(nil); errors.As(err, &refused) {
		return face.ValueErrorf("%s: %v", c.Name, refused)
	}
	return cudacell.Launching(err, k)
}

// pictured reads the launch of a picture from the first positional arguments of a call: a result, or kernel, grid, block and
// args as in launch(…). In the second case only what the picture needs is run. It also returns the call with the
// remaining arguments.
func (l *Library) pictured(c face.Call) (*Result, face.Call, error) {
	rest := c.Keywords()
	if len(c.Args) == 0 {
		return nil, rest, face.TypeErrorf("%[1]s: give the result of a launch, as in %[1]s(run(\"transpose/naive\", n=512))", c.Name)
	}
	if r, ok := c.Args[0].(*Result); ok {
		rest.Args = c.Args[1:]
		r, err := r.modelled(c)
		return r, rest, err
	}
	_, isKernel := c.Args[0].(*Kernel)
	if _, isName := c.Args[0].(starlark.String); !isKernel && !isName {
		return nil, rest, face.TypeErrorf("%s: want the result of a launch, or kernel, grid, block and args, got %s", c.Name,
			face.Describe(c.Args[0]))
	}
	if len(c.Args) < 4 {
		return nil, rest, face.TypeErrorf("%[1]s: %[2]s: give grid, block and the list of arguments too, as in %[1]s(k, 16, 256, [a, b])", c.Name,
			face.Describe(c.Args[0]))
	}
	rest.Args = c.Args[4:]
	r, err := l.unrun(c)
	return r, rest, err
}

// picturedAll takes several results, or one launch as pictured does.
func (l *Library) picturedAll(c face.Call) ([]*Result, error) {
	args := face.Flattened(c.Args)
	all := make([]*Result, 0, len(args))
	for _, v := range args {
		r, ok := v.(*Result)
		if !ok {
			break
		}
		m, err := r.modelled(c)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) == len(args) && len(all) > 0 {
		return all, nil
	}
	r, rest, err := l.pictured(c)
	if err == nil && len(rest.Args) > 0 {
		err = face.TypeErrorf("%s: %s is not the result of a launch", c.Name, face.Describe(rest.Args[0]))
	}
	return []*Result{r}, err
}

// unrun returns a launch that has not been run, as a result without times and counters.
func (l *Library) unrun(c face.Call) (*Result, error) {
	k, err := l.KernelOf(c.Args[0])
	if err != nil {
		return nil, err
	}
	g, err := newGeometry(c.Args[1], c.Args[2], starlark.MakeInt(0))
	if err != nil {
		return nil, err
	}
	args, ok := c.Args[3].(starlark.Iterable)
	if _, isArray := args.(*array.Array); !ok || isArray {
		return nil, face.TypeErrorf("%s: args is the list of all arguments, got %s; write [a, …]", c.Name, face.Describe(c.Args[3]))
	}
	d, err := l.modelOf(nil)
	if err != nil {
		return nil, err
	}
	launch, err := k.prepare(d, g, face.Collect(args))
	if err != nil {
		return nil, err
	}
	return &Result{result: &gpumodel.Result{Device: d, Kernel: k.kernel, Launch: launch}, library: l}, nil
}
