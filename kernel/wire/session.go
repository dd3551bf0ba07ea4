package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os/user"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Errors of Session.Decode; test with errors.Is.
var (
	// ErrFrames is a message whose frames are not those of a Jupyter message.
	ErrFrames = errors.New("malformed message")
	// ErrSignature is a message that was not signed with the session's key.
	ErrSignature = errors.New("wrong signature")
	// ErrDuplicate is a message whose signature came before: a replay.
	ErrDuplicate = errors.New("duplicate signature")
)

const (
	delimiter = "<IDS|MSG>"
	// dateLayout has the six fractional digits that jupyter_client's date pattern allows.
	dateLayout = "2006-01-02T15:04:05.000000Z07:00"
	// remembered is how many signatures one generation of the replay check holds:
	// a replay is seen among the last 32768 to 65536 messages, as in jupyter_client.
	remembered = 1 << 15
)

// A Session is one process's end of a conversation: its id, its user and the key
// that both ends share. Its methods may be called from any goroutine.
type Session struct {
	id, username string
	key          []byte

	mu         sync.Mutex
	seen, past map[[sha256.Size]byte]struct{} // signatures received, two generations
}

// NewSession returns a session with an id of its own. An empty key signs nothing
// and checks nothing.
func NewSession(key string) *Session {
	s := &Session{id: uuid.NewString(), username: "username", key: []byte(key)}
	if u, err := user.Current(); err == nil {
		s.username = u.Username
	}
	return s
}

// ID is the session id that the headers carry.
func (s *Session) ID() string { return s.id }

// New makes a message of this session with a fresh id. A zero parent is sent as {}.
func (s *Session) New(msgType string, parent Header, content any) (Message, error) {
	text, err := marshal(content)
	if err != nil {
		return Message{}, fmt.Errorf("wire: content of %s: %w", msgType, err)
	}
	return Message{
		Header: Header{
			MsgID:    uuid.NewString(),
			Session:  s.id,
			Username: s.username,
			Date:     time.Now().UTC().Format(dateLayout),
			MsgType:  msgType,
			Version:  ProtocolVersion,
		},
		Parent:  parent,
		Content: text,
	}, nil
}

// Reply makes the reply to a request: it goes to whom the request came from.
func (s *Session) Reply(request Message, msgType string, content any) (Message, error) {
	m, err := s.New(msgType, request.Header, content)
	m.Identities = request.Identities
	return m, err
}

// Encode returns the signed frames of m.
func (s *Session) Encode(m Message) ([][]byte, error) {
	parts := make([][]byte, 0, 4)
	for _, v := range []any{m.Header, parentValue(m.Parent), object(m.Metadata), m.Content} {
		text, err := marshal(v)
		if err != nil {
			return nil, fmt.Errorf("wire: encode %s: %w", m.Header.MsgType, err)
		}
		parts = append(parts, text)
	}
	frames := make([][]byte, 0, len(m.Identities)+6+len(m.Buffers))
	frames = append(frames, m.Identities...)
	frames = append(frames, []byte(delimiter), s.sign(parts))
	frames = append(frames, parts...)
	return append(frames, m.Buffers...), nil
}

// Decode checks and reads the frames of one message. Its error wraps ErrFrames,
// ErrSignature or ErrDuplicate.
func (s *Session) Decode(frames [][]byte) (Message, error) {
	at := 0
	for at < len(frames) && string(frames[at]) != delimiter {
		at++
	}
	if at == len(frames) {
		return Message{}, fmt.Errorf("wire: %w: %d frames without %s", ErrFrames, len(frames), delimiter)
	}
	rest := frames[at+1:]
	if len(rest) < 5 {
		return Message{}, fmt.Errorf("wire: %w: %d frames after %s, at least 5 are needed", ErrFrames, len(rest), delimiter)
	}
	if err := s.verify(rest[0], rest[1:5]); err != nil {
		return Message{}, err
	}
	m := Message{Identities: frames[:at:at], Buffers: rest[5:]}
	return m, m.parse(rest[1:5])
}

// parse reads header, parent header, metadata and content.
func (m *Message) parse(parts [][]byte) error {
	for i, into := range []any{&m.Header, &m.Parent, &m.Metadata, &m.Content} {
		name := [...]string{"header", "parent_header", "metadata", "content"}[i]
		if text := bytes.TrimLeft(parts[i], " \t\r\n"); len(text) == 0 || text[0] != '{' {
			return fmt.Errorf("wire: %w: %s is not a JSON object", ErrFrames, name)
		}
		if err := json.Unmarshal(parts[i], into); err != nil {
			return fmt.Errorf("wire: %w: %s: %w", ErrFrames, name, err)
		}
	}
	if m.Header.MsgType == "" || m.Header.MsgID == "" {
		return fmt.Errorf("wire: %w: header without msg_type or msg_id", ErrFrames)
	}
	return nil
}

func (s *Session) mac(parts [][]byte) []byte {
	h := hmac.New(sha256.New, s.key)
	for _, p := range parts {
		for piece := range slices.Chunk(p, hashPiece) {
			h.Write(piece)
			if len(piece) == hashPiece {
				time.Sleep(breath)
			}
		}
	}
	return h.Sum(nil)
}

const (
	// hashPiece is how much is hashed at once, about 0.1 ms: nothing else runs on the
	// processor meanwhile, and a stranger may have sent the message.
	hashPiece = 128 << 10
	// breath is a pause between the pieces. Only when a processor has nothing to do does
	// Go look for what has come in from the network; otherwise that may take 10 ms.
	breath = 20 * time.Microsecond
)

func (s *Session) sign(parts [][]byte) []byte {
	if len(s.key) == 0 {
		return []byte{}
	}
	return hex.AppendEncode(nil, s.mac(parts))
}

// verify compares in constant time, and then looks for a replay: only signatures
// that were right are remembered, so that a stranger cannot fill the memory.
func (s *Session) verify(signature []byte, parts [][]byte) error {
	if len(s.key) == 0 {
		return nil
	}
	want := s.mac(parts)
	got := make([]byte, hex.DecodedLen(len(signature)))
	if _, err := hex.Decode(got, signature); err != nil || !hmac.Equal(got, want) {
		return fmt.Errorf("wire: %w %.64q", ErrSignature, signature)
	}
	if !s.remember([sha256.Size]byte(want)) {
		return fmt.Errorf("wire: %w %.64q", ErrDuplicate, signature)
	}
	return nil
}

// remember reports whether the signature is new.
func (s *Session) remember(sum [sha256.Size]byte) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, now := s.seen[sum]
	_, before := s.past[sum]
	if now || before {
		return false
	}
	if s.seen == nil || len(s.seen) >= remembered {
		s.past, s.seen = s.seen, map[[sha256.Size]byte]struct{}{}
	}
	s.seen[sum] = struct{}{}
	return true
}

// parentValue is {} for a message without a parent, as the protocol asks.
func parentValue(h Header) any {
	if h == (Header{}) {
		return struct{}{}
	}
	return h
}

// object is {} for a nil map.
func object(m map[string]any) any {
	if m == nil {
		return struct{}{}
	}
	return m
}

// marshal is json.Marshal without the escaping of <, > and &, which would make
// every HTML and SVG output longer for nothing.
func marshal(v any) ([]byte, error) {
	if raw, ok := v.(json.RawMessage); ok {
		if len(raw) == 0 {
			return []byte("{}"), nil
		}
		return raw, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
