package memory

// A launch that is equal to an earlier one need not be executed again if nobody has written what the earlier one has read and written.
// That is known by a number for each buffer that grows with every write. Whoever writes tells so: nothing here notices a write through
// Flat or Store by itself.

// Changed notes that somebody has written the buffer.
func (b *Buffer) Changed() { b.version++ }

// Expose says that the host reaches the buffer's bytes from now on, until Conceal: it may write them, and nobody is told.
func (b *Buffer) Expose() {
	b.exposed++
	b.version++
}

// Conceal takes back one Expose.
func (b *Buffer) Conceal() { b.exposed-- }

// Version is a number that is another one after each write. known is false while the host may write unseen.
func (b *Buffer) Version() (n int, known bool) { return b.version, b.exposed == 0 }
