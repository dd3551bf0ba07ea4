// Package cuda is the front end: it reads CUDA C++ source and returns a typed tree ([File]), or a list of errors ([token.ErrorList]). It
// accepts the C++ of kernels and, with [Options.Host], of the host code around them.
//
// # The idea
//
// Later rooms must not know C++. So the front end resolves every name, makes every conversion a [Cast], folds constants, and reduces what
// C++ adds to C: a method becomes a function with this as its first parameter, a lambda a struct, an instance of a template
// a plain function, and a reference a pointer. What remains is C with types.
//
// Libraries (cooperative groups, CUB, many mathematical functions, the C library and the CUDA runtime for host code) are CUDA
// C++ sources in library/. They are read when the user's source uses their names, and compiled like it.
//
// # The way of the data
//
//	source  -> token.Preprocess   tokens, after macros, #if, #include   token
//	tokens  -> link               several sources as one program        link.go, chunks.go
//	tokens  -> parser.unit        types, names, conversions: File       unit.go, decl.go, stmt.go, expr.go
//	File    -> finish             what needs the whole file             unit.go
//
// What the preprocessor is told of the language is in predefined.go and headers.go.
//
// Begin with parse.go (Parse is the pipeline), ast.go (the tree) and decl.go (how a declaration is read).
//
// # What is hard
//
//   - Is it a declaration or an expression? C++ decides by the names known so far. See specs and declarator.
//   - Overload resolution: overload.go ranks, convert.go has the ranks, deduce.go the arguments of templates.
//   - Templates: template.go keeps them as tokens, instance.go reads the tokens again for each set of arguments.
//   - Errors: one mistake must give one message. See "How it works".
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
//   - malloc, free, new and delete (compute capability 2.0 on): heap.go;
//   - functions that call themselves and one another (2.0 on);
//   - templates of functions, structs and constants with typename, integer and template parameters and packs of
//     them, specialisations, explicit instantiations; a template that is not used is checked for its
//     form alone;
//   - for over ranges, memcpy and memset, and of the standard library the functions that are
//     built in, numeric_limits, pair, array, swap, tuple, optional and span; inline PTX of common instructions (ptx.go);
//   - the built-in variables, the functions that [Builtins] lists, printf, assert;
//   - cooperative groups of a grid, a block, and tiles of up to 512 threads, with reduce, scan and memcpy_async
//     (library/cooperative_groups.cuh);
//   - wmma, except for 4-bit and 1-bit elements (library/mma.cuh);
//   - launches in kernels, and cudaDeviceSynchronize, cudaMalloc, cudaFree, cudaMemcpyAsync and cudaMemsetAsync there
//     (nested.go, deviceruntime.go);
//   - namespaces (namespace.go), using of names, enums and members of bases (using.go, inheriting.go), deduction of the
//     arguments of class templates (classdeduce.go);
//   - CUB's primitives of blocks and warps (library/cub.cuh);
//   - atomic, atomic_ref, barrier, pipeline and memcpy_async of libcu++ (library/cuda.cuh);
//   - #define, #undef, #if and its relatives, #pragma unroll; #include of files that
//     [Options.Include] finds, of cuRAND, halves, bfloat16, complex numbers and
//     helper_math.h, which are in library/ (library.go), and of what is built in. Any other
//     header is an error.
//
// grammar.txt has the syntax. Other parts of CUDA are refused by name; the message says
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
// its arguments are: a small evaluator executes the function's tree.
//
// Each mistake is reported once. A syntax error skips to the end of its statement. A wrong expression becomes a bad expression,
// which no later check reports.
//
// # Scopes of structs, and lambdas
//
// Types, constants, enumerators and static methods of a struct are in a scope of that struct
// (classscope.go), which S:: opens. A lambda is a struct whose members are its captures, as in
// the C++ standard, so that no later room knows of either. For a launch in
// host code that is not executed, the note shows the call with the values of constants and of
// variables that are set once (hostvalue.go); other variables keep their names.
//
// # Cooperative groups
//
// They are a CUDA C++ source (cooperative_groups.cuh), read before a source that names them. Each of their
// names is one token, cooperative_groups::name, whether it was written with the namespace, an alias of it,
// or using: a kernel may have its own reduce. The namespaces of a source are scopes (namespace.go). Cost and
// errors of a library function belong to the line of its call ([Func.Library]). Groups of clusters are refused by name.
//
// # Tests
//
// clang judges the sources of the tests: both must accept and refuse the same ones
// (gpumodel/clang_test.go lists the exceptions with their reasons).
// kernel/lib/testdata/teaching holds some two hundred kernels of the kind that courses use.
//
// # Completion
//
// [Complete] and [Explain] let the parser read an unfinished source up to the cursor and
// record what is visible there (completion.go): the scopes, or the members of
// the value before a dot. So completion knows what the front end knows; there is no second list.
//
// Sizes are those of Linux: long has 64 bits. char is signed.
package cuda
