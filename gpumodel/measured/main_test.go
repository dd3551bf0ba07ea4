package measured_test

import (
	"os"
	"testing"

	"warpbook.dev/gpumodel/driver"
)

func TestMain(m *testing.M) {
	driver.Main() // the workers of a GPU are this program, too
	os.Exit(m.Run())
}
