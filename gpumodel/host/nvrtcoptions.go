package host

import (
	"fmt"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel"
)

// rtcOptions are what the options of the run-time compiler ask for.
type rtcOptions struct {
	gpumodel.Options
	include []string
	arch    int
	virtual bool // compute_75, of which any later card makes its own code; else sm_75
}

// An rtcOption is an option with its names. set is nil where nothing changes here.
type rtcOption struct {
	names string
	value bool // it has one, behind = or as the next option
	set   func(o *rtcOptions, value string) error
}

var rtcTable = []rtcOption{
	{"--gpu-architecture -arch", true, (*rtcOptions).setArch},
	{"--define-macro -D", true, func(o *rtcOptions, v string) error {
		name, text, found := strings.Cut(v, "=")
		if !found {
			text = "1"
		}
		o.Defines[name] = text
		return nil
	}},
	{"--undefine-macro -U", true, func(o *rtcOptions, v string) error { delete(o.Defines, v); return nil }},
	{"--include-path -I", true, func(o *rtcOptions, v string) error { o.include = append(o.include, v); return nil }},
	{"--use_fast_math -use_fast_math", false, func(o *rtcOptions, v string) error { o.FastMath = true; return nil }},
	{"--ftz -ftz", true, isTrue(func(o *rtcOptions, yes bool) { o.Flush = yes })},
	{"--prec-div -prec-div", true, isTrue(func(o *rtcOptions, yes bool) { o.FastDivision = !yes })},
	{"--prec-sqrt -prec-sqrt", true, isTrue(func(o *rtcOptions, yes bool) { o.FastSqrt = !yes })},
	{"--fmad -fmad", true, isTrue(func(o *rtcOptions, yes bool) { o.NoContraction = !yes })},
	{"--maxrregcount -maxrregcount", true, func(o *rtcOptions, v string) (err error) { o.MaxRegisters, err = strconv.Atoi(v); return err }},
	{"--std -std --ptxas-options -Xptxas --pre-include -include --diag-suppress -diag-suppress --diag-error -diag-error --diag-warn -diag-warn " +
		"--split-compile -split-compile --minimal -minimal --optimization-info -opt-info --Ofast-compile -Ofc --brief-diagnostics -brief-diag", true, nil},
	{"--device-c -dc --device-w -dw --relocatable-device-code -rdc --extensible-whole-program -ewp --device-debug -G --generate-line-info -lineinfo " +
		"--extra-device-vectorization -extra-device-vectorization --device-as-default-execution-space -default-device --restrict -restrict --disable-warnings -w " +
		"--builtin-move-forward -builtin-move-forward --builtin-initializer-list -builtin-initializer-list --modify-stack-limit -modify-stack-limit " +
		"--display-error-number -err-no --no-display-error-number -no-err-no --dlink-time-opt -dlto --gen-opt-lto -gen-opt-lto --no-source-include -no-source-include " +
		"--dopt -dopt --ptxas-warnings --pch -pch --time -time --extended-lambda -extended-lambda --expt-relaxed-constexpr", false, nil},
}

func isTrue(set func(o *rtcOptions, yes bool)) func(o *rtcOptions, v string) error {
	return func(o *rtcOptions, v string) error {
		if v != "true" && v != "false" {
			return fmt.Errorf("want true or false, got %q", v)
		}
		set(o, v == "true")
		return nil
	}
}

// setArch reads compute_75 or sm_75. What follows the number (90a) says that only this card will do.
func (o *rtcOptions) setArch(v string) error {
	number, virtual := strings.CutPrefix(v, "compute_")
	if !virtual {
		number, _ = strings.CutPrefix(v, "sm_")
	}
	n, err := strconv.Atoi(strings.TrimRight(number, "af"))
	if err != nil || number == v {
		return fmt.Errorf("want compute_NN or sm_NN, got %q", v)
	}
	o.arch, o.virtual = n, virtual
	return nil
}

// options reads the options of an image. Without an architecture NVRTC compiles for a virtual one that all cards have.
func (im *image) options() (*rtcOptions, error) {
	o := &rtcOptions{Options: gpumodel.Options{Defines: map[string]string{"__CUDACC_RTC__": "1"}}, virtual: true}
	for i := 0; i < len(im.Options); i++ {
		word := strings.TrimSpace(im.Options[i])
		option, value, joined := rtcOptionOf(word)
		if option == nil {
			return nil, fmt.Errorf("nvrtc: error: unrecognized option %s found", word)
		}
		if option.value && !joined && i+1 < len(im.Options) && option.set != nil {
			i++
			value = strings.TrimSpace(im.Options[i])
		}
		if option.set == nil {
			continue
		}
		if err := option.set(o, value); err != nil {
			return nil, fmt.Errorf("nvrtc: error: option %s: %w", word, err)
		}
	}
	return o, nil
}

// rtcOptionOf finds an option, and a value that is joined to it: --std=c++17, -DN=4.
func rtcOptionOf(word string) (option *rtcOption, value string, joined bool) {
	for i := range rtcTable {
		for _, name := range strings.Fields(rtcTable[i].names) {
			rest, ok := strings.CutPrefix(word, name)
			switch {
			case !ok:
			case rest == "":
				return &rtcTable[i], "", false
			case rest[0] == '=':
				return &rtcTable[i], rest[1:], true
			case len(name) == 2 && rtcTable[i].value: // -I, -D and -U
				return &rtcTable[i], strings.TrimSpace(rest), true
			}
		}
	}
	return nil, "", false
}
