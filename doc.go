// Package warpbook holds what the whole program shares: its version and its licences.
// Its tests keep the rooms apart; DESIGN.md tells what each room is for.
package warpbook

import _ "embed"

// Version is that of the program, by semver.org. A release drops -dev; CHANGELOG.md
// says what each has.
const Version = "0.2.0-dev"

// License is the licence of Warpbook's own code.
//
//go:embed LICENSE
var License string

// Notice names what the program contains of others, with their licences.
//
//go:embed NOTICE
var Notice string
