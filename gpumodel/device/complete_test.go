package device

import (
	"slices"
	"testing"
)

// needed are the constants that all other cards of d's generation have, whichever file says
// them: a card without one of them would be modelled with a 0. A generation has one
// instruction set and one rule of coalescing.
func needed(d *Device) []string {
	var common []string
	first := true
	for _, other := range All() {
		if other.Name == d.Name || other.InstructionSet != d.InstructionSet || other.Coalescing != d.Coalescing {
			continue
		}
		var has []string
		for _, c := range other.Sources() {
			has = append(has, c.Field)
		}
		if first {
			common, first = has, false
			continue
		}
		common = slices.DeleteFunc(common, func(f string) bool { return !slices.Contains(has, f) })
	}
	return common
}

// missing are the constants that a card lacks among those that its generation needs.
func missing(d *Device) []string {
	return slices.DeleteFunc(needed(d), func(f string) bool {
		return slices.ContainsFunc(d.constants, isField(f))
	})
}

// TestCardsAreComplete: every card has all constants that the others of its generation have.
func TestCardsAreComplete(t *testing.T) {
	for _, d := range All() {
		if lacks := missing(d); len(lacks) > 0 {
			t.Errorf("%s lacks %v, which all other cards of its generation have: add rows to its CSV or to a file that it includes", d.Name, lacks)
		}
	}
}

// TestMissingConstant: the test above notices each constant that is left out of a card's CSV.
func TestMissingConstant(t *testing.T) {
	const name = "RTX 4090"
	card, err := Get(name)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for i, c := range card.own {
		// A card without a capability cannot be built at all, one without a name is no card.
		if c.Field == "name" || c.Field == "compute_capability" || !slices.Contains(needed(card), c.Field) {
			continue
		}
		left++
		d, err := build(slices.Delete(slices.Clone(card.own), i, i+1))
		if err != nil {
			t.Fatal(err)
		}
		d.Name = name
		if lacks := missing(d); !slices.Equal(lacks, []string{c.Field}) {
			t.Errorf("without %s the card lacks %v", c.Field, lacks)
		}
	}
	if left < 50 {
		t.Errorf("%d constants were left out, one at a time: want all that the card's files say", left)
	}
}
