package driver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// A Build is a text for NVRTC.
type Build struct {
	File    string // of messages
	Source  string
	Prelude string   // read before the source: what it takes for granted
	Headers []string // of CUDA that it needs: cooperative_groups.h, cuda_fp16.h
	Options []string // NVRTC's, but for the architecture
	Kernel  string   // as C++ names it: "mtran", "mtran<32>"
	// Variables are the names of __device__ and __constant__ variables.
	Variables []string
}

// An Array is memory of the GPU for a launch.
type Array struct {
	Bytes   int64
	Blank   bool // all zeros
	Written bool // by the kernel
	Wanted  bool // its contents come back
	Mapped  bool // memory of the host
}

// A Pointer is the address of an array in the parameters.
type Pointer struct {
	Offset, Array int
	At            int64 // bytes behind the array's begin
}

// A Texture is a texture object in the parameters.
type Texture struct {
	Offset, Array      int
	Width, Height      int // texels; height 0 is one dimension
	Format, Channels   int // CUarray_format
	TexelBytes         int
	Address            int // CUaddress_mode
	Linear, Normalized bool
	ReadInteger        bool // texels of integers stay integers
	LinearMemory       bool // for tex1Dfetch
}

// A Variable is a __device__ or __constant__ variable with its contents.
type Variable struct {
	Bytes   int
	Written bool
}

// A Launch is what a worker is asked to run.
type Launch struct {
	Build       Build
	Grid, Block [3]int
	Shared      int    // bytes of dynamic shared memory
	Params      []byte // as the kernel expects them; addresses are put in
	Offsets     []int  // of the parameters in Params
	Pointers    []Pointer
	Textures    []Texture
	Arrays      []Array
	Variables   []Variable // in the order of Build.Variables
	Once        bool       // no repetitions for the time
	// Timeout bounds the launch: a kernel that runs longer is ended.
	Timeout time.Duration

	// Send writes the contents of the arrays that are not blank, then of the variables.
	Send func(w io.Writer) error `json:"-"`
}

// An Outcome is what a launch did.
type Outcome struct {
	Function Function
	Times    []float64 // seconds of each repetition
	Warm     bool      // Times are repetitions on copies; otherwise of the one launch
	Blocks   int       // resident on an SM
	Printed  []byte
	Arrays   [][]byte // contents of the wanted arrays, and of the written variables
}

// A Function is what the compiler made of a kernel.
type Function struct {
	Registers, StaticShared, Local, MaxThreads int
	Architecture                               string // "sm_90"
	Compiler                                   string // "NVRTC 13.0"
	Log                                        string // of the compiler
}

// A Copy is a transfer between host and GPU, to be timed.
type Copy struct {
	Bytes    int64
	ToDevice bool
	Pinned   bool
}

// An order is one message to the worker.
type order struct {
	Kind   string  // "cards", "build", "launch", "copy"
	Build  *Build  `json:",omitempty"`
	Launch *Launch `json:",omitempty"`
	Copy   *Copy   `json:",omitempty"`
}

// A reply is one message from the worker. The last one to an order is "done" or "error".
type reply struct {
	Kind     string // "phase", "ready", "done", "error"
	Phase    string
	Cards    []Properties `json:",omitempty"`
	Function *Function    `json:",omitempty"`
	Times    []float64    `json:",omitempty"`
	Warm     bool         `json:",omitempty"`
	Blocks   int          `json:",omitempty"`
	Sizes    []int64      `json:",omitempty"` // of the arrays that follow
	Error    *Error       `json:",omitempty"`
	Over     bool         `json:",omitempty"` // the worker can do no more
}

// An Error is what a card or its software refused.
type Error struct {
	Code int    // CUresult; 0 for what is no error of the driver
	Name string // CUDA_ERROR_ILLEGAL_ADDRESS
	What string // what was done
	Msg  string
	Log  string // of the compiler
	Late bool   `json:"-"` // it took too long
}

// Runs reports whether the kernel itself has begun.
func (e *Error) Runs() bool { return e.What == phaseLaunch || e.What == phaseRepeat }

func (e *Error) Error() string {
	text := e.Msg
	if e.Name != "" {
		text += " (" + e.Name + ")"
	}
	if e.What != "" {
		text = e.What + ": " + text
	}
	return text
}

// maxMessage is more than any message without its arrays has.
const maxMessage = 64 << 20

// writeMessage writes a value as one line.
func writeMessage(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// readMessage reads a line into a value.
func readMessage(r *bufio.Reader, v any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if err != bufio.ErrBufferFull {
			return err
		}
		if len(line) > maxMessage {
			return fmt.Errorf("driver: a message of more than %d bytes", maxMessage)
		}
	}
	return json.Unmarshal(line, v)
}

// The phases of a launch, as messages name them.
const (
	phaseStart   = "starting the GPU's worker process"
	phaseCompile = "compiling"
	phaseCopy    = "copying arrays to the GPU"
	phaseLaunch  = "running the kernel"
	phaseRepeat  = "repeating the kernel for its time"
)

// The marks in a worker's output around what the one launch prints: repetitions
// print it again.
var (
	markBegin = []byte("\x1e\x02warpbook launch\x1e")
	markEnd   = []byte("\x1e\x03warpbook launch\x1e")
)

// How long a worker may take before it is taken for stuck, where no launch has a limit of its own.
const (
	startTimeout = time.Minute
	busyTimeout  = 5 * time.Minute
	// grace is what a launch may take beyond its limit: for its repetitions.
	grace = time.Minute
	// farewell is how long a cell waits for a worker that was killed.
	farewell = 3 * time.Second
)
