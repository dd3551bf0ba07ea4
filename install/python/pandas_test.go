package python

import "testing"

// TestPandas: tables and sweeps become DataFrames, with their columns in order and the types that pandas has for them.
func TestPandas(t *testing.T) {
	e := newInstalled(t, "numpy", "pandas")
	e.run("-c", `
import warpbook as wb
rows = [{"n": 1, "x": 0.5, "s": "é", "all": 10 ** 30}, {"n": 2, "x": float("inf"), "s": None, "all": 1}]
f = wb.table(rows).to_pandas()
assert list(f.columns) == ["n", "x", "s", "all"] and len(f) == 2, f
assert f["n"].dtype == "int64" and f["x"].dtype == "float64", f.dtypes
assert f["x"].tolist() == [0.5, float("inf")] and f["all"].tolist() == [10 ** 30, 1], f
assert f["s"][0] == "é" and f["s"].isna().tolist() == [False, True], f

s = wb.sweep(["transpose/naive", "transpose/padded"], n=[256, 512], gpu="H200")
f = s.to_pandas()
assert list(f.columns) == s.columns and len(f) == len(s) == 4, f
for name in s.columns:
    values = [None if missing else value for value, missing in zip(f[name].tolist(), f[name].isna())]
    assert values == s.column(name), (name, values, s.column(name))
assert f.groupby("n").size().to_dict() == {256: 2, 512: 2}, f
`)
}
