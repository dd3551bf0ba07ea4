package warp

import (
	"reflect"
	"testing"
)

// TestStatsAdd: a sum and a reset leave no count out, whatever fields Stats has.
func TestStatsAdd(t *testing.T) {
	var x, sum Stats
	fields := 0
	var set func(v reflect.Value, at string)
	set = func(v reflect.Value, at string) {
		switch v.Kind() {
		case reflect.Int64:
			fields++
			v.SetInt(int64(10 * fields))
		case reflect.Struct:
			for i := range v.NumField() {
				set(v.Field(i), at+"."+v.Type().Field(i).Name)
			}
		case reflect.Array:
			for i := range v.Len() {
				set(v.Index(i), at)
			}
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			set(v.Index(0), at)
			set(v.Index(1), at)
		default:
			t.Fatalf("Stats%s is a %v: Add knows no such counts", at, v.Kind())
		}
	}
	set(reflect.ValueOf(&x).Elem(), "")
	if got := len(x.numbers(nil)) + 2*len(x.lists()); got != fields {
		t.Errorf("numbers and lists have %d counts of %d", got, fields)
	}
	sum.Add(&x, 1, 2)
	sum.Add(&x, 1, 2)
	if !reflect.DeepEqual(sum, x) {
		t.Errorf("twice the half is\n%+v\nwant\n%+v", sum, x)
	}
	sum.reset()
	sum.Add(&x, 1, 1)
	if !reflect.DeepEqual(sum, x) {
		t.Errorf("after a reset the sum is\n%+v\nwant\n%+v", sum, x)
	}
}
