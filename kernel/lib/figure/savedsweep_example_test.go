package figure_test

import (
	"fmt"

	"warpbook.dev/kernel/lib/figure"
)

// What save has written is numbers, sizes and truth values again.
func ExampleReadSweep() {
	t := must(figure.ReadSweep("kernel,n,block,time,measured,error\ncopy,64,\"(32, 8)\",2.5e-06,True,\n"))
	fmt.Printf("%#v\n", t.Rows[0])
	_, err := figure.ReadSweep("")
	fmt.Println(err)
	// Output:
	// []interface {}{"copy", 64, []int{32, 8}, 2.5e-06, true, interface {}(nil)}
	// EOF
}
