//go:build !linux || !(amd64 || arm64) || nogpu

package driver

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// errNone says why this program cannot use a real GPU.
var errNone = &Error{Msg: fmt.Sprintf("this build of Warpbook (%s/%s) has no support for real GPUs: they need Linux on amd64 or arm64, and a build without the tag nogpu", runtime.GOOS, runtime.GOARCH)}

// A worker is never started here.
type worker struct{ over bool }

func start(int) (*worker, error) { return nil, errNone }

func (*worker) alive() bool { return false }
func (*worker) end()        {}

func (*worker) ask(context.Context, order, time.Duration, func(*reply) (time.Duration, error)) (*reply, error) {
	return nil, errNone
}

func (*worker) launch(context.Context, Launch) (*Outcome, error) { return nil, errNone }

// Present reports whether there are signs of a GPU, at no cost.
func Present() bool { return false }

func serve([]string) int { return 2 }
