package gpumodel

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"sync"

	"warpbook.dev/gpumodel/device"
)

// A small launch that is known takes no longer than what is done around it. So what is equal for all launches is done once: the types of a
// record are read once for a decoder, and the numbers of a device are printed once for a module.

// encoded is a record as gob writes it: first its types, then its values.
func (r *record) encoded() []byte {
	var value bytes.Buffer
	if err := gob.NewEncoder(&value).Encode(r); err != nil {
		panic("BUG: " + err.Error())
	}
	return value.Bytes()
}

// recordTypes are the bytes with which each record of this process begins: an encoder writes the types once, so the second of two equal
// records is the values alone.
var recordTypes = sync.OnceValue(func() []byte {
	var both bytes.Buffer
	encoder := gob.NewEncoder(&both)
	var lengths [2]int
	for i := range lengths {
		if err := encoder.Encode(&record{}); err != nil {
			panic("BUG: " + err.Error())
		}
		lengths[i] = both.Len()
	}
	return both.Bytes()[:lengths[0]-(lengths[1]-lengths[0])]
})

// A recordDecoder has read the types of records.
type recordDecoder struct {
	text    bytes.Buffer
	decoder *gob.Decoder
}

var recordDecoders = sync.Pool{New: func() any {
	d := &recordDecoder{}
	d.decoder = gob.NewDecoder(&d.text)
	d.text.Write((&record{}).encoded())
	if err := d.decoder.Decode(&record{}); err != nil {
		panic("BUG: " + err.Error())
	}
	return d
}}

// decode reads a record. One that another process has written may number its types in another way; then they are read, too.
func (r *record) decode(value []byte) error {
	values, alike := bytes.CutPrefix(value, recordTypes())
	if !alike {
		return gob.NewDecoder(bytes.NewReader(value)).Decode(r)
	}
	d := recordDecoders.Get().(*recordDecoder)
	d.text.Reset()
	d.text.Write(values)
	if err := d.decoder.Decode(r); err != nil {
		return err // and the decoder, which may have read a part, is not used again
	}
	recordDecoders.Put(d)
	return nil
}

// A deviceText is a device with its text.
type deviceText struct {
	device device.Device
	text   string
}

// textOf has all numbers of a device. Launches of a module mostly run on one.
func (m *Module) textOf(d *device.Device) string {
	if last := m.deviceText.Load(); last != nil && reflect.DeepEqual(&last.device, d) {
		return last.text
	}
	text := fmt.Sprintf("%T %+v", *d, *d)
	m.deviceText.Store(&deviceText{*d, text})
	return text
}
