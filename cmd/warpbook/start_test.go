package main

import (
	"context"
	"flag"
	"io"
	"testing"

	"warpbook.dev/install"
	"warpbook.dev/kernel/client"
	"warpbook.dev/kernel/wire"
)

var benchmarked = flag.String("warpbook", "", "the program that BenchmarkStart and BenchmarkCell measure, in place of this one")

func startBenchmarked(b *testing.B) *client.Client {
	b.Helper()
	binary := *benchmarked
	if binary == "" {
		binary = program(b)
	}
	c, err := client.StartIn(b.Context(), b.TempDir(), io.Discard, append(install.NewSpec(binary).Argv, "--history", ""), nil)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkStart is how long a notebook kernel takes from its start to its first answer.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		c := startBenchmarked(b)
		b.StopTimer()
		if err := c.Shutdown(context.Background()); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// BenchmarkCell is how long cells take, from their request to their reply: without a shell line, with one, and with a pipe.
func BenchmarkCell(b *testing.B) {
	for _, bc := range []struct{ name, code string }{
		{"Starlark", "sum([i * i for i in range(100)])"}, {"shell", "!echo a b > t"}, {"pipe", "!seq 100 | grep 1 | sort -rn | head -3"},
	} {
		b.Run(bc.name, func(b *testing.B) {
			c := startBenchmarked(b)
			defer c.Shutdown(context.Background())
			for b.Loop() {
				m, err := c.Execute(b.Context(), bc.code, func(wire.Message) {})
				if err != nil {
					b.Fatal(err)
				}
				if reply, err := executeReply(m); err != nil || reply.Status != "ok" {
					b.Fatalf("%v %v", reply, err)
				}
			}
		})
	}
}
