package cuda

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"warpbook.dev/gpumodel/cuda/token"
)

// Instructions of inline PTX on memory, and those whose name has parts that a table row cannot express.

// cacheOperators are the parts of ld, st and prefetch that say how caches keep the data, which changes no result.
var cacheOperators = token.Words("ca cg cs lu cv wb wt L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate " +
	"L2::evict_normal L2::evict_first L2::evict_last L2::64B L2::128B L2::256B")

func caching(instruction, part string) bool {
	return (instruction == "ld" || instruction == "st") && cacheOperators[part]
}

// whole translates an instruction that is none of ptxInstructions. It reports whether it is one.
func (x *ptx) whole(line string, parts, args []string) bool {
	switch {
	case parts[0] == "mma":
		x.product(line, parts, args)
	case parts[0] == "ldmatrix":
		x.loadMatrix(line, parts, args)
	case parts[0] == "cp" && len(parts) > 2 && parts[1] == "async" && parts[2] != "bulk" && parts[2] != "mbarrier":
		x.copyAsync(line, parts[2:], args)
	case parts[0] == "prefetch" && len(args) == 1 || parts[0] == "prefetchu" && len(args) == 1: // a hint: what the caches have is not known
		x.address(args[0], false)
	case parts[0] == "shfl" && len(parts) == 4 && parts[1] == "sync":
		return x.shuffle(line, parts[2], args)
	case parts[0] == "bar" || parts[0] == "barrier":
		return x.barrier(line, parts, args)
	default:
		return false
	}
	return true
}

// shuffles are the functions for shfl.sync, with the fourth operand of PTX for a whole warp.
var shuffles = map[string]struct{ function, whole string }{
	"up": {"__shfl_up_sync", "0"}, "down": {"__shfl_down_sync", "31"}, "bfly": {"__shfl_xor_sync", "31"}, "idx": {"__shfl_sync", "31"},
}

// shuffle translates shfl.sync.mode.b32 d, a, b, c, mask for a whole warp. It reports whether it is one.
func (x *ptx) shuffle(line, mode string, args []string) bool {
	s, ok := shuffles[mode]
	if !ok || len(args) != 5 {
		return false
	}
	clamp, err := strconv.ParseInt(args[3], 0, 32)
	if err != nil || strconv.FormatInt(clamp, 10) != s.whole || strings.Contains(args[0], "|") {
		x.p.fail(&x.at, "%s: shfl.sync.%s is known for a whole warp, with %s as its fourth operand and without a predicate; call %s",
			line, mode, s.whole, s.function)
	}
	value, from, mask := x.read(args[1], "b32"), x.read(args[2], "u32"), x.read(args[4], "u32")
	x.write(line, args[0], "b32", fmt.Sprintf("%s(%s, %s, %s)", s.function, mask, value, from))
	return true
}

// barrier translates bar.sync a, b and bar.arrive a, b; bar.sync 0 is __syncthreads().
func (x *ptx) barrier(line string, parts, args []string) bool {
	kind := ""
	for _, part := range parts[1:] {
		switch part {
		case "sync", "arrive":
			kind += part
		case "cta", "aligned":
		default:
			return false
		}
	}
	switch {
	case kind == "sync" && len(args) == 1 && args[0] == "0":
		x.emit("__syncthreads();")
	case kind == "sync" && len(args) == 1:
		x.emit("__barrier_sync(" + x.read(args[0], "u32") + ");")
	case kind == "sync" && len(args) == 2:
		x.emit("__barrier_sync_count(" + x.read(args[0], "u32") + ", " + x.read(args[1], "u32") + ");")
	case kind == "arrive" && len(args) == 2:
		x.emit("__barrier_arrive(" + x.read(args[0], "u32") + ", " + x.read(args[1], "u32") + ");")
	default:
		x.p.fail(&x.at, "%s: barriers are bar.sync a, bar.sync a, threads and bar.arrive a, threads", line)
	}
	return true
}

// address is [base+4] as a pointer, into shared memory if the instruction says so.
func (x *ptx) address(arg string, shared bool) string {
	arg = strings.Trim(arg, "[] ")
	base, offset, _ := strings.Cut(arg, "+")
	if offset = strings.TrimSpace(offset); offset == "" {
		offset = "0"
	}
	if _, err := strconv.Atoi(offset); err != nil {
		offset = x.read(offset, "u32")
	}
	if shared {
		return fmt.Sprintf("__shared_at(%s + %s)", x.read(strings.TrimSpace(base), "u32"), offset)
	}
	return fmt.Sprintf("(void *)(%s + %s)", x.read(strings.TrimSpace(base), "u64"), offset)
}

// isShared reports whether the parts of a name say shared memory.
func isShared(parts []string) bool {
	return slices.Contains(parts, "shared") || slices.Contains(parts, "shared::cta")
}

// ptxVectors are the types of C of vectors of two and four words.
var ptxVectors = map[string]string{"v2 32": "uint2", "v4 32": "uint4", "v2 64": "ulonglong2"}

// vectorOf is the type of C of .v2 and .v4, and of its elements in PTX; both are empty where there is none.
func (x *ptx) vectorOf(line string, name []string, typ string) (vector, element string) {
	for _, part := range name[1:] {
		if part == "v2" || part == "v4" {
			size := typ[len(typ)-2:]
			if vector = ptxVectors[part+" "+size]; vector == "" {
				x.refuse(line)
			}
			return vector, "b" + size
		}
	}
	return "", ""
}

// load translates ld; .cg goes past the L1.
func (x *ptx) load(line string, name []string, pastL1 bool, args []string, typ string) {
	at := x.address(args[1], isShared(name))
	reads := "*(%s *)%s"
	if pastL1 && !isShared(name) {
		reads = "__ldcg((%s *)%s)"
	}
	vector, element := x.vectorOf(line, name, typ)
	if vector == "" {
		x.write(line, args[0], typ, fmt.Sprintf(reads, ptxTypes[typ], at))
		return
	}
	x.emit(fmt.Sprintf("{ %s ptx_vector = "+reads+";", vector, vector, at))
	for i, to := range listed(args[0]) {
		x.write(line, to, element, "ptx_vector."+"xyzw"[i%4:i%4+1])
	}
	x.emit("}")
}

// store translates st.
func (x *ptx) store(line string, name, args []string, typ string) {
	at := x.address(args[0], isShared(name))
	vector, element := x.vectorOf(line, name, typ)
	if vector == "" {
		x.emit(fmt.Sprintf("*(%s *)%s = %s;", ptxTypes[typ], at, x.read(args[1], typ)))
		return
	}
	var values []string
	for _, from := range listed(args[1]) {
		values = append(values, x.read(from, element))
	}
	x.emit(fmt.Sprintf("*(%s *)%s = make_%s(%s);", vector, at, vector, strings.Join(values, ", ")))
}

// loadMatrix translates ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {d0, d1, d2, d3}, [address].
func (x *ptx) loadMatrix(line string, parts, args []string) {
	n, transposed := 0, 0
	for _, part := range parts[1:] {
		switch part {
		case "x1", "x2", "x4":
			n = int(part[1] - '0')
		case "trans":
			transposed = 1
		case "sync", "aligned", "m8n8", "shared", "shared::cta", "b16":
		default:
			x.p.fail(&x.at, "of ldmatrix the model knows m8n8 of b16, not .%s (%s)", part, line)
		}
	}
	if n == 0 || len(args) != 2 || len(listed(args[0])) != n {
		x.p.fail(&x.at, "%s: ldmatrix has .x1, .x2 or .x4, as many registers, and an address: ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%%0, %%1}, [%%2];", line)
	}
	x.emit("{ const void *ptx_at = " + x.address(args[1], true) + ";")
	for i := range n {
		x.emit(fmt.Sprintf("unsigned ptx_part%d = __ldmatrix(%d, %d, %d, ptx_at);", i, n, transposed, i))
		x.registers["part"+itoa(i)] = "b32"
	}
	for i, to := range listed(args[0]) {
		x.write(line, to, "b32", "ptx_part"+itoa(i))
	}
	x.emit("}")
}

// copyAsync translates cp.async and what waits for it.
func (x *ptx) copyAsync(line string, parts, args []string) {
	switch {
	case parts[0] == "commit_group" && len(args) == 0:
		x.emit("__copy_commit();")
	case parts[0] == "wait_all" && len(args) == 0:
		x.emit("__copy_commit(); __copy_wait(0);")
	case parts[0] == "wait_group" && len(args) == 1:
		x.emit("__copy_wait(" + x.read(args[0], "u32") + ");")
	case (parts[0] == "ca" || parts[0] == "cg") && isShared(parts) && slices.Contains(parts, "global") && (len(args) == 3 || len(args) == 4):
		bytes, read := x.read(args[2], "u32"), "16u"
		if len(args) == 4 {
			read = x.read(args[3], "u32")
		}
		bypass := "0"
		if parts[0] == "cg" {
			bypass = "1"
		}
		x.emit(fmt.Sprintf("__copy_async(%s, %s, %s, %s, %s);", x.address(args[0], true), x.address(args[1], false), bytes, bypass, read))
	default:
		x.p.fail(&x.at, "%s: of cp.async the model knows cp.async.ca.shared.global [to], [from], 4, 8 or 16, cp.async.cg with 16, "+
			"both with the bytes to read behind, commit_group, wait_group and wait_all", line)
	}
}
