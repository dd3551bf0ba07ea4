package host

// random is glibc's rand(): its additive feedback generator (random_r.c, TYPE_3), and drand48.
type random struct {
	state [34]int32
	ring  []uint32
	at    int
	x48   uint64
}

// seed is srand.
func (r *random) seed(seed uint32) {
	if seed == 0 {
		seed = 1
	}
	r.state[0] = int32(seed)
	for i := 1; i < 31; i++ {
		hi, lo := int64(r.state[i-1])/127773, int64(r.state[i-1])%127773
		word := 16807*lo - 2836*hi
		if word < 0 {
			word += 2147483647
		}
		r.state[i] = int32(word)
	}
	r.ring = make([]uint32, 34)
	for i := range 31 {
		r.ring[i] = uint32(r.state[i])
	}
	for i := 31; i < 34; i++ {
		r.ring[i] = r.ring[i-31]
	}
	r.at = 34
	for range 310 {
		r.next()
	}
}

// next is what the generator has before the lowest bit is dropped.
func (r *random) next() uint32 {
	n := len(r.ring)
	x := r.ring[(r.at-31)%n] + r.ring[(r.at-3)%n]
	r.ring[r.at%n] = x
	r.at++
	return x
}

// rand is a number from 0 to RAND_MAX.
func (r *random) rand() uint64 { return uint64(r.next() >> 1) }

// drand48 is POSIX's, after srand48.
func (r *random) drand48() float64 {
	r.x48 = (r.x48*0x5deece66d + 0xb) & (1<<48 - 1)
	return float64(r.x48) / (1 << 48)
}
