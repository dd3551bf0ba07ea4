package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
)

// A Connection is the content of a connection file: where the five sockets of a
// kernel are, and the key that signs its messages. A port of 0 lets the system
// choose. Source: jupyter_client, docs/kernels.rst, "Connection files".
type Connection struct {
	Transport       string `json:"transport"` // "tcp", or "ipc" for sockets in the file system
	IP              string `json:"ip"`
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HBPort          int    `json:"hb_port"`
	SignatureScheme string `json:"signature_scheme"`
	Key             string `json:"key"`
	KernelName      string `json:"kernel_name,omitempty"`
	// The keys of CurveZMQ in Z85, if the sockets are to encrypt. Clients use them too.
	CurvePublicKey string `json:"curve_publickey,omitempty"`
	CurveSecretKey string `json:"curve_secretkey,omitempty"`
}

// ReadConnection reads and checks a connection file.
func ReadConnection(path string) (Connection, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Connection{}, fmt.Errorf("wire: connection file: %w", err)
	}
	var c Connection
	if err := json.Unmarshal(text, &c); err != nil {
		return Connection{}, fmt.Errorf("wire: connection file %s: %w", path, err)
	}
	if err := c.Check(); err != nil {
		return Connection{}, fmt.Errorf("%w (connection file %s)", err, path)
	}
	return c, nil
}

// Check says what in c cannot be served.
func (c Connection) Check() error {
	if t := c.Transport; t != "" && t != "tcp" && t != "ipc" {
		return fmt.Errorf("wire: transport %q, want tcp or ipc", t)
	}
	if s := c.SignatureScheme; s != "" && s != "hmac-sha256" {
		return fmt.Errorf("wire: signature scheme %q, want hmac-sha256", s)
	}
	if (c.CurvePublicKey == "") != (c.CurveSecretKey == "") {
		return errors.New("wire: one of curve_publickey and curve_secretkey is missing; CurveZMQ needs both")
	}
	if c.Key == "" && !c.local() {
		return fmt.Errorf("wire: ip is %q and the key is empty: whoever reaches this machine could run code; want a key, or a loopback address", c.IP)
	}
	for name, port := range map[string]int{
		"shell_port": c.ShellPort, "iopub_port": c.IOPubPort, "stdin_port": c.StdinPort,
		"control_port": c.ControlPort, "hb_port": c.HBPort,
	} {
		if port < 0 || port > 65535 {
			return fmt.Errorf("wire: %s is %d, want 0 to 65535", name, port)
		}
	}
	return nil
}

// local reports whether only this machine reaches the sockets. Others do when the
// launcher says so, by the IP of the connection file, and only then.
func (c Connection) local() bool {
	ip := net.ParseIP(c.IP)
	return c.Transport == "ipc" || c.IP == "" || c.IP == "localhost" || ip != nil && ip.IsLoopback()
}

// Address gives the network and the address, as package net spells them, of the
// socket with that port. No IP means loopback only.
func (c Connection) Address(port int) (network, address string) {
	if c.Transport == "ipc" {
		return "unix", fmt.Sprintf("%s-%d", c.IP, port)
	}
	ip := c.IP
	switch ip {
	case "":
		ip = "127.0.0.1"
	case "*":
		ip = ""
	}
	return "tcp", net.JoinHostPort(ip, strconv.Itoa(port))
}

// Write writes the connection file, readable by its owner only, since the key in
// it is the right to run code. The file appears whole or not at all.
func (c Connection) Write(path string) (err error) {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("wire: connection file: %w", err)
	}
	// CreateTemp makes the file with mode 0600.
	f, err := os.CreateTemp(filepath.Dir(path), ".connection-*")
	if err != nil {
		return fmt.Errorf("wire: connection file: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
			err = fmt.Errorf("wire: connection file: %w", err)
		}
	}()
	_, err = f.Write(append(text, '\n'))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
