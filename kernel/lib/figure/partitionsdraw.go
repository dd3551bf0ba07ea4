package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"warpbook.dev/plotting"
)

// Places in the picture of tiles, in units of the plane.
const (
	matrixGap      = 1.0
	mostMatrices   = 6
	mostPartitions = 16 // up to so many, a tile shows which; beyond, how many
	mostTileX      = 32 // tiles of a row that are drawn
	mostTileY      = 16
	tileMargin     = 0.05
	widestTile     = 1.1
	tileHeading    = 1.0
)

// Diagram draws the matrices beside each other.
func (u *PartitionUse) Diagram(q Queues) *plotting.Diagram {
	d := u.result.Device
	f := &plotting.Diagram{Title: u.title(), Provenance: u.provenance(q), Width: 38, Height: 1}
	for p := range d.Partitions {
		f.Groups = append(f.Groups, fmt.Sprintf("%s %d", strings.TrimSuffix(partitionWord(d), "s"), p))
	}
	keys := u.keys[:min(len(u.keys), mostMatrices)]
	columns := min(len(keys), 2)
	if columns == 0 {
		f.Groups = nil
		return f
	}
	width := (f.Width - matrixGap*float64(columns-1)) / float64(columns)
	var words, text strings.Builder
	y := 0.0
	for i := 0; i < len(keys); i += columns {
		bottom := y
		for j, k := range keys[i:min(i+columns, len(keys))] {
			bottom = math.Max(bottom, u.drawTiles(f, k, float64(j)*(width+matrixGap), y, width))
			fmt.Fprintf(&words, "%s uses %s of %d %s at once; ", u.caption(k), plotting.Number(u.inUse(k), 2), d.Partitions, partitionWord(d))
			u.write(&text, k)
		}
		y = bottom + 0.5
	}
	f.Height = y
	if !slices.ContainsFunc(f.Boxes, func(b plotting.Box) bool { return b.Look == plotting.Filled }) {
		f.Groups = nil
	}
	f.Characters, f.Description = text.String(), strings.TrimSuffix(words.String(), "; ")
	return f
}

func (u *PartitionUse) caption(k accessKey) string {
	verb := "read"
	if k.store {
		verb = "written"
	}
	return fmt.Sprintf("%s, %s in %s", k.param, verb, u.result.Kernel.Module.At(k.line))
}

// A tileMap is where the tiles lie: in units of the tile's size.
type tileMap struct {
	at         map[[2]int]*blockTile
	high, wide int // tiles that are drawn
	rows, cols int // tiles in all
}

// tileMap places tiles in their matrix, and those of other arrays by their block.
func (u *PartitionUse) tileMap(k accessKey) *tileMap {
	m := &tileMap{at: map[[2]int]*blockTile{}, rows: 1, cols: 1}
	first := u.tiles[k][0]
	rows, cols := first.lastR-first.row+1, first.lastC-first.col+1
	matrix := len(u.arrays[k].Shape) == 2
	for _, t := range u.tiles[k] {
		p := [2]int{t.block.Y, t.block.X}
		if matrix {
			p = [2]int{t.row / rows, t.col / cols}
		}
		if p[0] < mostTileY && p[1] < mostTileX {
			if m.at[p] == nil {
				m.at[p] = t
			}
			m.high, m.wide = max(m.high, p[0]+1), max(m.wide, p[1]+1)
		}
		m.rows, m.cols = max(m.rows, p[0]+1), max(m.cols, p[1]+1)
	}
	if matrix {
		shape := u.arrays[k].Shape
		m.rows, m.cols = (shape[0]+rows-1)/rows, (shape[1]+cols-1)/cols
	}
	m.high, m.wide = min(max(m.high, 4), m.rows, mostTileY), min(max(m.wide, 8), m.cols, mostTileX)
	return m
}

// drawTiles draws the tiles of one array and returns where the picture of it ends.
func (u *PartitionUse) drawTiles(f *plotting.Diagram, k accessKey, x, y, width float64) float64 {
	m := u.tileMap(k)
	bare := func(y float64, text string) {
		f.Boxes = append(f.Boxes, label(x, y, width, 0.9, text))
	}
	f.Height = math.Max(f.Height, y+4)
	bare(y, fmt.Sprintf("%s: %s of %d", u.caption(k), plotting.Number(u.inUse(k), 2), u.result.Device.Partitions))
	y += tileHeading
	size := math.Min(widestTile, width/float64(m.wide))
	together := slices.Index(u.keys, k) + 1
	for row := range m.high {
		for col := range m.wide {
			box := plotting.Box{X: x + size*float64(col), Y: y + size*float64(row), W: size, H: size,
				Look: plotting.Absent, Together: together}
			if t := m.at[[2]int{row, col}]; t != nil {
				u.drawTile(f, t, box)
				continue
			}
			f.Boxes = append(f.Boxes, box)
		}
	}
	y += size * float64(m.high)
	if m.high < m.rows || m.wide < m.cols {
		bare(y, fmt.Sprintf("%d × %d of %d × %d tiles", m.high, m.wide, m.rows, m.cols))
		y += 0.9
	}
	return y
}

// drawTile draws a band for each partition of a tile, or how many they are. All tiles of an array have their number, or
// none where one of them has no room.
func (u *PartitionUse) drawTile(f *plotting.Diagram, t *blockTile, box plotting.Box) {
	var parts []int
	sum := 0
	for p, n := range t.bytes {
		if n > 0 {
			parts = append(parts, p)
			sum += n
		}
	}
	if len(parts) > 1 && len(t.bytes) > mostPartitions {
		box.Look, box.Tint, box.Text = plotting.Tinted, float64(len(parts))/float64(len(t.bytes)), fmt.Sprint(len(parts))
		f.Boxes = append(f.Boxes, box)
		return
	}
	y, h := box.Y, box.H
	for _, p := range parts {
		box.Look, box.Group, box.Text = plotting.Filled, p, fmt.Sprint(p)
		box.Y, box.H = y, h*float64(t.bytes[p])/float64(sum)
		y += box.H
		f.Boxes = append(f.Boxes, box)
	}
}

// write draws the tiles in characters: the partition of each, + for several.
func (u *PartitionUse) write(b *strings.Builder, k accessKey) {
	m := u.tileMap(k)
	fmt.Fprintf(b, "%s: tiles and their %s, + for several; %s of %d at once\n", u.caption(k), partitionWord(u.result.Device),
		plotting.Number(u.inUse(k), 2), u.result.Device.Partitions)
	for row := range m.high {
		for col := range m.wide {
			sign := "."
			if t := m.at[[2]int{row, col}]; t != nil {
				sign = ""
				for p, n := range t.bytes {
					if n > 0 && sign != "" {
						sign = "+"
						break
					}
					if n > 0 {
						sign = fmt.Sprint(p)
					}
				}
			}
			fmt.Fprintf(b, "%2s", sign)
		}
		b.WriteString("\n")
	}
}
