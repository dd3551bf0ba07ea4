package gpumodel

import (
	"bytes"
	"encoding/gob"
	"testing"

	"github.com/google/go-cmp/cmp"

	"warpbook.dev/gpumodel/device"
	"warpbook.dev/gpumodel/warp"
)

// TestRecord: records are read as they were written, also those whose types have other numbers, and after one that is damaged.
func TestRecord(t *testing.T) {
	want := record{Stats: warp.Stats{Blocks: 3}, Parts: []warp.Stats{{Blocks: 1}, {Blocks: 2}}}
	value := want.encoded()
	if !bytes.HasPrefix(value, recordTypes()) || len(recordTypes()) < 1000 {
		t.Fatalf("a record of %d bytes does not begin with the %d bytes of the types", len(value), len(recordTypes()))
	}
	type another record // gob gives it a number of its own
	var foreign bytes.Buffer
	if err := gob.NewEncoder(&foreign).Encode(another(want)); err != nil {
		t.Fatal(err)
	}
	if bytes.HasPrefix(foreign.Bytes(), recordTypes()) {
		t.Fatal("the other type has the same number")
	}
	var got record
	for range 3 {
		for _, text := range [][]byte{value, foreign.Bytes(), value} {
			got = record{}
			if err := got.decode(text); err != nil {
				t.Fatal(err)
			}
			if got.Stats.Blocks != 3 || len(got.Parts) != 2 || !bytes.Equal(got.encoded(), value) {
				t.Fatalf("got %+v", got)
			}
		}
		for _, damaged := range [][]byte{value[:len(value)-1], append(recordTypes()[:len(recordTypes()):len(recordTypes())], 7, 255, 1), nil} {
			if err := new(record).decode(damaged); err == nil {
				t.Errorf("%d damaged bytes are read", len(damaged))
			}
		}
	}
}

// TestDeviceText: the text follows the numbers of the device, not where it lies.
func TestDeviceText(t *testing.T) {
	m := &Module{}
	card, err := device.Get("Tesla T4")
	if err != nil {
		t.Fatal(err)
	}
	d := *card
	first := m.textOf(&d)
	d.SMs++
	second := m.textOf(&d)
	d.SMs--
	if first == second || m.textOf(&d) != first || cmp.Diff(first, m.textOf(card)) != "" {
		t.Errorf("the texts %q and %q", first, second)
	}
}
