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
