package vector

import "warpbook.dev/gpumodel/sfu"

// The tables of the special function unit, for assembly: what a polynomial gives is cut off at its unit.
var (
	//lint:ignore U1000 run_amd64.s reads it
	rcpRows = [128][4]float64(sfu.RcpTable())
	//lint:ignore U1000 run_amd64.s reads it
	rsqrtRows = [128][4]float64(sfu.RsqrtTable())
	//lint:ignore U1000 run_amd64.s reads it
	exp2Rows = [64][4]float64(sfu.Exp2Table())
	//lint:ignore U1000 run_amd64.s reads it
	log2Rows = [64][4]float64(sfu.Log2Table())
)
