package gpumodel_test

import (
	"os"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/driver"
	"warpbook.dev/gpumodel/measured"
)

func TestMain(m *testing.M) {
	gpumodel.RunOn = measured.Run
	driver.Main() // the workers of a GPU are this program, too
	os.Exit(m.Run())
}
