package cuda

import (
	"slices"
	"strings"
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// Mathematical functions that are CUDA C++ text of ours, as nvcc has them: value and cost come from the same operations. A
// device without fused multiply-add, -use_fast_math and host code have another function instead: see [Func.Builtin].

// mathFiles are the texts in the library, each with the functions that it has. A name with an f at its end is of float.
var mathFiles = map[string]string{
	"quadrant.cuh reduction.cuh bessel.cuh":                      "j0f j1f jnf y0f y1f ynf",
	"quadrant_double.cuh reduction_double.cuh bessel_double.cuh": "j0 j1 jn y0 y1 yn",
	"besseli.cuh": "cyl_bessel_i0f cyl_bessel_i1f",
	"reciprocalroot_double.cuh besseli_double.cuh":    "cyl_bessel_i0 cyl_bessel_i1",
	"error.cuh erfcx.cuh":                             "erff erfcf normcdff normcdfinvf erfinvf erfcinvf erfcxf",
	"reciprocalroot_double.cuh erfinv_double.cuh":     "erfinv erfcinv normcdfinv",
	"expnear_double.cuh error_double.cuh":             "erf erfc erfcx normcdf",
	"exp.cuh":                                         "expf exp10f",
	"expnear_double.cuh exp_double.cuh":               "exp exp2 exp10",
	"exp2.cuh":                                        "exp2f",
	"expm1.cuh":                                       "expm1f",
	"expnear_double.cuh expm1_double.cuh":             "expm1 sinh cosh tanh",
	"hyperbolic.cuh":                                  "sinhf coshf tanhf",
	"inverse.cuh":                                     "asinf acosf atanf atan2f",
	"inverse_double.cuh":                              "asin acos atan atan2",
	"quadrant.cuh lgamma.cuh":                         "lgammaf",
	"quadrant_double.cuh lgamma_double.cuh":           "lgamma",
	"log.cuh":                                         "logf log10f log2f",
	"log_double.cuh":                                  "log log2 log10",
	"log1p.cuh":                                       "log1pf acoshf asinhf atanhf",
	"log1p_double.cuh":                                "log1p acosh asinh atanh",
	"norm.cuh":                                        "hypotf rhypotf norm3df rnorm3df norm4df rnorm4df normf rnormf",
	"reciprocalroot_double.cuh norm_double.cuh":       "rsqrt hypot rhypot norm3d rnorm3d norm4d rnorm4d norm rnorm",
	"parts.cuh":                                       "frexpf modff ldexpf scalbnf scalblnf ilogbf logbf nextafterf fdimf",
	"parts_double.cuh":                                "frexp modf ldexp scalbn scalbln ilogb logb nextafter fdim",
	"halfturns.cuh pi.cuh":                            "sinpif cospif sincospif",
	"quadrant_double.cuh pi_double.cuh":               "sinpi cospi sincospi",
	"pair.cuh pow.cuh":                                "powf",
	"pair_double.cuh power_double.cuh pow_double.cuh": "pow",
	"remainder.cuh":                                   "fmodf remainderf remquof",
	"remainder_double.cuh":                            "fmod remainder remquo",
	"root.cuh":                                        "cbrtf rcbrtf",
	"root_double.cuh":                                 "cbrt rcbrt",
	"halfturns.cuh pair.cuh tgamma.cuh":               "tgammaf",
	"expnear_double.cuh quadrant_double.cuh pair_double.cuh power_double.cuh tgamma_double.cuh": "tgamma",
	"quadrant.cuh reduction.cuh trig.cuh":                                                       "sinf cosf tanf sincosf",
	"quadrant_double.cuh reduction_double.cuh trig_double.cuh":                                  "sin cos sincos tan",
}

// mathTexts are the files of mathFiles by function.
var mathTexts = sync.OnceValue(func() map[string]string {
	files := map[string]string{}
	for file, names := range mathFiles {
		for _, name := range strings.Fields(names) {
			files[name] = file
		}
	}
	return files
})

// textOf is the name that an overload of a built-in function has among mathTexts, empty without a text: exp of a float is expf.
func textOf(name string, params []*Type) string {
	if !inDouble(params) && slices.ContainsFunc(builtins()[name], func(b Builtin) bool { return inDouble(b.Params) }) {
		name += "f"
	}
	if mathTexts()[name] == "" {
		return ""
	}
	return name
}

// inDouble tells whether a function of those parameters is one of doubles.
func inDouble(params []*Type) bool {
	return slices.ContainsFunc(params, func(t *Type) bool { return t.Kind == Double || t.Kind == Pointer && t.Elem.Kind == Double })
}

// IsText tells whether a built-in function of that name is a text of ours for each type that it takes.
func IsText(name string) bool {
	overloads := builtins()[name]
	for _, b := range overloads {
		if textOf(name, b.Params) == "" {
			return false
		}
	}
	return len(overloads) > 0
}

// readMath reads a text.
func (p *parser) readMath(file string, at *token.Token) {
	if p.math == nil {
		p.math = map[string]map[string]*Func{}
	}
	functions := p.ownText(mathFormulas+" "+file, at, strings.Fields(mathFiles[file])...)
	for name, fn := range functions {
		fn.Builtin = name
	}
	p.math[file] = functions
}

// mathFormulas are the macros of the texts.
const mathFormulas = "formulas.cuh"

// mathCall is the call of our own text, if the built-in function has one.
func (p *parser) mathCall(t *token.Token, call *Call, params []*Type) Expr {
	name := textOf(call.Builtin, params)
	file := mathTexts()[name]
	if name == "" || p.fn == nil || p.math[file] == nil && p.wholeFile {
		return call
	}
	if p.math[file] == nil {
		p.readMath(file, t)
	}
	return p.finishCall(t, p.math[file][name], call.Args)
}

// mathOf are the texts of the functions that a name may call.
func mathOf(name string) (files []string) {
	for _, n := range []string{name, name + "f"} {
		if file := mathTexts()[n]; file != "" {
			files = append(files, file)
		}
	}
	return files
}
