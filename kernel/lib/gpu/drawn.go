package gpu

import (
	"go.starlark.net/starlark"

	"warpbook.dev/gpumodel"
	"warpbook.dev/kernel/lib/face"
	"warpbook.dev/kernel/lib/figure"
	"warpbook.dev/kernel/lib/plot"
)

// Each picture that package figure declares is a built-in: of results, lists of them, and a title.
var _ = func() struct{} {
	for _, p := range figure.Pictures {
		registry.Declare(face.Row[*Library]{Name: p.Name, Page: "pictures.md", Func: drawn(p), Doc: p.Doc})
	}
	return struct{}{}
}()

// drawn makes a built-in of a picture.
func drawn(p figure.Picture) face.Function {
	return func(c face.Call) (starlark.Value, error) {
		title := ""
		if err := c.Keywords().Unpack("title??", &title); err != nil {
			return nil, err
		}
		var launches []*gpumodel.Result
		for _, v := range face.Flattened(c.Args) {
			r, ok := v.(*Result)
			if !ok {
				return nil, face.TypeErrorf("%s: want results of launches, got %s", c.Name, face.Describe(v))
			}
			r, err := r.modelled(c)
			if err != nil {
				return nil, err
			}
			launches = append(launches, r.result)
		}
		if len(launches) == 0 {
			return nil, face.TypeErrorf("%[1]s: give results of launches, as in %[1]s(run(\"transpose/padded\", n=512))", c.Name)
		}
		f, err := p.Draw(c.Ctx(), launches)
		if err != nil {
			return nil, pictureFault(c, err, launches[0].Kernel)
		}
		if title != "" {
			f.Title = title
		}
		return plot.NewFigure(f)
	}
}
