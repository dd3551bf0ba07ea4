package figure

import (
	"fmt"
	"math"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/plotting"
)

// An HBM is the high-bandwidth memory of a GPU: stacks, channels, pseudo-channels and banks.
type HBM struct{ Device *device.Device }

// Table has a row for each level.
func (h HBM) Table() *plotting.Table {
	d := h.Device
	t := &plotting.Table{
		Title: fmt.Sprintf("%s: %s of %s", d.Name, plotting.SI(d.BandwidthGBps()*1e9, "B/s"), d.MemoryType),
		Columns: []plotting.Column{{Name: "level"}, {Name: "in one above", Kind: plotting.Int}, {Name: "in all", Kind: plotting.Int},
			{Name: "bits", Kind: plotting.Int},
			{Name: "bandwidth of one", Unit: "GB/s", Kind: plotting.Float}, {Name: "what it is"}},
	}
	bandwidth, channels, pseudo := d.BandwidthGBps(), d.Channels(), d.Channels()*d.HBMPseudoChannels
	stack := "dies on top of each other, beside the chip"
	if off := d.HBMStacks*d.HBMChannelsPerStack - channels; off > 0 {
		stack += fmt.Sprintf("; %d of %d channels are switched off", off, d.HBMStacks*d.HBMChannelsPerStack)
	}
	t.Add("stack", nil, d.HBMStacks, d.HBMChannelsPerStack*d.HBMChannelBits, bandwidth*float64(d.HBMChannelsPerStack)/float64(channels), stack)
	t.Add("channel", d.HBMChannelsPerStack, channels, d.HBMChannelBits, bandwidth/float64(channels),
		"has a controller with a queue; returns one burst at a time in each pseudo-channel")
	t.Add("pseudo-channel", d.HBMPseudoChannels, pseudo, d.HBMChannelBits/d.HBMPseudoChannels, bandwidth/float64(pseudo),
		fmt.Sprintf("a share of the channel's bits with banks of its own; bursts of %d bytes", d.BurstBytes))
	t.Add("bank group", d.DRAMBankGroups, pseudo*d.DRAMBankGroups, nil, nil, "successive bursts come sooner from different groups")
	t.Add("bank", d.PseudoBanks()/max(d.DRAMBankGroups, 1), d.HBMBanks(), nil, float64(d.BurstBytes)/d.TRC,
		fmt.Sprintf("one open row of %d bytes; bandwidth if each request opens another row, every %s ns", d.PseudoPageBytes(),
			plotting.Number(d.TRC, 3)))
	return t
}

// What the boxes of the picture are.
const (
	boxChannel = iota
	boxPseudo
	boxBank
)

// Diagram draws all stacks with their channels, and below them one channel with its
// pseudo-channels and their banks.
func (h HBM) Diagram() *plotting.Diagram {
	d := h.Device
	f := &plotting.Diagram{
		Title: fmt.Sprintf("%s: %s of %s", d.Name, plotting.SI(d.BandwidthGBps()*1e9, "B/s"), d.MemoryType),
		Provenance: fmt.Sprintf("%d stacks, %d channels of %d bits, %d pseudo-channels, %d banks", d.HBMStacks, d.Channels(), d.HBMChannelBits,
			d.Channels()*d.HBMPseudoChannels, d.HBMBanks()) + "; the last channel is shown with all that is in it",
		Groups:     []string{"channel", "the channel that is shown below", "bank"},
		Characters: h.characters(),
	}
	if d.Channels() < d.HBMStacks*d.HBMChannelsPerStack {
		f.Provenance += "; which channels are switched off is not published"
	}
	width := h.drawStacks(f)
	h.drawChannel(f, width)
	return f
}

const (
	channelWidth, channelHeight = 1.5, 1.0
	stackGap                    = 0.6
	stackTop                    = 1.0 // room for a heading
)

// drawStacks draws the row of stacks, the channels that are switched off as such, and
// returns its width.
func (h HBM) drawStacks(f *plotting.Diagram) float64 {
	d := h.Device
	columns := int(math.Round(math.Sqrt(float64(d.HBMChannelsPerStack))))
	for d.HBMChannelsPerStack%columns != 0 {
		columns--
	}
	rows := (d.HBMChannelsPerStack + columns - 1) / columns
	w, height := float64(columns)*channelWidth+0.4, float64(rows)*channelHeight+stackTop+0.2
	f.Width = math.Max(float64(d.HBMStacks)*(w+stackGap)-stackGap, 24)
	left := (f.Width - float64(d.HBMStacks)*(w+stackGap) + stackGap) / 2
	for s := range d.HBMStacks {
		x := left + float64(s)*(w+stackGap)
		f.Boxes = append(f.Boxes, plotting.Box{X: x, W: w, H: height, Text: fmt.Sprintf("stack %d", s), Place: plotting.Heading})
		for c := range d.HBMChannelsPerStack {
			b := plotting.Box{X: x + 0.2 + float64(c%columns)*channelWidth, Y: stackTop + float64(c/columns)*channelHeight,
				W: channelWidth, H: channelHeight,
				Text: fmt.Sprint(c), Look: plotting.Filled, Group: boxChannel}
			switch n := s*d.HBMChannelsPerStack + c; {
			case n == d.Channels()-1:
				b.Group = boxPseudo
			case n >= d.Channels():
				b.Look, b.Text = plotting.Absent, "off"
			}
			f.Boxes = append(f.Boxes, b)
		}
	}
	f.Height = height
	return f.Width
}

// drawChannel draws a channel below what is drawn already.
func (h HBM) drawChannel(f *plotting.Diagram, width float64) {
	d := h.Device
	groups, banks := max(d.DRAMBankGroups, 1), d.PseudoBanks()
	each := banks / groups
	columns := int(math.Ceil(math.Sqrt(float64(each))))
	rows := (each + columns - 1) / columns
	groupHeight := float64(rows) + 1
	pseudoHeight := groupHeight + 1.4
	top := f.Height + 0.6
	f.Height = top + pseudoHeight + 1.4
	f.Boxes = append(f.Boxes, plotting.Box{Y: top, W: width, H: pseudoHeight + 1.4, Place: plotting.Heading,
		Text: fmt.Sprintf("channel: %d bits, a controller with a queue", d.HBMChannelBits)})
	w := (width - 0.4) / float64(d.HBMPseudoChannels)
	for p := range d.HBMPseudoChannels {
		x, y := 0.2+float64(p)*w+0.1, top+1.1
		f.Boxes = append(f.Boxes, plotting.Box{X: x, Y: y, W: w - 0.2, H: pseudoHeight, Place: plotting.Heading,
			Text: fmt.Sprintf("pseudo-channel %d: %d bits, bursts of %d bytes", p, d.HBMChannelBits/d.HBMPseudoChannels, d.BurstBytes)})
		groupWidth := (w - 0.4) / float64(groups)
		for g := range groups {
			gx, gy := x+0.1+float64(g)*groupWidth+0.05, y+1.2
			f.Boxes = append(f.Boxes, plotting.Box{X: gx, Y: gy, W: groupWidth - 0.1, H: groupHeight, Text: fmt.Sprintf("bank group %d", g),
				Place: plotting.Heading})
			size := (groupWidth - 0.3) / float64(columns)
			for b := range each {
				f.Boxes = append(f.Boxes, plotting.Box{X: gx + 0.1 + float64(b%columns)*size, Y: gy + 0.9 + float64(b/columns), W: size, H: 1,
					Text: fmt.Sprint(g*each + b), Look: plotting.Filled, Group: boxBank})
			}
		}
	}
}

// characters is the picture as a tree.
func (h HBM) characters() string {
	d := h.Device
	return fmt.Sprintf(`%d stacks
└─ %d channels each, %d of %d bits in all
   └─ %d pseudo-channels each, %d of %d bits: bursts of %d bytes
      └─ %d bank groups each
         └─ %d banks each, %d in all: rows of %d bytes
`, d.HBMStacks, d.HBMChannelsPerStack, d.Channels(), d.HBMChannelBits, d.HBMPseudoChannels, d.Channels()*d.HBMPseudoChannels,
		d.HBMChannelBits/d.HBMPseudoChannels, d.BurstBytes, d.DRAMBankGroups, d.PseudoBanks()/max(d.DRAMBankGroups, 1),
		d.HBMBanks(), d.PseudoPageBytes())
}
