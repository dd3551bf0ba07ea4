package curve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// Flags of a ZMTP frame header. Source: ZMTP 3.0 (rfc.zeromq.org/spec/23), "Framing".
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// appendHeader appends the header of a frame of that size.
func appendHeader(out []byte, flags byte, size int) []byte {
	if size < 256 {
		return append(out, flags, byte(size))
	}
	return binary.BigEndian.AppendUint64(append(out, flags|flagLong), uint64(size))
}

// headerSize is the length of a header with those flags.
func headerSize(flags byte) int {
	if flags&flagLong != 0 {
		return 9
	}
	return 2
}

// bodySize is the length that a complete header announces.
func bodySize(header []byte) uint64 {
	if header[0]&flagLong != 0 {
		return binary.BigEndian.Uint64(header[1:])
	}
	return uint64(header[1])
}

// readFrame reads one frame of a connection with CURVE into body. Memory is taken as
// the bytes come, not as the header announces them.
func readFrame(in *bufio.Reader, body *bytes.Buffer, limit uint64) (flags byte, err error) {
	first, err := in.Peek(1)
	if err != nil {
		return 0, err
	}
	flags = first[0]
	if flags&^(flagLong|flagCommand) != 0 {
		return 0, fmt.Errorf("curve: frame flags %#02x, want those of one command", flags)
	}
	header := make([]byte, headerSize(flags))
	if _, err := io.ReadFull(in, header); err != nil {
		return 0, unexpected(err)
	}
	size := bodySize(header)
	if size > limit {
		return 0, fmt.Errorf("curve: frame of %d bytes, allowed are %d", size, limit)
	}
	body.Reset()
	if _, err := io.CopyN(body, in, int64(size)); err != nil {
		return 0, unexpected(err)
	}
	return flags, nil
}

// unexpected tells an end in the middle of a frame from one between frames.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}
