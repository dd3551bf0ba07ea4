// Package cuda reads CUDA C++ as kernels are written in courses: it scans,
// preprocesses, parses and checks one text and returns a typed tree.
//
// # What is accepted
//
// All of C's statements and operators, its unions and bit fields, and of C++ and CUDA
//
//   - __global__, __device__, __host__ __device__, __constant__ and __device__
//     variables, __shared__ variables and arrays, static or extern,
//     __launch_bounds__, __restrict__, volatile, inline in all spellings;
//   - bool to long long, size_t and the names of stdint.h, float, double,
//     pointers, arrays of any dimension, structs, enum and enum class, CUDA's
//     vector types with make_…, dim3;
//   - methods, operators, conversion operators, constructors and destructors of structs and
//     classes with __device__, copies and moves of objects by code of theirs (copying.go), objects without a name
//     (temporary.go), within the struct or outside, also as templates; friends, private
//     members, default values of members, members that are references; inheritance (inherit.go), virtual functions (virtual.go);
//     types, enumerators, constants and static methods of a struct, named by S::;
//   - const, constexpr (functions too, without __device__), auto, auto * and auto &,
//     auto [a, b] = x, decltype, using (also as a template), typedef, references, C++ casts, nullptr, T x(…), T x{…}, default
//     arguments, overloads, operator functions,
//     static_assert, if constexpr, lambdas, generic ones too; lists in braces as arguments;
//   - pointers to functions, in variables, arrays, members, parameters and as arguments of templates
//     (funcpointer.go);
//   - malloc, free, new and delete (2.0 on): heap.go;
//   - functions that call themselves and one another (2.0 on);
//   - templates of functions, structs and constants with typename, integer and template parameters and packs of
//     them, specialisations, explicit instantiations; a template that is not used is checked for its
//     form alone;
//   - for over ranges, memcpy and memset, and of the standard library the functions that are
//     built in, numeric_limits, pair, array, swap, tuple, optional and span; inline PTX of common instructions (ptx.go);
//   - the built-in variables, the functions that [Builtins] lists, printf, assert;
//   - cooperative groups of a grid, a block, and tiles of up to 512 threads, with reduce, scan and memcpy_async:
//     CUDA C++ text of ours (cooperative_groups.cuh), read before the user's;
//   - of wmma all but numbers of 4 bits and single bits (library/mma.cuh);
//   - launches in kernels, and cudaDeviceSynchronize, cudaMalloc, cudaFree, cudaMemcpyAsync and cudaMemsetAsync there
//     (nested.go, deviceruntime.go);
//   - namespaces (namespace.go), using of names, enums and members of bases (using.go, inheriting.go), deduction of the
//     arguments of class templates (classdeduce.go);
//   - CUB's primitives of blocks and warps (library/cub.cuh);
//   - of libcu++ atomic, atomic_ref, barrier, pipeline, memcpy_async (library/cuda.cuh);
//   - #define, #undef, #if and its relatives, #pragma unroll; #include of files that
//     [Options.Include] finds (include.go), of cuRAND, halves, bfloat16, complex numbers and
//     helper_math.h, which are texts of ours (library.go), and of what is built in. Any other
//     header is an error.
//
// grammar.txt has the syntax. What else CUDA knows is refused by its name, with
// what to write instead.
//
// # Host code
//
// A pasted program holds main and its helpers too. Functions without
// __global__ or __device__, variables and classes of the host are skipped
// with a note; File.Launches has the launches found there. With [Options.Host] they are
// read like those of the device, and File.Start calls main (hosted.go); exceptions are in exceptions.go.
//
// # How it works
//
// One pass: C declares a name before it uses it, so the parser types each
// expression as it reads it, makes every conversion a Cast and folds constants.
// A template is kept as tokens and read again for each set of arguments. A method
// is a function whose first parameter is this, a constructor one that returns the
// struct; both are read when the struct is complete, and those of a class template
// when they are first called. The call of a constexpr function is a constant where
// its arguments are: a small evaluator executes the function's tree. A
// syntax error skips to the end of its statement, a wrong expression becomes
// one that no later check complains about, so that each mistake is told once.
//
// # Scopes of structs, and lambdas
//
// Types, constants, enumerators and static methods stand in a scope of their struct
// (classscope.go), which S:: opens. A lambda is the struct that C++ says it is, with what it
// captures as members, so that nothing behind the parser knows of either. For a launch in
// the host's code the note shows the call with the values of constants and of variables that
// are set once (hostvalue.go); other variables keep their names.
//
// # Cooperative groups
//
// They are CUDA C++ text (cooperative_groups.cuh), read before a text that names them. A name of
// theirs is one token, cooperative_groups::name, whether it was written with the namespace, another
// name of it, or using: a kernel may have a reduce of its own. The namespaces of a source are scopes (namespace.go). What such a function does belongs to the line of its call
// ([Func.Library]), and so do its errors. Groups of clusters are refused by name.
//
// # Tests
//
// clang judges the texts of the tests: both must accept and refuse alike
// (gpumodel/clang_test.go lists the exceptions with their reasons).
// kernel/lib/testdata/teaching holds some two hundred kernels as courses write them.
//
// # Completion
//
// [Complete] and [Explain] let the parser read an unfinished text up to the cursor and
// note what is visible where the text ends (completion.go): the scopes, or the members of
// the value before a dot. So they know what the front end knows, and there is no second list.
//
// Sizes are those of Linux: long has 64 bits. char is signed.
package cuda
