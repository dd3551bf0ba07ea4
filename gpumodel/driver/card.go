package driver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Properties are what a card says of itself.
type Properties struct {
	Index             int
	Name              string // "NVIDIA H200"
	Major, Minor      int    // compute capability
	MemoryBytes       int64
	Attributes        map[string]int // by the names of attributes
	DriverVersion     int            // of CUDA that the driver is for: 13000 is 13.0
	Compiler          string         // "NVRTC 13.0", or why there is none
	DriverFile        string
	CompilerFile      string
	DriverDescription string // of the kernel's module: "580.65.06"
}

// ComputeCapability is "9.0".
func (p *Properties) ComputeCapability() string { return fmt.Sprintf("%d.%d", p.Major, p.Minor) }

// CUDA is the version of CUDA that the driver is for: "13.0".
func (p *Properties) CUDA() string {
	return fmt.Sprintf("%d.%d", p.DriverVersion/1000, p.DriverVersion%1000/10)
}

// attributes are CUdevice_attribute's values, by the names that Properties gives them.
var attributes = map[string]int32{
	"max_threads_per_block": 1, "max_block_x": 2, "max_block_y": 3, "max_block_z": 4,
	"max_grid_x": 5, "max_grid_y": 6, "max_grid_z": 7, "max_shared_per_block": 8, "warp_size": 10,
	"max_registers_per_block": 12, "clock_khz": 13, "sms": 16, "map_host_memory": 19,
	"max_texture_1d": 21, "max_texture_2d_x": 22, "max_texture_2d_y": 23, "ecc": 32, "memory_clock_khz": 36,
	"memory_bus_bits": 37, "l2_bytes": 38, "max_threads_per_sm": 39, "copy_engines": 40, "max_texture_1d_linear": 69,
	"compute_capability_major": 75, "compute_capability_minor": 76, "shared_per_sm": 81, "registers_per_sm": 82,
	"max_shared_per_block_optin": 97, "max_blocks_per_sm": 106, "reserved_shared_per_block": 111,
}

// known are the cards of this machine, once they have answered.
var known struct {
	sync.Mutex
	cards []Properties
	open  map[int]*Card
}

// Cards lists the GPUs of this machine in CUDA's order. The error says why there
// are none that can be used. A list that was found is kept.
func Cards(ctx context.Context) ([]Properties, error) {
	known.Lock()
	defer known.Unlock()
	if known.cards != nil {
		return known.cards, nil
	}
	w, err := start(-1)
	if err != nil {
		return nil, err
	}
	defer w.end()
	r, err := w.ask(ctx, order{Kind: "cards"}, startTimeout, nil)
	if err != nil {
		return nil, err
	}
	if len(r.Cards) == 0 {
		return nil, &Error{Msg: "the NVIDIA driver has no GPU"}
	}
	known.cards = r.Cards
	return known.cards, nil
}

// A Card is a GPU of this machine with its worker process, which starts with the
// first launch. Launches take turns.
type Card struct {
	Properties
	mu sync.Mutex
	w  *worker
}

// Open returns a card by its index.
func Open(ctx context.Context, index int) (*Card, error) {
	cards, err := Cards(ctx)
	if err != nil {
		return nil, err
	}
	if index < 0 || index >= len(cards) {
		return nil, &Error{Msg: fmt.Sprintf("there is no GPU number %d: this machine has %d, counted from 0", index, len(cards))}
	}
	known.Lock()
	defer known.Unlock()
	if known.open == nil {
		known.open = map[int]*Card{}
	}
	if known.open[index] == nil {
		known.open[index] = &Card{Properties: cards[index]}
	}
	return known.open[index], nil
}

// Launch runs a kernel. A cancelled context, or one launch that takes longer than
// its time, ends the worker, and with it the launch.
func (c *Card) Launch(ctx context.Context, l Launch) (*Outcome, error) {
	var o *Outcome
	err := c.with(func(w *worker) (err error) {
		o, err = w.launch(ctx, l)
		return err
	})
	return o, err
}

// Build compiles a kernel.
func (c *Card) Build(ctx context.Context, b Build) (*Function, error) {
	r, err := c.ask(ctx, order{Kind: "build", Build: &b})
	if err != nil {
		return nil, err
	}
	return r.Function, nil
}

// Copy times a transfer and returns the seconds of each repetition.
func (c *Card) Copy(ctx context.Context, x Copy) ([]float64, error) {
	r, err := c.ask(ctx, order{Kind: "copy", Copy: &x})
	if err != nil {
		return nil, err
	}
	return r.Times, nil
}

func (c *Card) ask(ctx context.Context, o order) (*reply, error) {
	var r *reply
	err := c.with(func(w *worker) (err error) {
		r, err = w.ask(ctx, o, startTimeout, func(*reply) (time.Duration, error) { return busyTimeout, nil })
		return err
	})
	return r, err
}

// errIdle is of a worker that had ended before an order came to it: another may be asked.
type errIdle struct{ error }

// with lets a worker do something. One that has ended since its last order, as when somebody
// has killed it, is replaced.
func (c *Card) with(do func(w *worker) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		w, err := c.worker()
		if err != nil {
			return err
		}
		err = do(w)
		c.keep(w)
		if !errors.As(err, &errIdle{}) {
			return err
		}
	}
}

// worker is the card's process: a new one if the last is gone.
func (c *Card) worker() (*worker, error) {
	if c.w != nil && c.w.alive() {
		return c.w, nil
	}
	w, err := start(c.Index)
	if err != nil {
		return nil, err
	}
	c.w = w
	return w, nil
}

// keep lets a worker that can do no more go.
func (c *Card) keep(w *worker) {
	if w.over {
		w.end()
		c.w = nil
	}
}

// Close ends the worker.
func (c *Card) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.w != nil {
		c.w.end()
		c.w = nil
	}
}
