package memory

import "hash/maphash"

var fingerprintSeed = maphash.MakeSeed()

// Fingerprint is a number that changes with the contents, and is of use in this process alone.
func (b *Buffer) Fingerprint() uint64 {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	_ = b.Send(&h) // a hash takes all
	return h.Sum64()
}

// Fingerprint is a number that changes with where arrays lie, and with their contents. It is of use in this process alone.
func Fingerprint(arrays []*Buffer) uint64 {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	for _, b := range arrays {
		maphash.WriteComparable(&h, [2]uint64{b.Base, uint64(b.Size)})
		_ = b.Send(&h) // a hash takes all
	}
	return h.Sum64()
}
