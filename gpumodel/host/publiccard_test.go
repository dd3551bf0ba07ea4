package host_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var publicOutputs = flag.String("public-outputs", "", "take what public programs print on a card from the folder that testdata/public/card.py wrote")

// mostNumbers bounds what printed.csv holds of one program; of numbers beyond it only how many there are is compared.
const mostNumbers = 300

// mostPrinted is how many bytes of an output card.py keeps.
const mostPrinted = 300000

// A cardRecord is a line of records.jsonl, which card.py writes.
type cardRecord struct {
	Program string // as publicProgram.name
	Built   bool
	Option  string // cuda12.h, if nvcc took the program with that alone
	Log     string // why it did not
	Exits   []int  // of each run; -9 is one that was stopped, other negative ones are signals
}

// TestPublicOutputs writes to programs.csv and printed.csv what programs print on a card.
func TestPublicOutputs(t *testing.T) {
	if *publicOutputs == "" {
		t.Skip("testdata/public/card.py says how to run the programs on a card")
	}
	text, err := os.ReadFile(filepath.Join(*publicOutputs, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]cardRecord{}
	for line := range strings.Lines(string(text)) {
		var r cardRecord
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		records[r.Program] = r
	}
	programs := readPublic(t)
	rows := [][]string{printedHeader}
	compared := 0
	for i := range programs {
		p := &programs[i]
		p.take(t, records[p.name()])
		if p.compared == "same" || p.compared == "lines" {
			compared++
			rows = append(rows, []string{p.repository, p.main, p.card.texts, strings.Join(p.card.numbers, " ")})
		}
	}
	t.Logf("%d of %d programs are compared", compared, len(programs))
	writePublic(t, programs)
	writePublicRows(t, "printed.csv", rows)
}

// take notes what a program did on the card, and whether that can be compared.
func (p *publicProgram) take(t *testing.T, r cardRecord) {
	t.Helper()
	if p.compared != "lines" { // a program whose kernels print is given as such
		p.compared = ""
	}
	p.nvcc, p.exit, p.card = r.Option, "", output{}
	switch {
	case r.Program == "":
		p.nvcc = "not run: takes more memory than a card has"
		return
	case !r.Built:
		p.nvcc = "refused: " + r.Log
		return
	case len(r.Exits) == 0:
		p.nvcc = "not run"
		return
	case r.Exits[0] == -9 || len(r.Exits) < 2:
		p.exit = "slow"
		return
	case r.Exits[0] < 0: // a shell's code for a signal
		p.exit = fmt.Sprint(128 - r.Exits[0])
	default:
		p.exit = fmt.Sprint(r.Exits[0])
	}
	var outs [2]string
	for k := range outs {
		text, err := os.ReadFile(filepath.Join(*publicOutputs, fmt.Sprintf("%s.%d", strings.ReplaceAll(p.name(), "/", "+"), k)))
		if err != nil {
			t.Fatal(err)
		}
		outs[k] = string(text)
	}
	p.compare(outs[0], outs[1])
}

// compare finds what two runs on the card have in common.
func (p *publicProgram) compare(first, second string) {
	if strings.TrimSpace(first) == "" {
		p.compared = "prints nothing"
		return
	}
	if len(first) >= mostPrinted {
		p.compared = "prints too much"
		return
	}
	for _, how := range []string{"same", "lines"} {
		if how == "same" && p.compared == "lines" {
			continue
		}
		if card, ok := both(outputOf(first, how == "lines"), outputOf(second, how == "lines")); ok {
			card.numbers = card.numbers[:min(len(card.numbers), mostNumbers)]
			p.compared, p.card = how, card
			return
		}
	}
	p.compared = "two runs differ"
}
