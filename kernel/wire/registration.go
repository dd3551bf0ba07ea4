package wire

import (
	"encoding/json"
	"fmt"
	"os"
)

// A Registration is the content of a registration file, which a launcher gives a
// kernel instead of a connection file: the kernel chooses its ports and tells them to
// the launcher's socket (JEP 66). Source: jupyter_client, docs/kernels.rst.
type Registration struct {
	KernelID        string `json:"kernel_id"`
	Transport       string `json:"transport"`
	IP              string `json:"registration_ip"`
	Port            int    `json:"registration_port"`
	SignatureScheme string `json:"signature_scheme"`
	Key             string `json:"key"`
	// PlainIP is how Positron's launcher spells registration_ip.
	PlainIP string `json:"ip,omitempty"`
}

// ReadStartup reads the file that a launcher gives a kernel: a connection file, or a
// registration file, for which it returns the registration too and a connection
// that leaves the ports to the system.
func ReadStartup(path string) (Connection, *Registration, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Connection{}, nil, fmt.Errorf("wire: connection file: %w", err)
	}
	var r Registration
	if json.Unmarshal(text, &r) != nil || r.Port == 0 { // ReadConnection says what is wrong with it
		c, err := ReadConnection(path)
		return c, nil, err
	}
	if r.IP == "" {
		r.IP = r.PlainIP
	}
	if r.Port < 1 || r.Port > 65535 {
		return Connection{}, nil, fmt.Errorf("wire: registration_port is %d, want 1 to 65535 (registration file %s)", r.Port, path)
	}
	c := Connection{Transport: r.Transport, IP: r.IP, SignatureScheme: r.SignatureScheme, Key: r.Key}
	if err := c.Check(); err != nil {
		return Connection{}, nil, fmt.Errorf("%w (registration file %s)", err, path)
	}
	return c, &r, nil
}

// Address gives the network and the address of the launcher's socket.
func (r *Registration) Address() (network, address string) {
	return Connection{Transport: r.Transport, IP: r.IP}.Address(r.Port)
}

// Seal signs a content without a header, as the handshake has it: the delimiter, the
// signature and the content.
func (s *Session) Seal(content any) ([][]byte, error) {
	text, err := marshal(content)
	if err != nil {
		return nil, fmt.Errorf("wire: seal: %w", err)
	}
	return [][]byte{[]byte(delimiter), s.sign([][]byte{text}), text}, nil
}

// Open returns the content of what Seal made. Its error wraps ErrFrames, ErrSignature
// or ErrDuplicate.
func (s *Session) Open(frames [][]byte) ([]byte, error) {
	for i, f := range frames {
		if string(f) == delimiter && len(frames) == i+3 {
			return frames[i+2], s.verify(frames[i+1], frames[i+2:])
		}
	}
	return nil, fmt.Errorf("wire: %w: %d frames, want %s, a signature and a content", ErrFrames, len(frames), delimiter)
}
