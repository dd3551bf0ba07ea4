package memory

import "math"

// An AddressMode says what a texture returns outside of its bounds (CUDA C
// Programming Guide 3.2, section 3.2.4.1).
type AddressMode uint8

const (
	Clamp  AddressMode = iota // the texel at the edge
	Border                    // zero
	Wrap                      // the texture repeats
	Mirror                    // it repeats, every second time reversed
)

// A Texture is an array as the texture units read it: 1 to 3 dimensions of texels.
type Texture struct {
	Buffer     *Buffer // of the array, row by row
	Base       uint64  // address of the texels in device memory
	Width      int     // texels
	Height     int     // 0 for one dimension
	Depth      int     // slices; 0 for one or two dimensions
	Channels   int     // components of a texel: 1, 2 or 4
	Size       int     // bytes of a component: 1, 2 or 4
	Signed     bool    // integer components have a sign
	Address    AddressMode
	Linear     bool // interpolate between texels
	Normalized bool // coordinates go from 0 to 1 across the texture
	// Fractions reads integers as numbers of 0 to 1, or -1 to 1 if signed.
	Fractions bool
	// Layered says that the slices are layers: the nearest one is read, and the last beyond it. Cube says that they are
	// the faces of a cube, and that coordinates are a direction.
	Layered, Cube bool
	// First is the byte of the buffer with the first texel. Pitch is the bytes from row to row in linear memory; 0 is a CUDA array.
	First, Pitch int
}

// TexelBytes is the size of a texel.
func (t *Texture) TexelBytes() int { return t.Channels * t.Size }

// Texels of two dimensions are stored in tiles of 64 bytes by 4 rows, one row of
// tiles after the other (envytools, G80 surface formats: tiled surfaces with tiles
// of one "roptile"). That the driver chooses tiles of this size for a CUDA array,
// not larger ones, is an assumption, and so is that the slices of three dimensions lie one behind the other.
const (
	tileBytes = 64
	tileRows  = 4
)

// Bytes is what the texels take in device memory: whole tiles.
func (t *Texture) Bytes() int {
	switch {
	case t.Height == 0:
		return t.Width * t.TexelBytes()
	case t.Pitch > 0:
		return t.Pitch * t.Height
	}
	return t.sliceBytes() * max(1, t.Depth)
}

func (t *Texture) sliceBytes() int {
	return t.tilesAcross() * ((t.Height + tileRows - 1) / tileRows) * tileBytes * tileRows
}

func (t *Texture) tilesAcross() int { return (t.Width*t.TexelBytes() + tileBytes - 1) / tileBytes }

// TexelAddress is where texel (x, y, z) lies in device memory.
func (t *Texture) TexelAddress(x, y, z int) uint64 {
	at := x * t.TexelBytes()
	if t.Pitch > 0 {
		return t.Base + uint64(y*t.Pitch+at)
	}
	if t.Height > 0 {
		tile := y/tileRows*t.tilesAcross() + at/tileBytes
		at = z*t.sliceBytes() + (tile*tileRows+y%tileRows)*tileBytes + at%tileBytes
	}
	return t.Base + uint64(at)
}

// Component returns the bits of a component of texel (x, y, z).
func (t *Texture) Component(x, y, z, channel int) uint64 {
	row := t.Width * t.TexelBytes()
	if t.Pitch > 0 {
		row = t.Pitch
	}
	return t.Buffer.Load(t.First+(z*t.Height+y)*row+(x*t.Channels+channel)*t.Size, t.Size)
}

// Fraction is an integer component as cudaReadModeNormalizedFloat reads it. The
// least signed number counts as -1, like its neighbour.
func (t *Texture) Fraction(bits uint64) float64 {
	if !t.Signed {
		return float64(bits) / float64(uint64(1)<<(8*t.Size)-1)
	}
	shift := 64 - 8*t.Size
	x := int64(bits<<shift) >> shift
	return math.Max(-1, float64(x)/float64(int64(1)<<(8*t.Size-1)-1))
}

// A Tap is a texel and its share in a fetch.
type Tap struct {
	X, Y   int
	Weight float64
	Border bool // outside of the texture: zero, and nothing to fetch
	Z      int
}

// Sample appends to taps the texels of a fetch at (x, y, z); y and z are ignored for fewer
// dimensions. Coordinates and weights are those of the CUDA C Programming Guide 3.2,
// appendix E: the nearest texel is the one whose number is the coordinate rounded
// down; linear filtering takes the two (four, eight) around x - 0.5 with weights of 8
// fractional bits.
func (t *Texture) Sample(x, y, z float64, taps []Tap) []Tap {
	if t.Cube {
		x, y, z = face(x, y, z)
		x, y = x*float64(t.Width), y*float64(t.Height)
	}
	i, alpha := t.locate(x, t.Width)
	j, beta, rows := 0, 0.0, 1
	if t.Height > 0 {
		j, beta = t.locate(y, t.Height)
		rows = 2
	}
	k, gamma, slices := 0, 0.0, 1
	switch {
	case t.Layered || t.Cube:
		k = int(math.Max(0, math.Min(float64(t.Depth-1), z)))
	case t.Depth > 0:
		k, gamma = t.locate(z, t.Depth)
		slices = 2
	}
	if !t.Linear {
		return append(taps, t.tap(i, j, k, 1))
	}
	for dk := range slices {
		for dj := range rows {
			for di := range 2 {
				taps = append(taps, t.tap(i+di, j+dj, k+dk, share(alpha, di)*share(beta, dj)*share(gamma, dk)))
			}
		}
	}
	return taps
}

// face is the face of a cube to which a direction points, and where on it, from 0 to 1 (CUDA C++ Programming Guide 12.6,
// section 16.5.4, table Cubemap Fetch).
func face(x, y, z float64) (s, t, number float64) {
	m := math.Max(math.Abs(x), math.Max(math.Abs(y), math.Abs(z)))
	switch {
	case m == math.Abs(x) && x >= 0:
		s, t, number = -z, -y, 0
	case m == math.Abs(x):
		s, t, number = z, -y, 1
	case m == math.Abs(y) && y >= 0:
		s, t, number = x, z, 2
	case m == math.Abs(y):
		s, t, number = x, -z, 3
	case z >= 0:
		s, t, number = x, -y, 4
	default:
		s, t, number = -x, -y, 5
	}
	if m == 0 {
		return 0.5, 0.5, number
	}
	return (s/m + 1) / 2, (t/m + 1) / 2, number
}

// share is the weight of the first or the second of two neighbours.
func share(second float64, which int) float64 {
	if which == 1 {
		return second
	}
	return 1 - second
}

// farthest bounds coordinates, so that they are whole numbers that an int holds.
const farthest = 1 << 40

// locate finds the texel, or the first of two, for a coordinate of an axis of n
// texels, and the weight of the second.
func (t *Texture) locate(x float64, n int) (i int, weight float64) {
	if t.Normalized && !t.Cube {
		x *= float64(n)
	}
	if math.IsNaN(x) {
		x = 0
	}
	x = math.Max(-farthest, math.Min(farthest, x))
	if !t.Linear {
		return int(math.Floor(x)), 0
	}
	x -= 0.5
	floor := math.Floor(x)
	return int(floor), math.Round((x-floor)*256) / 256
}

// tap is texel (i, j, k), brought into the texture by the address mode.
func (t *Texture) tap(i, j, k int, weight float64) Tap {
	x, inX := t.Address.inside(i, t.Width)
	y, inY := t.Address.inside(j, max(1, t.Height))
	z, inZ := t.Address.inside(k, max(1, t.Depth))
	return Tap{X: x, Y: y, Z: z, Weight: weight, Border: !inX || !inY || !inZ}
}

// inside brings the number of a texel into 0 to n-1; false is the border.
func (m AddressMode) inside(i, n int) (int, bool) {
	switch m {
	case Wrap:
		return modulo(i, n), true
	case Mirror:
		i = modulo(i, 2*n)
		return min(i, 2*n-1-i), true
	case Border:
		return min(max(i, 0), n-1), i >= 0 && i < n
	}
	return min(max(i, 0), n-1), true
}

func modulo(i, n int) int { return (i%n + n) % n }
