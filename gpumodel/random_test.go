package gpumodel_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	. "warpbook.dev/gpumodel"
)

// A randomLaunch is a valid kernel and a launch of it, made up by a generator, together
// with what it computes: each expression and statement is made as CUDA C and as a Go
// function at once. Threads don't race: each writes its own element of the output and,
// between two barriers, its own word of shared memory; atomics add to what nobody reads.
type randomLaunch struct {
	source      string
	grid, block Dim3
	word        word
	in          []uint32 // as many words as the mask says, one, two or four numbers each
	outStride   int
	// alike says that all blocks do the same but for the place: no address, condition or
	// number of iterations depends on a loaded value or on the block, and blocks begin at
	// multiples of 256 bytes.
	alike bool
	// long says that nearly all is done in one long loop, of which a part is simulated.
	long    bool
	options Options
	mapped  bool // the input is memory of the host
	double  bool // needs double precision
	atomics bool // needs atomics on global memory
	warps   bool // needs shuffles
	run     []statement
	out     []uint32 // its results, once they have been computed
	bins    []uint32
}

// words are the types of the arrays' elements: what an element holds as numbers of 32 bits.
type word struct {
	ctype string
	bytes int
}

var randomWords = []word{{"unsigned", 4}, {"unsigned", 4}, {"unsigned char", 1}, {"unsigned short", 2}, {"uint2", 8}, {"uint4", 16},
	{"unsigned long long", 8}}

const (
	inputWords    = 1 << 12
	randomBins    = 64
	randomVars    = 4
	privateArray  = 8
	constantWords = 64
	scratchStride = 40 // words of a thread in the scratch memory, at the most
)

// A thread of the oracle.
type oracleThread struct {
	v       [randomVars]uint32
	loop    [3]uint32
	local   [privateArray]uint32
	t, b, i uint32
	skips   int // the loop that it has left by break or continue, from 1
	left    bool
}

// oracle is what the threads of a kernel share.
type oracle struct {
	k       *randomLaunch
	shared  []uint32
	scratch []uint32 // the block's part
	out     []uint32 // the elements' numbers, laid out as in
	bins    []uint32
}

// An expression of unsigned numbers of 32 bits.
type expression struct {
	text string
	of   func(o *oracle, t *oracleThread) uint32
}

// A statement, which the active threads of a block go through together.
type statement func(o *oracle, active []*oracleThread)

// A kernelGenerator writes one kernel.
type kernelGenerator struct {
	r       *rand.Rand
	k       *randomLaunch
	text    strings.Builder
	depth   int
	loops   int
	threads int // of a block
	names   int
	tile    int  // words of shared memory
	leaves  bool // the innermost loop has no barrier, so that threads may leave it
	trips   int  // of all loops around, at the most
	cost    int  // statements that a warp goes through, at the most
}

// most is how many statements all warps of a launch go through together, at the most.
func (k *randomLaunch) most() int {
	switch {
	case k.long:
		return 200_000
	case k.alike:
		return 20_000
	}
	return 15_000
}

// warpSeeds is the first of as many seeds whose kernels shuffle and vote.
const warpSeeds = 1000

// newRandomLaunch is the kernel of a seed: the first one that is no more work than a
// part of the most.
func newRandomLaunch(seed uint64, part int) *randomLaunch {
	r := rand.New(rand.NewPCG(35, seed))
	for {
		g := &kernelGenerator{r: r, k: &randomLaunch{warps: seed/warpSeeds == 1}, trips: 1}
		g.launch()
		if g.kernel(); g.cost*g.k.grid.Count()*(g.threads+31)/32 <= g.k.most()/part {
			return g.k
		}
	}
}

// launch chooses the size of everything.
func (g *kernelGenerator) launch() {
	k := g.k
	k.word = randomWords[g.r.IntN(len(randomWords))]
	k.long = g.chance(8)
	k.alike = k.long || g.chance(2)
	k.outStride = []int{1, 1, 1, 2, 5}[g.r.IntN(5)]
	if k.alike {
		g.threads = min(256, max(64, 256/k.word.bytes)<<g.r.IntN(2))
		blocks := 1600 + g.r.IntN(200)
		if k.long {
			blocks /= 4
		}
		k.grid = Dim3{blocks * 64 / g.threads, 1, 1}
	} else {
		g.threads = []int{1, 7, 31, 32, 33, 64, 96, 100, 128, 192, 256}[g.r.IntN(11)]
		k.grid = Dim3{1 + g.r.IntN(40), 1 + g.r.IntN(2), 1}
	}
	k.block = Dim3{g.threads, 1, 1}
	if g.threads%8 == 0 && g.chance(3) {
		k.block = Dim3{8, g.threads / 8, 1}
	}
	lanes := max(1, k.word.bytes/4)
	k.in = make([]uint32, inputWords*lanes)
	for i := range k.in {
		k.in[i] = g.r.Uint32() & (1<<(8*min(4, k.word.bytes)) - 1)
	}
	g.tile = g.threads << g.r.IntN(3)
	k.mapped = g.chance(10)
	k.options.LoadCaching = []string{"", "", "cg", "ca"}[g.r.IntN(4)]
	if g.chance(4) {
		k.options.MaxRegisters = 12 + g.r.IntN(12)
	}
}

// chance is true once in n times.
func (g *kernelGenerator) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *kernelGenerator) line(format string, args ...any) {
	g.text.WriteString(strings.Repeat("\t", 1+g.depth))
	fmt.Fprintf(&g.text, format, args...)
	g.text.WriteByte('\n')
}

func (g *kernelGenerator) kernel() {
	k := g.k
	var body []statement
	switch {
	case k.long:
		body = g.repeat(expression{"n * 10", func(*oracle, *oracleThread) uint32 { return randomN * 10 }}, randomN*10, 1, g.chance(2))
	case k.alike:
		body = g.statements(1+g.r.IntN(3), 1, true)
	default:
		body = g.statements(3+g.r.IntN(5), 2, true)
	}
	store := map[string]string{"uint2": "make_uint2(v0, v1)", "uint4": "make_uint4(v0, v1, v2, v3)",
		"unsigned long long": "v0 | (unsigned long long)v1 << 32"}[k.word.ctype]
	if store == "" {
		store = fmt.Sprintf("(%s)v0", k.word.ctype)
	}
	restrict := ""
	if g.chance(2) {
		restrict = "__restrict__ "
	}
	k.source = fmt.Sprintf(`__constant__ unsigned table[%d] = {%s};
__global__ void k(%s *%sout, const %s *%sin, unsigned *bins, unsigned *scratch, unsigned n) {
	__shared__ unsigned tile[%d];
	unsigned t = threadIdx.x + threadIdx.y * blockDim.x, b = blockIdx.x + blockIdx.y * gridDim.x, i = b * %du + t;
	unsigned v0 = i * 2654435761u, v1 = t ^ n, v2 = i + 7, v3 = t * t;
	unsigned own[%d];
	for (int j = 0; j < %d; j++) own[j] = t + j;
	tile[t] = 0;
%s	out[i * %d] = %s;
}
`, constantWords, strings.Join(constants(), ", "), k.word.ctype, restrict, k.word.ctype, restrict, g.tile, g.threads, privateArray, privateArray,
		g.text.String(), k.outStride, store)
	k.run = body
}

// constants are the words of the kernel's constant memory.
func constants() (out []string) {
	for i := range constantWords {
		out = append(out, fmt.Sprint(constant(uint32(i))))
	}
	return out
}

func constant(i uint32) uint32 { return i*i*40503 + 11 }

// randomN is the last argument of every kernel.
const randomN = 13

// results are what the kernel computes.
func (k *randomLaunch) results() (out, bins []uint32) {
	if k.out != nil {
		return k.out, k.bins
	}
	defer func() { k.out, k.bins = out, bins }()
	lanes := max(1, k.word.bytes/4)
	threads := k.block.Count()
	o := &oracle{k: k, out: make([]uint32, k.grid.Count()*threads*k.outStride*lanes), bins: make([]uint32, randomBins)}
	for b := range k.grid.Count() {
		o.shared, o.scratch = make([]uint32, threads*4), make([]uint32, threads*scratchStride)
		all := make([]*oracleThread, threads)
		for t := range all {
			i := uint32(b*threads + t)
			all[t] = &oracleThread{t: uint32(t), b: uint32(b), i: i, v: [randomVars]uint32{i * 2654435761, uint32(t) ^ randomN, i + 7,
				uint32(t * t)}}
			for j := range all[t].local {
				all[t].local[j] = uint32(t + j)
			}
		}
		for _, s := range k.run {
			s(o, running(all))
		}
		for _, t := range all {
			at := int(t.i) * k.outStride * lanes
			switch k.word.bytes {
			case 1:
				o.out[at] = t.v[0] & 0xff
			case 2:
				o.out[at] = t.v[0] & 0xffff
			default:
				copy(o.out[at:at+lanes], t.v[:])
			}
		}
	}
	return o.out, o.bins
}

// running are the threads that have not left the innermost loop.
func running(all []*oracleThread) (active []*oracleThread) {
	for _, t := range all {
		if t.skips == 0 {
			active = append(active, t)
		}
	}
	return active
}

// bytesOf is an array of elements in memory.
func (w word) bytesOf(numbers []uint32) []byte {
	size := min(4, w.bytes)
	out := make([]byte, 0, len(numbers)*size)
	for _, x := range numbers {
		for i := range size {
			out = append(out, byte(x>>(8*i)))
		}
	}
	return out
}

// statements are n of them; uniform says that all threads of the block are here.
func (g *kernelGenerator) statements(n, depth int, uniform bool) (all []statement) {
	for range n {
		all = append(all, g.statement(depth, uniform)...)
	}
	return all
}

func (g *kernelGenerator) statement(depth int, uniform bool) []statement {
	g.cost += g.trips
	switch pick := g.r.IntN(14); {
	case pick < 2 && depth > 0:
		return g.loop(depth, uniform)
	case pick == 2 && depth > 0:
		return g.choice(depth)
	case pick == 3 && uniform:
		return g.exchange()
	case pick > 11 && uniform && g.k.warps:
		return g.shuffle()
	case pick == 4:
		return g.count()
	case pick == 5:
		return g.fetch()
	case pick == 6:
		return g.array()
	case pick == 7:
		return g.floating()
	case pick == 8 && g.loops > 0 && g.leaves:
		return g.leave()
	case pick < 12:
		return g.load()
	}
	v, e := g.variable(), g.expression(3)
	g.line("v%d = %s;", v, e.text)
	return []statement{g.set(v, e)}
}

func (g *kernelGenerator) variable() int { return g.r.IntN(randomVars) }

func (g *kernelGenerator) set(v int, e expression) statement {
	return func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			t.v[v] = e.of(o, t)
		}
	}
}

// place is an expression that may be an address or a condition.
func (g *kernelGenerator) place(depth int) expression {
	if !g.k.alike {
		return g.expression(depth)
	}
	if depth == 0 || g.chance(3) {
		return expression{"t", func(_ *oracle, t *oracleThread) uint32 { return t.t }}
	}
	c := uint32(g.r.IntN(40))
	x := g.place(depth - 1)
	return []expression{
		{fmt.Sprintf("(%s * %du)", x.text, c), func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) * c }},
		{fmt.Sprintf("(%s + %du)", x.text, c), func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) + c }},
		{fmt.Sprintf("(%s ^ %du)", x.text, c), func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) ^ c }},
		{fmt.Sprintf("(%s >> %d)", x.text, c%5), func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) >> (c % 5) }},
	}[g.r.IntN(4)]
}

// expression is any number.
func (g *kernelGenerator) expression(depth int) expression {
	if depth == 0 {
		return g.leaf()
	}
	x, y := g.expression(depth-1), g.expression(g.r.IntN(depth))
	c := 1 + uint32(g.r.IntN(31))
	binary := func(op string, f func(x, y uint32) uint32) expression {
		return expression{fmt.Sprintf("(%s %s %s)", x.text, op, y.text),
			func(o *oracle, t *oracleThread) uint32 { return f(x.of(o, t), y.of(o, t)) }}
	}
	withConstant := func(op string, f func(x uint32) uint32) expression {
		return expression{fmt.Sprintf("(%s %s %du)", x.text, op, c), func(o *oracle, t *oracleThread) uint32 { return f(x.of(o, t)) }}
	}
	switch g.r.IntN(14) {
	case 0, 1:
		return binary("+", func(x, y uint32) uint32 { return x + y })
	case 2:
		return binary("-", func(x, y uint32) uint32 { return x - y })
	case 3, 4:
		return binary("*", func(x, y uint32) uint32 { return x * y })
	case 5:
		return binary("^", func(x, y uint32) uint32 { return x ^ y })
	case 6:
		return binary("&", func(x, y uint32) uint32 { return x & y })
	case 7:
		return binary("|", func(x, y uint32) uint32 { return x | y })
	case 8:
		return withConstant("<<", func(x uint32) uint32 { return x << c })
	case 9:
		return withConstant(">>", func(x uint32) uint32 { return x >> c })
	case 10:
		return withConstant("/", func(x uint32) uint32 { return x / c })
	case 11:
		return withConstant("%", func(x uint32) uint32 { return x % c })
	case 12:
		z := g.leaf()
		if g.k.alike { // an arm may be instructions that are executed by some threads
			x, z = g.place(1), g.place(0)
		}
		return expression{fmt.Sprintf("(%s < %s ? %s : %s)", x.text, z.text, y.text, z.text), func(o *oracle, t *oracleThread) uint32 {
			if x.of(o, t) < z.of(o, t) {
				return y.of(o, t)
			}
			return z.of(o, t)
		}}
	}
	return expression{fmt.Sprintf("max(%s, %s)", x.text, y.text),
		func(o *oracle, t *oracleThread) uint32 { return max(x.of(o, t), y.of(o, t)) }}
}

func (g *kernelGenerator) leaf() expression {
	switch pick := g.r.IntN(10); {
	case pick < 5:
		v := g.variable()
		return expression{fmt.Sprint("v", v), func(_ *oracle, t *oracleThread) uint32 { return t.v[v] }}
	case pick == 5:
		return expression{"i", func(_ *oracle, t *oracleThread) uint32 { return t.i }}
	case pick == 6:
		return expression{"n", func(*oracle, *oracleThread) uint32 { return randomN }}
	case pick == 7 && g.loops > 0:
		l := g.r.IntN(g.loops)
		return expression{fmt.Sprint("l", l), func(_ *oracle, t *oracleThread) uint32 { return t.loop[l] }}
	case pick == 8:
		c := g.r.Uint32() >> g.r.IntN(32)
		return expression{fmt.Sprintf("%du", c), func(*oracle, *oracleThread) uint32 { return c }}
	}
	return expression{"t", func(_ *oracle, t *oracleThread) uint32 { return t.t }}
}

// load adds an element of the input to a variable: in a row, at a stride, or gathered.
func (g *kernelGenerator) load() []statement {
	stride := []int{1, 1, 1, 2, 3, 16, 32, 33, 100}[g.r.IntN(9)]
	offset := g.r.IntN(40)
	index := expression{fmt.Sprintf("(i * %du + %du)", stride, offset),
		func(_ *oracle, t *oracleThread) uint32 { return t.i*uint32(stride) + uint32(offset) }}
	if g.loops > 0 && g.chance(2) {
		l, step := g.r.IntN(g.loops), uint32(g.r.IntN(300))
		if g.k.alike {
			step = 256
		}
		x := index
		index = expression{fmt.Sprintf("(%s + l%d * %du)", x.text, l, step),
			func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) + t.loop[l]*step }}
	}
	if g.chance(5) {
		index = g.place(2)
	}
	v, w := g.variable(), g.k.word
	lanes := max(1, w.bytes/4)
	element := fmt.Sprintf("in[%s & %d]", index.text, inputWords-1)
	if g.chance(6) && w.bytes == 4 {
		element = fmt.Sprintf("__ldg(&%s)", element)
	}
	g.names++
	g.line("%s q%d = %s;", w.ctype, g.names, element)
	q := fmt.Sprint("q", g.names)
	switch w.ctype {
	case "uint2":
		q = fmt.Sprintf("(%s.x + %s.y)", q, q)
	case "uint4":
		q = fmt.Sprintf("(%s.x + %s.y + %s.z + %s.w)", q, q, q, q)
	case "unsigned long long":
		q = fmt.Sprintf("((unsigned)%s + (unsigned)(%s >> 32))", q, q)
	}
	g.line("v%d = v%d * 3 + %s;", v, v, q)
	return []statement{func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			sum, at := uint32(0), int(index.of(o, t)&(inputWords-1))*lanes
			for _, x := range o.k.in[at : at+lanes] {
				sum += x
			}
			t.v[v] = t.v[v]*3 + sum
		}
	}}
}

// fetch reads constant memory: at one address for all threads, or at many.
func (g *kernelGenerator) fetch() []statement {
	c := uint32(g.r.IntN(constantWords))
	index := expression{fmt.Sprintf("%du", c), func(*oracle, *oracleThread) uint32 { return c }}
	if g.chance(3) {
		index = g.place(1)
	}
	v := g.variable()
	g.line("v%d ^= table[%s & %d];", v, index.text, constantWords-1)
	return []statement{func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			t.v[v] ^= constant(index.of(o, t) & (constantWords - 1))
		}
	}}
}

// array changes an element of the thread's own array, which is in local memory unless
// the compiler knows which.
func (g *kernelGenerator) array() []statement {
	v, index := g.variable(), g.place(1)
	g.line("own[%s & %d] += v%d;", index.text, privateArray-1, v)
	g.line("v%d ^= own[t & %d];", v, privateArray-1)
	return []statement{func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			t.local[index.of(o, t)&(privateArray-1)] += t.v[v]
			t.v[v] ^= t.local[t.t&(privateArray-1)]
		}
	}}
}

// count adds to a bin by an atomic, in global or in shared memory.
func (g *kernelGenerator) count() []statement {
	index, v := g.place(2), g.variable()
	g.k.atomics = true
	g.line("atomicAdd(&bins[%s & %d], v%d & 15);", index.text, randomBins-1, v)
	return []statement{func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			o.bins[index.of(o, t)&(randomBins-1)] += t.v[v] & 15
		}
	}}
}

// floating computes in floating point what is exact there, and what does not matter.
func (g *kernelGenerator) floating() []statement {
	v := g.variable()
	switch g.r.IntN(3) {
	case 0:
		g.line("v%d += (unsigned)((float)(v%d & 1023) * 3.0f + 1.5f);", v, v)
		return []statement{func(_ *oracle, active []*oracleThread) {
			for _, t := range active {
				t.v[v] += uint32(float32(t.v[v]&1023)*3 + 1.5)
			}
		}}
	case 1:
		g.k.double = true
		g.line("v%d += (unsigned)((double)(v%d & 65535) * 5.0 + 0.25);", v, v)
		return []statement{func(_ *oracle, active []*oracleThread) {
			for _, t := range active {
				t.v[v] += uint32(float64(t.v[v]&65535)*5 + 0.25)
			}
		}}
	}
	f := []string{"rsqrtf", "__expf", "sqrtf", "__fdividef(1.0f, ", "1.0f / "}[g.r.IntN(5)]
	end := ")"
	if strings.HasSuffix(f, "f") {
		f += "("
	} else if !strings.Contains(f, "(") {
		end = ""
	}
	g.line("if (%s1.0f + (float)(v%d & 15)%s < -1.0f) v%d++;", f, v, end, v)
	return []statement{func(*oracle, []*oracleThread) {}}
}

// exchange writes a word of the block for each thread and reads another's: in shared
// memory, or in the block's part of global memory.
func (g *kernelGenerator) exchange() []statement {
	n := uint32(g.threads)
	stride := uint32(g.tile / g.threads) // 1, 2 or 4: the conflicts of the banks
	shift := uint32(g.r.IntN(g.threads + 1))
	together := []int{0, 0, 3, 5}[g.r.IntN(4)] // threads in a row that read one word, as a power of two
	odd := uint32(1)
	if bits.OnesCount32(n) == 1 {
		odd = 1 + 2*uint32(g.r.IntN(16))
	}
	v, w := g.variable(), g.variable()
	memory, words := "tile", func(o *oracle) []uint32 { return o.shared }
	if g.chance(3) {
		memory, words = fmt.Sprintf("(scratch + b * %d)", scratchStride*g.threads), func(o *oracle) []uint32 { return o.scratch }
		stride = []uint32{1, 3, 16, scratchStride}[g.r.IntN(4)]
	}
	g.line("__syncthreads();")
	g.line("%s[t * %du %% %du * %du] = v%d;", memory, odd, n, stride, v)
	g.line("__syncthreads();")
	g.line("v%d += %s[((t >> %d) + %du) %% %du * %du];", w, memory, together, shift, n, stride)
	if g.chance(3) {
		g.line("__syncthreads();")
	}
	return []statement{
		func(o *oracle, active []*oracleThread) {
			for _, t := range active {
				words(o)[t.t*odd%n*stride] = t.v[v]
			}
		},
		func(o *oracle, active []*oracleThread) {
			for _, t := range active {
				t.v[w] += words(o)[(t.t>>together+shift)%n*stride]
			}
		},
	}
}

// shuffle lets the threads of a warp exchange a variable, or vote.
func (g *kernelGenerator) shuffle() []statement {
	v, w, mode := g.variable(), g.variable(), g.r.IntN(6)
	if mode > 3 {
		x, c := g.place(1), uint32(g.r.IntN(8))
		g.line("v%d ^= %s(0xffffffffu, (%s & 7) > %d);", w, []string{"__ballot_sync", "__any_sync"}[mode-4], x.text, c)
		return []statement{func(o *oracle, active []*oracleThread) {
			for warp := range slices.Chunk(active, 32) {
				votes := uint32(0)
				for lane, t := range warp {
					if x.of(o, t)&7 > c {
						votes |= 1 << lane
					}
				}
				if mode == 5 {
					votes = min(votes, 1)
				}
				for _, t := range warp {
					t.v[w] ^= votes
				}
			}
		}}
	}
	by, width := g.r.IntN(32), 1<<g.r.IntN(6)
	g.line("v%d += %s(0xffffffffu, v%d, %d, %d);", w, []string{"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync",
		"__shfl_xor_sync"}[mode], v, by, width)
	return []statement{func(_ *oracle, active []*oracleThread) {
		for warp := range slices.Chunk(active, 32) {
			var values [32]uint32
			for lane, t := range warp {
				values[lane] = t.v[v]
			}
			for lane, t := range warp {
				from := sourceLane(mode, lane, by, width)
				if from >= len(warp) { // a lane that is not there: the model's is its own
					from = lane
				}
				t.v[w] += values[from]
			}
		}
	}}
}

// choice is an if: threads part, or whole warps and blocks do.
func (g *kernelGenerator) choice(depth int) []statement {
	x, c := g.place(1), uint32(g.r.IntN(8))
	g.line("if ((%s & 7) > %d) {", x.text, c)
	g.depth++
	yes := g.statements(1+g.r.IntN(2), depth-1, false)
	var no []statement
	if g.depth--; g.chance(2) {
		g.line("} else {")
		g.depth++
		no = g.statements(1+g.r.IntN(2), depth-1, false)
		g.depth--
	}
	g.line("}")
	return []statement{func(o *oracle, active []*oracleThread) {
		var arms [2][]*oracleThread
		for _, t := range active {
			if x.of(o, t)&7 > c {
				arms[0] = append(arms[0], t)
			} else {
				arms[1] = append(arms[1], t)
			}
		}
		for i, arm := range [][]statement{yes, no} {
			for _, s := range arm {
				s(o, running(arms[i]))
			}
		}
	}}
}

// loop is a for: known to the compiler, to the launch, or to each thread.
func (g *kernelGenerator) loop(depth int, uniform bool) []statement {
	trips, most := uint32(1+g.r.IntN(6)), 7
	count := expression{fmt.Sprintf("%du", trips), func(*oracle, *oracleThread) uint32 { return trips }}
	switch g.r.IntN(4) {
	case 0:
		most = randomN + 6
		count = expression{fmt.Sprintf("n + %du", trips), func(*oracle, *oracleThread) uint32 { return randomN + trips }}
	case 1:
		x := g.place(1)
		count = expression{fmt.Sprintf("(%s & 7)", x.text), func(o *oracle, t *oracleThread) uint32 { return x.of(o, t) & 7 }}
		uniform = false
	case 2:
		if g.loops == 0 && g.chance(2) {
			count = expression{"n * 9", func(*oracle, *oracleThread) uint32 { return randomN * 9 }}
			depth, most = 1, randomN*9
		}
	}
	return g.repeat(count, most, depth, uniform && g.chance(2))
}

// repeat is a loop of as many iterations as count says.
func (g *kernelGenerator) repeat(count expression, most, depth int, uniform bool) []statement {
	outer := g.leaves
	g.leaves = !uniform
	l := g.loops
	g.names++
	end := fmt.Sprint("end", g.names)
	g.line("for (unsigned l%d = 0, %s = %s; l%d < %s; l%d++) {", l, end, count.text, l, end, l)
	g.loops++
	g.depth++
	g.trips *= most
	body := g.statements(1+g.r.IntN(3), depth-1, uniform)
	g.trips /= most
	g.depth--
	g.loops--
	g.leaves = outer
	g.line("}")
	return []statement{func(o *oracle, active []*oracleThread) {
		left := map[*oracleThread]uint32{}
		for _, t := range active {
			left[t], t.loop[l] = count.of(o, t), 0
		}
		for inside := active; ; {
			var now []*oracleThread
			for _, t := range inside {
				if t.loop[l] < left[t] && !t.left {
					now = append(now, t)
				}
			}
			if inside = now; len(inside) == 0 {
				break
			}
			for _, s := range body {
				s(o, running(inside))
			}
			for _, t := range inside {
				t.skips = 0
				t.loop[l]++
			}
		}
		for _, t := range active {
			t.left = false
		}
	}}
}

// leave is a break or a continue of the innermost loop by some threads.
func (g *kernelGenerator) leave() []statement {
	x, c := g.place(1), uint32(g.r.IntN(8))
	ends := g.chance(2)
	g.line("if ((%s & 7) == %d) %s;", x.text, c, map[bool]string{true: "break", false: "continue"}[ends])
	return []statement{func(o *oracle, active []*oracleThread) {
		for _, t := range active {
			if x.of(o, t)&7 == c {
				t.skips, t.left = 1, ends
			}
		}
	}}
}

// sourceLane is the lane that a shuffle reads (idx, up, down, xor), as the CUDA C++
// Programming Guide says it: by segments of width lanes.
func sourceLane(mode, lane, by, width int) int {
	first := lane / width * width
	from := lane
	switch mode {
	case 0:
		return first + by%width
	case 1:
		from = lane - by
	case 2:
		from = lane + by
	default:
		if from = lane ^ by; from < first {
			return from // an earlier segment can be read
		}
	}
	if from < first || from >= first+width {
		return lane
	}
	return from
}
