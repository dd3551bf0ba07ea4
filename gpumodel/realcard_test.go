package gpumodel_test

import (
	"os"
	"testing"

	"warpbook.dev/gpumodel"
	"warpbook.dev/gpumodel/driver"
)

func TestMain(m *testing.M) {
	gpumodel.RunOn, gpumodel.CardOf = gpumodel.RunAnywhere, gpumodel.Card
	driver.Main() // the workers of a GPU are this program, too
	os.Exit(m.Run())
}
