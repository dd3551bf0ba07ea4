// Package wire is the message layer of the Jupyter protocol: typed messages,
// their signed frames, and the connection file. It knows no sockets.
//
// On the wire a message is a list of frames,
//
//	identities…  <IDS|MSG>  signature  header  parent_header  metadata  content  buffers…
//
// where the signature is the HMAC-SHA256, in hexadecimal, of the four JSON
// frames that follow it; buffers are not signed. An empty key means an empty
// signature. Source: jupyter_client, docs/messaging.rst, "The wire protocol".
//
// A Session makes and reads such frames for one process. A reply is always made
// from its request, so that identities and parent headers cannot be mixed up.
package wire

import (
	"encoding/json"
	"fmt"
)

// ProtocolVersion is the version of the messaging protocol that is spoken here.
const ProtocolVersion = "5.5"

// A Header names one message.
type Header struct {
	MsgID    string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	// Date is ISO 8601 with at most microseconds, the most that clients parse.
	// It is kept as text so that a parent header goes back as it came.
	Date    string `json:"date,omitempty"`
	MsgType string `json:"msg_type"`
	Version string `json:"version,omitempty"`
	// SubshellID is set by clients that use subshells (JEP 91).
	SubshellID *string `json:"subshell_id,omitempty"`
}

// A Message is one message of any channel.
type Message struct {
	// Identities route the message: the peer on a ROUTER socket, the topic on iopub.
	Identities [][]byte
	Header     Header
	// Parent is the header of the message that caused this one, or zero.
	Parent   Header
	Metadata map[string]any
	// Content is a JSON object; Message.Decode reads it.
	Content json.RawMessage
	Buffers [][]byte
}

// Decode reads the content into v, as json.Unmarshal does.
func (m Message) Decode(v any) error {
	if err := json.Unmarshal(m.Content, v); err != nil {
		return fmt.Errorf("wire: content of %s: %w", m.Header.MsgType, err)
	}
	return nil
}
