package memory

import "hash/maphash"

var fingerprintSeed = maphash.MakeSeed()

// Fingerprint is a number that changes with the contents, and is of use in this process alone. Pages that nobody has touched
// are not kept.
func (b *Buffer) Fingerprint() uint64 {
	var h maphash.Hash
	h.SetSeed(fingerprintSeed)
	fresh := make([]byte, pageBytes)
	for i, p := range b.pages {
		if p == nil {
			p = fresh
			clear(p)
			if b.fill != nil {
				b.fill(i*pageBytes, p)
			}
		}
		h.Write(p[:min(pageBytes, b.Size-i*pageBytes)])
	}
	return h.Sum64()
}
