//go:build linux && (amd64 || arm64) && !nogpu

package driver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/ebitengine/purego"
)

// A server is the worker process.
type server struct {
	index   int
	orders  *bufio.Reader
	replies *bufio.Writer

	cuda    *cuda
	nvrtc   *nvrtc
	card    Properties
	context uintptr
	made    map[string]*loaded // by the text of their orders
	flushC  func(file uintptr) int32
}

// serve is the worker process: args are those after the command. It returns the exit status.
func serve(args []string) int {
	index := -1
	if len(args) == 1 {
		index, _ = strconv.Atoi(args[0])
	}
	orders, replies := os.NewFile(3, "orders"), os.NewFile(4, "replies")
	if len(args) != 1 || !isPipe(orders) || !isPipe(replies) {
		fmt.Fprintln(os.Stderr, "warpbook: "+command+" is started by Warpbook itself")
		return 2
	}
	go func() {
		// The parent holds the other end: it has ended when there is nothing more to read.
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	runtime.LockOSThread() // the current context belongs to a thread
	s := &server{index: index, orders: bufio.NewReaderSize(orders, 1<<20), replies: bufio.NewWriterSize(replies, 1<<20),
		made: map[string]*loaded{}}
	for {
		var o order
		if err := readMessage(s.orders, &o); err != nil {
			return 0
		}
		if err := s.serve(&o); err != nil {
			e := &Error{}
			if !errors.As(err, &e) {
				e = &Error{Msg: err.Error()}
			}
			if err := s.reply(&reply{Kind: "error", Error: e, Over: s.over(e)}); err != nil {
				return 1
			}
		}
	}
}

// isPipe reports whether a file is what start hands over.
func isPipe(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// over reports whether the context is lost with an error: from then on the driver
// answers everything with it.
func (s *server) over(e *Error) bool {
	return e.Code != 0 && (s.context == 0 || s.cuda.ctxSynchronize() != 0)
}

func (s *server) reply(r *reply) error {
	if err := writeMessage(s.replies, r); err != nil {
		return err
	}
	return s.replies.Flush()
}

// phase tells what comes next, before it may take long.
func (s *server) phase(name string) error { return s.reply(&reply{Kind: "phase", Phase: name}) }

func (s *server) serve(o *order) error {
	switch o.Kind {
	case "cards":
		return s.cards()
	case "build":
		f, err := s.function(o.Build)
		if err != nil {
			return err
		}
		return s.reply(&reply{Kind: "done", Function: &f.Function})
	case "launch":
		return s.launch(o.Launch)
	case "copy":
		return s.copies(o.Copy)
	}
	return fmt.Errorf("unknown order %q", o.Kind)
}

// cards lists the cards, and says whether there is a compiler for them.
func (s *server) cards() error {
	c, err := loadCUDA()
	if err != nil {
		return err
	}
	var count int32
	if err := c.check(c.deviceGetCount(&count), "counting GPUs"); err != nil {
		return err
	}
	compiler, file := "", ""
	if n, err := loadNVRTC(); err != nil {
		compiler = err.Error()
	} else {
		compiler, file = n.String(), n.file
	}
	var all []Properties
	for i := range int(count) {
		p, err := c.properties(i)
		if err != nil {
			return err
		}
		p.Compiler, p.CompilerFile = compiler, file
		all = append(all, p)
	}
	return s.reply(&reply{Kind: "done", Cards: all})
}

// begin makes the card's context, once.
func (s *server) begin() error {
	if s.context != 0 {
		return nil
	}
	var err error
	if s.nvrtc, err = loadNVRTC(); err != nil {
		return err
	}
	if s.cuda, err = loadCUDA(); err != nil {
		return err
	}
	if s.card, err = s.cuda.properties(s.index); err != nil {
		return err
	}
	var device int32
	if err := s.cuda.check(s.cuda.deviceGet(&device, int32(s.index)), "asking for the GPU"); err != nil {
		return err
	}
	var context uintptr
	if err := s.cuda.check(s.cuda.primaryCtxRetain(&context, device), "making a context"); err != nil {
		return err
	}
	if err := s.cuda.check(s.cuda.ctxSetCurrent(context), "making the context current"); err != nil {
		return err
	}
	s.context = context
	if libc, _, err := open([]string{"libc.so.6"}, nil); err == nil {
		if address, err := purego.Dlsym(libc, "fflush"); err == nil {
			purego.RegisterFunc(&s.flushC, address)
		}
	}
	return nil
}

// mark writes a mark to the output, behind what the C library holds back.
func (s *server) mark(mark []byte) error {
	if s.flushC != nil {
		s.flushC(0)
	}
	_, err := os.Stdout.Write(mark)
	return err
}

// A loaded kernel is ready to be launched.
type loaded struct {
	Function
	module, function uintptr
	variables        []uint64 // addresses
	sizes            []uint64
}

// maxLoaded is how many modules are kept.
const maxLoaded = 64

// The attributes of functions, of CUfunction_attribute.
const (
	attributeMaxThreads    = 0
	attributeStaticShared  = 1
	attributeLocal         = 3
	attributeRegisters     = 4
	attributeDynamicShared = 8 // that a launch may have
)

// function compiles and loads a kernel, or finds it.
func (s *server) function(b *Build) (*loaded, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%q", *b)
	if f := s.made[key]; f != nil {
		return f, nil
	}
	if err := s.phase(phaseCompile); err != nil {
		return nil, err
	}
	made, err := s.nvrtc.build(b, s.card.Major, s.card.Minor)
	if err != nil {
		return nil, err
	}
	if len(s.made) >= maxLoaded {
		for key, f := range s.made {
			s.cuda.moduleUnload(f.module)
			delete(s.made, key)
		}
	}
	f := &loaded{Function: Function{Architecture: made.arch, Compiler: s.nvrtc.String(), Log: made.log}}
	if err := s.cuda.check(s.cuda.moduleLoadData(&f.module, &made.image[0]), "loading "+b.Kernel); err != nil {
		return nil, err
	}
	if err := s.cuda.check(s.cuda.moduleGetFunction(&f.function, f.module, cBytes(made.kernel)), "finding "+b.Kernel); err != nil {
		return nil, err
	}
	for _, a := range []struct {
		attribute int32
		to        *int
	}{{attributeMaxThreads, &f.MaxThreads}, {attributeStaticShared, &f.StaticShared}, {attributeLocal, &f.Local},
		{attributeRegisters, &f.Registers}} {
		var value int32
		if err := s.cuda.check(s.cuda.funcGetAttribute(&value, a.attribute, f.function), "asking about "+b.Kernel); err != nil {
			return nil, err
		}
		*a.to = int(value)
	}
	for i, name := range made.variables {
		var address, size uint64
		if err := s.cuda.check(s.cuda.moduleGetGlobal(&address, &size, f.module, cBytes(name)), "finding "+b.Variables[i]); err != nil {
			return nil, err
		}
		f.variables, f.sizes = append(f.variables, address), append(f.sizes, size)
	}
	s.made[key] = f
	return f, nil
}
