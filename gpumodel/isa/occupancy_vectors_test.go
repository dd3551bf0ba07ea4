package isa

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"warpbook.dev/gpumodel/device"
)

// limits are those of a compute capability as NVIDIA's calculator has them: of an SM,
// but for threads, most (registers of a thread), blockFile and mostShared, which are of
// a block. They stand here again so that each row below can be worked out by hand.
type limits struct {
	warps, blocks, threads int
	file, unit             int    // registers, and how many are given at a time: to a warp,
	perBlock               bool   // or to a block
	double                 string // counts of registers per thread that are given in units twice as large
	blockFile              int    // registers of a block, where it is less than file
	most, warpUnit         int
	check                  int // a block is refused that would not fit with this warpUnit
	shared, sharedUnit     int
	system                 int // bytes of every block besides its own
	mostShared             int
}

// The derivation of a row, from left to right:
//
//	threads registers shared: what is asked for
//	warps: threads / 32, rounded up
//	given: 32 · registers, rounded up to the unit (of a block: · warps, an odd number plus one)
//	held: file / given, rounded down to a multiple of warpUnit: the warps that the file holds
//	shared given: shared + system, rounded up to sharedUnit
//	by threads: limit of warps / warps; by registers: held / warps, or file / given;
//	by shared: limit of shared / given, rounded down; of nothing, the limit of blocks
//	blocks: the least of these and the limit of blocks; warps: · warps of a block
//
// A block is refused that asks for more than a block can have. Up to c.c. 2.1 this was
// compared with the formulas of NVIDIA's cuda_occupancy.h for capabilities up to 5.2, from
// 3.0 on with what cuda_occupancy.h of CUDA 13.0 returns.
var occupancyVectors = []struct {
	cc   string
	of   limits
	rows string
}{
	//  threads registers shared | warps |   given    held | shared | by threads registers shared | blocks warps limiter
	{"1.0", limits{warps: 24, blocks: 8, threads: 512, file: 8192, unit: 256, perBlock: true, most: 124, warpUnit: 2, shared: 16384, sharedUnit: 512, mostShared: 16384}, `
    256        10   2080 |     8 |    2560       - |  2560 |      3         3      6 |     3    24  threads
    256        11   2080 |     8 |    2816       - |  2560 |      3         2      6 |     2    16  registers
    512        10     32 |    16 |    5120       - |   512 |      1         1     32 |     1    16  threads
     33         5     32 |     2 |     512       - |   512 |     12        16     32 |     8    16  blocks
     64        20   1056 |     2 |    1280       - |  1536 |     12         6     10 |     6    12  registers
    192        18   4128 |     6 |    3584       - |  4608 |      4         2      3 |     2    12  registers
    128        33    600 |     4 |    4352       - |  1024 |      6         1     16 |     1     4  registers
    160        12   1000 |     5 |    2304       - |  1024 |      4         3     16 |     3    15  registers
    384         8  16384 |    12 |    3072       - | 16384 |      2         2      1 |     1    12  shared memory
    512        17     32 |    16 |    8704       - |   512 |      1         0     32 |     0     0  refused
	`},
	{"1.1", limits{warps: 24, blocks: 8, threads: 512, file: 8192, unit: 256, perBlock: true, most: 124, warpUnit: 2, shared: 16384, sharedUnit: 512, mostShared: 16384}, `
     96        18    512 |     3 |    2304       - |   512 |      8         3     32 |     3     9  registers
    128        16   2000 |     4 |    2048       - |  2048 |      6         4      8 |     4    16  registers
    224         9   3000 |     7 |    2304       - |  3072 |      3         3      5 |     3    21  threads
    320        13   1234 |    10 |    4352       - |  1536 |      2         1     10 |     1    10  registers
    448        14    512 |    14 |    6400       - |   512 |      1         1     32 |     1    14  threads
     64         8     16 |     2 |     512       - |   512 |     12        16     32 |     8    16  blocks
    256        32      0 |     8 |    8192       - |     0 |      3         1      8 |     1     8  registers
     32       124     48 |     1 |    7936       - |   512 |     24         1     32 |     1     1  registers
    480        15   8000 |    15 |    7680       - |  8192 |      1         1      2 |     1    15  threads
    512        16  16385 |    16 |    8192       - | 16896 |      1         1      0 |     0     0  refused
	`},
	{"1.2", limits{warps: 32, blocks: 8, threads: 512, file: 16384, unit: 512, perBlock: true, most: 124, warpUnit: 2, shared: 16384, sharedUnit: 512, mostShared: 16384}, `
    256        17     32 |     8 |    4608       - |   512 |      4         3     32 |     3    24  registers
    160        20     32 |     5 |    4096       - |   512 |      6         4     32 |     4    20  registers
    512        16   8224 |    16 |    8192       - |  8704 |      2         2      1 |     1    16  shared memory
    256        14   2080 |     8 |    3584       - |  2560 |      4         4      6 |     4    32  threads
     32         8     32 |     1 |     512       - |   512 |     32        32     32 |     8     8  blocks
     96        40   1040 |     3 |    5120       - |  1536 |     10         3     10 |     3     9  registers
    192        21   5000 |     6 |    4096       - |  5120 |      5         4      3 |     3    18  shared memory
    320        16   3500 |    10 |    5120       - |  3584 |      3         3      4 |     3    30  threads
    384        42      0 |    12 |   16384       - |     0 |      2         1      8 |     1    12  registers
    512        40      0 |    16 |   20480       - |     0 |      2         0      8 |     0     0  refused
	`},
	{"1.3", limits{warps: 32, blocks: 8, threads: 512, file: 16384, unit: 512, perBlock: true, most: 124, warpUnit: 2, shared: 16384, sharedUnit: 512, mostShared: 16384}, `
    256        10   4256 |     8 |    2560       - |  4608 |      4         6      3 |     3    24  shared memory
     64       124     48 |     2 |    8192       - |   512 |     16         2     32 |     2     4  registers
    128        25   1552 |     4 |    3584       - |  2048 |      8         4      8 |     4    16  registers
    224        18   2592 |     7 |    4608       - |  3072 |      4         3      5 |     3    21  registers
    288        12   4000 |     9 |    4096       - |  4096 |      3         4      4 |     3    27  threads
    448        18   7800 |    14 |    8192       - |  8192 |      2         2      2 |     2    28  threads
    480        32    100 |    15 |   16384       - |   512 |      2         1     32 |     1    15  registers
    512        16  16384 |    16 |    8192       - | 16384 |      2         2      1 |     1    16  shared memory
    416         9   5461 |    13 |    4096       - |  5632 |      2         4      2 |     2    26  threads
    512        33    512 |    16 |   16896       - |   512 |      2         0     32 |     0     0  refused
	`},
	{"2.0", limits{warps: 48, blocks: 8, threads: 1024, file: 32768, unit: 64, double: "21 22 29 30 37 38 45 46", most: 63, warpUnit: 2, shared: 49152, sharedUnit: 128, mostShared: 49152}, `
    192        20      0 |     6 |     640      50 |     0 |      8         8      8 |     8    48  threads
    192        21      0 |     6 |     768      42 |     0 |      8         7      8 |     7    42  registers
    256        30   8192 |     8 |    1024      32 |  8192 |      6         4      6 |     4    32  registers
    256        24   6144 |     8 |     768      42 |  6144 |      6         5      8 |     5    40  registers
    512        42   4096 |    16 |    1344      24 |  4096 |      3         1     12 |     1    16  registers
   1024        32      0 |    32 |    1024      32 |     0 |      1         1      8 |     1    32  threads
   1024        33      0 |    32 |    1088      30 |     0 |      1         0      8 |     0     0  refused
     64        63   2000 |     2 |    2048      16 |  2048 |     24         8     24 |     8    16  blocks
     96        46   1500 |     3 |    1536      20 |  1536 |     16         6     32 |     6    18  registers
    768        27  24576 |    24 |     896      36 | 24576 |      2         1      2 |     1    24  registers
	`},
	{"2.1", limits{warps: 48, blocks: 8, threads: 1024, file: 32768, unit: 64, double: "21 22 29 30 37 38 45 46", most: 63, warpUnit: 2, shared: 49152, sharedUnit: 128, mostShared: 49152}, `
    128        22   6000 |     4 |     768      42 |  6016 |     12        10      8 |     8    32  blocks
    160        20   3072 |     5 |     640      50 |  3072 |      9        10     16 |     8    40  blocks
    320        45  12345 |    10 |    1536      20 | 12416 |      4         2      3 |     2    20  registers
    576        29      0 |    18 |    1024      32 |     0 |      2         1      8 |     1    18  registers
    384        28  16500 |    12 |     896      36 | 16512 |      4         3      2 |     2    24  shared memory
     32        10      0 |     1 |     320     102 |     0 |     48       102      8 |     8     8  blocks
    672        38  49152 |    21 |    1280      24 | 49152 |      2         1      1 |     1    21  registers
   1024        20  49153 |    32 |     640      50 | 49280 |      1         1      0 |     0     0  refused
    448        18   7000 |    14 |     576      56 |  7040 |      3         4      6 |     3    42  threads
    224        13      1 |     7 |     448      72 |   128 |      6        10    384 |     6    42  threads
	`},
	{"3.0", limits{warps: 64, blocks: 16, threads: 1024, file: 65536, unit: 256, most: 63, warpUnit: 4, shared: 49152, sharedUnit: 256, mostShared: 49152}, `
    256        32      0 |     8 |    1024      64 |     0 |      8         8     16 |     8    64  threads
    256        33      0 |     8 |    1280      48 |     0 |      8         6     16 |     6    48  registers
    128        63   4096 |     4 |    2048      32 |  4096 |     16         8     12 |     8    32  registers
    192        24   3000 |     6 |     768      84 |  3072 |     10        14     16 |    10    60  threads
   1024        64      0 |    32 |    2048      32 |     0 |      2         1     16 |     0     0  refused
   1024        18  16384 |    32 |     768      84 | 16384 |      2         2      3 |     2    64  threads
     96        36   1024 |     3 |    1280      48 |  1024 |     21        16     48 |    16    48  blocks
     64        16   6400 |     2 |     512     128 |  6400 |     32        64      7 |     7    14  shared memory
    480        48  12288 |    15 |    1536      40 | 12288 |      4         2      4 |     2    30  registers
    320        27  49152 |    10 |    1024      64 | 49152 |      6         6      1 |     1    10  shared memory
	`},
	{"3.5", limits{warps: 64, blocks: 16, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 49152, sharedUnit: 256, mostShared: 49152}, `
    256        37   6145 |     8 |    1280      48 |  6400 |      8         6      7 |     6    48  registers
    512        65      0 |    16 |    2304      28 |     0 |      4         1     16 |     1    16  registers
   1024        64  49152 |    32 |    2048      32 | 49152 |      2         1      1 |     1    32  registers
   1024        65      0 |    32 |    2304      28 |     0 |      2         0     16 |     0     0  refused
    128       255      0 |     4 |    8192       8 |     0 |     16         2     16 |     2     8  registers
    160        18  10000 |     5 |     768      84 | 10240 |     12        16      4 |     4    20  shared memory
    224        72   8000 |     7 |    2304      28 |  8192 |      9         4      6 |     4    28  registers
     64        30   2048 |     2 |    1024      64 |  2048 |     32        32     24 |    16    32  blocks
     32        16      0 |     1 |     512     128 |     0 |     64       128     16 |    16    16  blocks
    736        27  20000 |    23 |    1024      64 | 20224 |      2         2      2 |     2    46  threads
	`},
	{"5.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 65536, sharedUnit: 256, mostShared: 49152}, `
    256        32      0 |     8 |    1024      64 |     0 |      8         8     32 |     8    64  threads
    512        20  16384 |    16 |     768      84 | 16384 |      4         5      4 |     4    64  threads
    128        96   5000 |     4 |    3072      20 |  5120 |     16         5     12 |     5    20  registers
     64        18   2048 |     2 |     768      84 |  2048 |     32        42     32 |    32    64  threads
     96        25   3073 |     3 |    1024      64 |  3328 |     21        21     19 |    19    57  shared memory
   1024        18  32768 |    32 |     768      84 | 32768 |      2         2      2 |     2    64  threads
    288        56   9000 |     9 |    1792      36 |  9216 |      7         4      7 |     4    36  registers
    192       168      0 |     6 |    5376      12 |     0 |     10         2     32 |     2    12  registers
     32       255    300 |     1 |    8192       8 |   512 |     64         8    128 |     8     8  registers
    640       104      0 |    20 |    3328      16 |     0 |      3         0     32 |     0     0  refused
	`},
	{"5.2", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 98304, sharedUnit: 256, mostShared: 49152}, `
    256        64  24576 |     8 |    2048      32 | 24576 |      8         4      4 |     4    32  registers
    128        20   3000 |     4 |     768      84 |  3072 |     16        21     32 |    16    64  threads
    160        48   8192 |     5 |    1536      40 |  8192 |     12         8     12 |     8    40  registers
    512        24  49152 |    16 |     768      84 | 49152 |      4         5      2 |     2    32  shared memory
   1024        32  40000 |    32 |    1024      64 | 40192 |      2         2      2 |     2    64  threads
    352        18  12000 |    11 |     768      84 | 12032 |      5         7      8 |     5    55  threads
     64        21   1025 |     2 |     768      84 |  1280 |     32        42     76 |    32    64  threads
     32        16   3072 |     1 |     512     128 |  3072 |     64       128     32 |    32    32  blocks
    448        72      0 |    14 |    2304      28 |     0 |      4         2     32 |     2    28  registers
    512       129      0 |    16 |    4352      12 |     0 |      4         0     32 |     0     0  refused
	`},
	{"5.3", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, blockFile: 32768, most: 255, warpUnit: 4, shared: 65536, sharedUnit: 256, mostShared: 49152}, `
    256       128      0 |     8 |    4096      16 |     0 |      8         2     32 |     2    16  registers
    256       129      0 |     8 |    4352      12 |     0 |      8         0     32 |     0     0  refused
    512        64   8192 |    16 |    2048      32 |  8192 |      4         2      8 |     2    32  registers
   1024        33      0 |    32 |    1280      48 |     0 |      2         0     32 |     0     0  refused
    192        80  10000 |     6 |    2560      24 | 10240 |     10         4      6 |     4    24  registers
    160        96      0 |     5 |    3072      20 |     0 |     12         4     32 |     4    20  registers
    128       200      0 |     4 |    6400       8 |     0 |     16         2     32 |     2     8  registers
     64        16   4000 |     2 |     512     128 |  4096 |     32        64     16 |    16    32  shared memory
    288       104      0 |     9 |    3328      16 |     0 |      7         0     32 |     0     0  refused
     96        31    100 |     3 |    1024      64 |   256 |     21        21    256 |    21    63  threads
	`},
	{"6.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 2, check: 4, shared: 65536, sharedUnit: 256, mostShared: 49152}, `
    256        32      0 |     8 |    1024      64 |     0 |      8         8     32 |     8    64  threads
    352        88      0 |    11 |    2816      22 |     0 |      5         2     32 |     2    22  registers
    704        88      0 |    22 |    2816      22 |     0 |      2         0     32 |     0     0  refused
    512        24  20000 |    16 |     768      84 | 20224 |      4         5      3 |     3    48  shared memory
    128       255      0 |     4 |    8192       8 |     0 |     16         2     32 |     2     8  registers
   1024        18  49152 |    32 |     768      84 | 49152 |      2         2      1 |     1    32  shared memory
     96        72   2000 |     3 |    2304      28 |  2048 |     21         9     32 |     9    27  registers
     64        16   2049 |     2 |     512     128 |  2304 |     32        64     28 |    28    56  shared memory
    320        56   5000 |    10 |    1792      36 |  5120 |      6         3     12 |     3    30  registers
    544        96      0 |    17 |    3072      20 |     0 |      3         1     32 |     1    17  registers
	`},
	{"6.1", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 98304, sharedUnit: 256, mostShared: 49152}, `
    352        88      0 |    11 |    2816      20 |     0 |      5         1     32 |     1    11  registers
    704        88      0 |    22 |    2816      20 |     0 |      2         0     32 |     0     0  refused
    256        32  12288 |     8 |    1024      64 | 12288 |      8         8      8 |     8    64  threads
    128        24   9000 |     4 |     768      84 |  9216 |     16        21     10 |    10    40  shared memory
    192        64   6144 |     6 |    2048      32 |  6144 |     10         5     16 |     5    30  registers
   1024        40   1000 |    32 |    1280      48 |  1024 |      2         1     96 |     1    32  registers
     64       128      0 |     2 |    4096      16 |     0 |     32         8     32 |     8    16  registers
     32        16   3000 |     1 |     512     128 |  3072 |     64       128     32 |    32    32  blocks
    512        96  49152 |    16 |    3072      20 | 49152 |      4         1      2 |     1    16  registers
    224        27   7777 |     7 |    1024      64 |  7936 |      9         9     12 |     9    63  threads
	`},
	{"6.2", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, blockFile: 32768, most: 255, warpUnit: 4, shared: 65536, sharedUnit: 256, mostShared: 49152}, `
    256       128      0 |     8 |    4096      16 |     0 |      8         2     32 |     2    16  registers
    288       104      0 |     9 |    3328      16 |     0 |      7         0     32 |     0     0  refused
    192        40  12345 |     6 |    1280      48 | 12544 |     10         8      5 |     5    30  shared memory
    512        24  32768 |    16 |     768      84 | 32768 |      4         5      2 |     2    32  shared memory
    640        48      0 |    20 |    1536      40 |     0 |      3         2     32 |     2    40  registers
     96        18   4000 |     3 |     768      84 |  4096 |     21        28     16 |    16    48  shared memory
     32        32   2048 |     1 |    1024      64 |  2048 |     64        64     32 |    32    32  blocks
   1024        16  16384 |    32 |     512     128 | 16384 |      2         4      4 |     2    64  threads
    128       168   3000 |     4 |    5376      12 |  3072 |     16         3     21 |     3    12  registers
    736        48      0 |    23 |    1536      40 |     0 |      2         0     32 |     0     0  refused
	`},
	{"7.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 98304, sharedUnit: 256, mostShared: 98304}, `
    256        32      0 |     8 |    1024      64 |     0 |      8         8     32 |     8    64  threads
    256        33      0 |     8 |    1280      48 |     0 |      8         6     32 |     6    48  registers
   1024        64  98304 |    32 |    2048      32 | 98304 |      2         1      1 |     1    32  registers
    128       255  12288 |     4 |    8192       8 | 12288 |     16         2      8 |     2     8  registers
     64        40   3000 |     2 |    1280      48 |  3072 |     32        24     32 |    24    48  registers
    512        18  49152 |    16 |     768      84 | 49152 |      4         5      2 |     2    32  shared memory
    160        56   8192 |     5 |    1792      36 |  8192 |     12         7     12 |     7    35  registers
     96        16  16385 |     3 |     512     128 | 16640 |     21        42      5 |     5    15  shared memory
     32        16      0 |     1 |     512     128 |     0 |     64       128     32 |    32    32  blocks
    768        85      0 |    24 |    2816      20 |     0 |      2         0     32 |     0     0  refused
	`},
	{"7.5", limits{warps: 32, blocks: 16, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 65536, sharedUnit: 256, mostShared: 65536}, `
    256        64      0 |     8 |    2048      32 |     0 |      4         4     16 |     4    32  threads
    128        32      0 |     4 |    1024      64 |     0 |      8        16     16 |     8    32  threads
   1024        64  65536 |    32 |    2048      32 | 65536 |      1         1      1 |     1    32  threads
     64        24   4000 |     2 |     768      84 |  4096 |     16        42     16 |    16    32  threads
    512        72  20000 |    16 |    2304      28 | 20224 |      2         1      3 |     1    16  registers
     96        18   3333 |     3 |     768      84 |  3584 |     10        28     18 |    10    30  threads
     32       255      0 |     1 |    8192       8 |     0 |     32         8     16 |     8     8  registers
    320        16  10240 |    10 |     512     128 | 10240 |      3        12      6 |     3    30  threads
    224        80   7168 |     7 |    2560      24 |  7168 |      4         3      9 |     3    21  registers
   1024        32  65537 |    32 |    1024      64 | 65792 |      1         2      0 |     0     0  refused
	`},
	{"8.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 167936, sharedUnit: 128, system: 1024, mostShared: 166912}, `
    256        33      0 |     8 |    1280      48 |  1024 |      8         6    164 |     6    48  registers
    256        20  20480 |     8 |     768      84 | 21504 |      8        10      7 |     7    56  shared memory
   1024        64 166912 |    32 |    2048      32 |167936 |      2         1      1 |     1    32  registers
    128        24   5000 |     4 |     768      84 |  6144 |     16        21     27 |    16    64  threads
     64        24   1024 |     2 |     768      84 |  2048 |     32        42     82 |    32    64  threads
     96        18   8192 |     3 |     768      84 |  9216 |     21        28     18 |    18    54  shared memory
    512        65  49152 |    16 |    2304      28 | 50176 |      4         1      3 |     1    16  registers
     32        32      0 |     1 |    1024      64 |  1024 |     64        64    164 |    32    32  blocks
    192       168      0 |     6 |    5376      12 |  1024 |     10         2    164 |     2    12  registers
    256        32 166913 |     8 |    1024      64 |168064 |      8         8      0 |     0     0  refused
	`},
	{"8.6", limits{warps: 48, blocks: 16, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 102400, sharedUnit: 128, system: 1024, mostShared: 101376}, `
    256        40      0 |     8 |    1280      48 |  1024 |      6         6    100 |     6    48  threads
    128        20   7000 |     4 |     768      84 |  8064 |     12        21     12 |    12    48  threads
   1024        32 101376 |    32 |    1024      64 |102400 |      1         2      1 |     1    32  threads
    768        56      0 |    24 |    1792      36 |  1024 |      2         1    100 |     1    24  registers
    512        32  16384 |    16 |    1024      64 | 17408 |      3         4      5 |     3    48  threads
     64       255   2000 |     2 |    8192       8 |  3072 |     24         4     33 |     4     8  registers
     96        48   5120 |     3 |    1536      40 |  6144 |     16        13     16 |    13    39  registers
     32        16   5376 |     1 |     512     128 |  6400 |     48       128     16 |    16    16  blocks
    384        80      0 |    12 |    2560      24 |  1024 |      4         2    100 |     2    24  registers
   1024        72      0 |    32 |    2304      28 |  1024 |      1         0    100 |     0     0  refused
	`},
	{"8.9", limits{warps: 48, blocks: 24, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 102400, sharedUnit: 128, system: 1024, mostShared: 101376}, `
    256        40      0 |     8 |    1280      48 |  1024 |      6         6    100 |     6    48  threads
    128        20   7000 |     4 |     768      84 |  8064 |     12        21     12 |    12    48  threads
   1024        32 101376 |    32 |    1024      64 |102400 |      1         2      1 |     1    32  threads
    768        56      0 |    24 |    1792      36 |  1024 |      2         1    100 |     1    24  registers
    512        32  16384 |    16 |    1024      64 | 17408 |      3         4      5 |     3    48  threads
     64       255   2000 |     2 |    8192       8 |  3072 |     24         4     33 |     4     8  registers
     96        48   5120 |     3 |    1536      40 |  6144 |     16        13     16 |    13    39  registers
     32        16   2000 |     1 |     512     128 |  3072 |     48       128     33 |    24    24  blocks
    384        80      0 |    12 |    2560      24 |  1024 |      4         2    100 |     2    24  registers
   1024        72      0 |    32 |    2304      28 |  1024 |      1         0    100 |     0     0  refused
	`},
	{"9.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 233472, sharedUnit: 128, system: 1024, mostShared: 232448}, `
    256        32      0 |     8 |    1024      64 |  1024 |      8         8    228 |     8    64  threads
    256        20  57344 |     8 |     768      84 | 58368 |      8        10      4 |     4    32  shared memory
    128       168  73728 |     4 |    5376      12 | 74752 |     16         3      3 |     3    12  registers
   1024        24 232448 |    32 |     768      84 |233472 |      2         2      1 |     1    32  shared memory
    384       168      0 |    12 |    5376      12 |  1024 |      5         1    228 |     1    12  registers
     64        18   6272 |     2 |     768      84 |  7296 |     32        42     32 |    32    64  threads
     96        90      1 |     3 |    3072      20 |  1152 |     21         6    202 |     6    18  registers
    512        16 100000 |    16 |     512     128 |101120 |      4         8      2 |     2    32  shared memory
     32        48   7000 |     1 |    1536      40 |  8064 |     64        40     28 |    28    28  shared memory
    256        64 232449 |     8 |    2048      32 |233600 |      8         4      0 |     0     0  refused
	`},
	{"10.0", limits{warps: 64, blocks: 32, threads: 1024, file: 65536, unit: 256, most: 255, warpUnit: 4, shared: 233472, sharedUnit: 128, system: 1024, mostShared: 232448}, `
    256       128 114000 |     8 |    4096      16 |115072 |      8         2      2 |     2    16  registers
    128        20  30000 |     4 |     768      84 | 31104 |     16        21      7 |     7    28  shared memory
    192       255      0 |     6 |    8192       8 |  1024 |     10         1    228 |     1     6  registers
   1024        40      0 |    32 |    1280      48 |  1024 |      2         1    228 |     1    32  registers
     64        16    128 |     2 |     512     128 |  1152 |     32        64    202 |    32    64  threads
    512        18  65536 |    16 |     768      84 | 66560 |      4         5      3 |     3    48  shared memory
    320        36  40000 |    10 |    1280      48 | 41088 |      6         4      5 |     4    40  registers
    160       200  50000 |     5 |    6400       8 | 51072 |     12         1      4 |     1     5  registers
    288        64  20481 |     9 |    2048      32 | 21632 |      7         3     10 |     3    27  registers
    544       120      0 |    17 |    3840      16 |  1024 |      3         0    228 |     0     0  refused
	`},
}

// A vector is a row of occupancyVectors.
type vector struct {
	threads, registers, sharedBytes  int
	warps                            int
	given, held                      int // held is 0 where registers are given to blocks
	sharedGiven                      int
	byThreads, byRegisters, byShared int
	blocks, resident                 int
	limiter                          string
}

func parseVector(t *testing.T, row string) (v vector) {
	t.Helper()
	f := strings.Fields(strings.ReplaceAll(row, "|", ""))
	if len(f) < 13 {
		t.Fatalf("row %q has %d columns", row, len(f))
	}
	for i, p := range []*int{&v.threads, &v.registers, &v.sharedBytes, &v.warps, &v.given, &v.held, &v.sharedGiven,
		&v.byThreads, &v.byRegisters, &v.byShared, &v.blocks, &v.resident} {
		if f[i] == "-" {
			continue
		}
		n, err := strconv.Atoi(f[i])
		if err != nil {
			t.Fatalf("row %q: %v", row, err)
		}
		*p = n
	}
	v.limiter = strings.Join(f[12:], " ")
	return v
}

// follows checks each step of a row by multiplying back: the one number is the least that
// is enough, the other the most that has room.
func (v vector) follows(l limits) error {
	var wrong []string
	enough := func(what string, n, unit, least int) {
		if n%unit != 0 || n < least || n-unit >= least {
			wrong = append(wrong, fmt.Sprintf("%s: %d is not %d rounded up to %d", what, n, least, unit))
		}
	}
	room := func(what string, n, each, all int) {
		if n*each > all || (n+1)*each <= all {
			wrong = append(wrong, fmt.Sprintf("%s: %d times %d is not what fits %d", what, n, each, all))
		}
	}
	enough("warps", 32*v.warps, 32, v.threads)
	fits := true
	if l.perBlock {
		enough("registers", v.given, l.unit, 32*v.registers*(v.warps+v.warps%2))
		room("by registers", v.byRegisters, v.given, l.file)
	} else {
		unit := l.unit
		if strings.Contains(" "+l.double+" ", fmt.Sprintf(" %d ", v.registers)) {
			unit *= 2
		}
		enough("registers", v.given, unit, 32*v.registers)
		room("held", v.held/l.warpUnit, l.warpUnit*v.given, l.file)
		fourfold := (v.warps + 3) / 4 * 4 // four warps, one for each scheduler, are looked at together
		fits = (l.blockFile == 0 || fourfold*v.given <= l.blockFile) && (l.check != 4 || fourfold*v.given <= l.file)
		if fits {
			room("by registers", v.byRegisters, v.warps, v.held)
		}
	}
	enough("shared memory", v.sharedGiven, l.sharedUnit, v.sharedBytes+l.system)
	if v.sharedGiven > 0 {
		room("by shared", v.byShared, v.sharedGiven, l.shared)
	} else if v.byShared != l.blocks {
		wrong = append(wrong, "by shared: nothing is asked for")
	}
	room("by threads", v.byThreads, v.warps, l.warps)
	least := min(v.byThreads, l.blocks, v.byRegisters, v.byShared)
	if v.threads > l.threads || v.registers > l.most || v.sharedBytes > l.mostShared || !fits {
		least = 0
	}
	limiter := map[bool]string{true: "refused"}[least == 0]
	for _, x := range []struct {
		name string
		n    int
	}{{"threads", v.byThreads}, {"blocks", l.blocks}, {"registers", v.byRegisters}, {"shared memory", v.byShared}} {
		if limiter == "" && x.n == least {
			limiter = x.name
		}
	}
	if v.blocks != least || v.resident != least*v.warps || v.limiter != limiter {
		wrong = append(wrong, fmt.Sprintf("%d blocks, %d warps, %s: want %d, %d, %s", v.blocks, v.resident, v.limiter, least, least*v.warps,
			limiter))
	}
	if wrong != nil {
		return fmt.Errorf("the derivation is wrong: %s", strings.Join(wrong, "; "))
	}
	return nil
}

// The occupancy is that of NVIDIA's calculator for 200 launches from c.c. 1.0 to 10.0, and
// each is what its derivation says.
func TestOccupancyVectors(t *testing.T) {
	count := 0
	for _, g := range occupancyVectors {
		d, err := device.Get("compute capability " + g.cc)
		if err != nil {
			t.Fatal(err)
		}
		for row := range strings.Lines(g.rows) {
			if strings.TrimSpace(row) == "" {
				continue
			}
			count++
			v := parseVector(t, row)
			at := fmt.Sprintf("c.c. %s, %d threads, %d registers, %d bytes", g.cc, v.threads, v.registers, v.sharedBytes)
			if err := v.follows(g.of); err != nil {
				t.Errorf("%s: %v", at, err)
			}
			o, err := Occupy(d, v.threads, v.registers, v.sharedBytes)
			if refused := v.limiter == "refused"; refused || err != nil {
				if refused != (err != nil) {
					t.Errorf("%s: %+v, %v, want %s", at, o, err, v.limiter)
				}
				continue
			}
			want := Occupancy{
				BlocksPerSM: v.blocks, WarpsPerSM: v.resident, Fraction: float64(v.resident) / float64(g.of.warps), Limiter: v.limiter,
				ByBlocks: g.of.blocks, ByThreads: v.byThreads, ByRegisters: v.byRegisters, ByShared: v.byShared,
			}
			if o != want {
				t.Errorf("%s: %+v, want %+v", at, o, want)
			}
		}
	}
	if count != 210 {
		t.Errorf("%d vectors, want 210", count)
	}
}
