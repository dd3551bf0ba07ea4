package cuda

import (
	"sync"

	"warpbook.dev/gpumodel/cuda/token"
)

// The tree that Parse returns is typed: the checker has resolved every name,
// folded every constant that the language requires, and made every implicit
// conversion a Cast, so that a consumer never repeats the rules of C.

// File is one checked translation unit.
type File struct {
	*token.Files         // the source and the headers that it includes
	Kernels      []*Func // __global__ functions in source order, templates included
	Funcs        []*Func // __device__ functions in source order
	Nested       []*Func // kernels that device code launches, instances of templates included
	Textures     []*Var  // texture references
	Globals      []*Var  // __device__ and __constant__ variables; a __shared__ one at file scope is only in its uses
	Structs      []*Type
	Main         bool // the host's code, which may be skipped, has a main
	// Start is what runs a whole program: it calls main, and the host executes it. It is nil unless [Options.Host] asks for it.
	Start *Func
	// Thrown are the types of the exceptions of the host's code; the number of one is its index plus 1.
	Thrown []*Type
	// Launches are the kernel<<<grid, block, shared>>>(args) found in skipped host code.
	Launches []HostLaunch
	// StackBytes is what the host's code gives to cudaDeviceSetLimit(cudaLimitStackSize, …), 0 if it does not.
	StackBytes int
	// Notes say what was ignored and why: headers, host functions.
	Notes []token.Note
	// halves says that the text names the types of cuda_fp16.h.
	halves   bool
	literals []string // whose arrays are among the Globals
	gone     []token.Note
	macros   map[string]*token.Macro // those that are defined at the end
	// libraries are the headers of CUDA's libraries that the source includes.
	libraries      []string
	trees          sync.RWMutex // the bodies of functions that instances of templates may change
	kernelPointers []*Func      // those whose names are values in the code of the host
}

// A HostLaunch is a launch found in host code, as text.
type HostLaunch struct {
	Pos                         token.Pos
	Kernel, Grid, Block, Shared string
	Args                        []string
	// Known is the same launch with values for the constants, macros and variables of the
	// host that are set once.
	Known *HostLaunch
}

// Func is a function. Body is nil for an uninstantiated template; see Template.
type Func struct {
	Pos      token.Pos
	Name     string
	Kernel   bool // __global__
	Params   []*Var
	Result   *Type
	Body     *Block
	Template *Template // nil for an ordinary function
	// MaxThreads and MinBlocks are the arguments of __launch_bounds__, MaxRegisters is that of __maxnreg__; 0 if absent.
	MaxThreads, MinBlocks, MaxRegisters int
	Source                              string // the function's own text
	C                                   bool   // extern "C": a loader finds it by its plain name
	// Library marks a function of library/: its cost and its errors belong to the line of its call.
	Library bool
	// Dispatch marks a function of ours that chooses what to call, by a function pointer, its last parameter, or
	// by what the object is. It is what that needs of a device, empty for all other functions.
	Dispatch string
	// Builtin is the name of the built-in function that a function of ours is the text of, empty for all other functions.
	Builtin string
	// Object is what a constructor makes, nil for all other functions. It stands where the value of the call goes.
	Object *Var
}

// Storage says where a variable lives.
type Storage uint8

const (
	Auto     Storage = iota // registers (or local memory)
	Param                   // a function's parameter
	Shared                  // __shared__, static or, with an array of length -1, extern
	Device                  // __device__ at file scope
	Constant                // __constant__ at file scope
)

// Var is a variable or a parameter. Every use of it refers to the same Var.
type Var struct {
	Pos     token.Pos
	Name    string
	Type    *Type
	Storage Storage
	// Init is the initialiser, converted to Type: an Expr, or an *InitList for an array or struct; nil if none.
	Init Expr
	// Value is set for a const variable with a constant initialiser.
	Value *Const
	// AddressTaken is true if & is applied to it (or an array decays outside an index).
	AddressTaken bool
	// Returned marks the variable that a function returns without a copy: it stands where the result goes.
	Returned bool
	// Host marks a variable of the host's, in a file that is read with the host's code.
	Host bool
	// Destroy ends the life of a variable of the host's code that an exception leaves; nil if there is nothing to do.
	Destroy Stmt
	// Managed marks a variable that host and device share.
	Managed bool
	own     bool // see Library
	bytes   *Var // size in bytes of an array whose length is not a constant
}

// Kind is the kind of a Type.
type Kind uint8

const (
	Void Kind = iota
	Bool
	Char // signed
	UChar
	Short
	UShort
	Int
	UInt
	Long // 64 bits, as on Linux
	ULong
	LongLong
	ULongLong
	Float
	Double
	Pointer
	Array
	Struct // also float2, int4, dim3, …
	String // the type of a string literal, for printf
	// Texture is a texture reference with Elem, Len dimensions and Normalized, or
	// cudaTextureObject_t, for which these are not known.
	Texture
	// Half is __half: 16 bits in memory. No operator takes it.
	Half
	// Function is a function that returns Elem and takes Params; only a FuncPointer points to one. It is
	// the number of a function, 8 bytes, and 0 is null.
	Function
	FuncPointer
)

// Type is a C type. Types are compared with Same, not ==.
type Type struct {
	Kind            Kind
	Elem            *Type   // Pointer, Array, Function (its result), FuncPointer
	Params          []*Type // Function
	Len             int     // Array; -1 for extern __shared__ a[]
	length          string  // Array: the parameter of a template that Len stands for
	Name            string  // Struct, and of an Enum
	Fields          []Field // Struct
	Bits            []BitField
	members         []declaredMember // of a struct with bit fields
	hasBits         bool
	packs           *Type // the struct with bit fields whose members as declared these are
	Union           bool  // Struct: its fields share their place
	Align           int   // Struct: alignment in bytes
	pack            int   // Struct: the most that its members are aligned to; 0 for any
	Const, Volatile bool
	Restrict        bool  // Pointer
	Enum            *Enum // an enumeration, which is of an integer kind and has a Name; otherwise nil
	class           *class
	row             *variableRow // Struct: stands for a row of an array whose lengths are not constants
	complete        bool         // Struct: its definition was read
	Normalized      bool         // Texture: integers are read as floats, of 0 to 1 or -1 to 1
	refers          binding      // the name of a type stands for a reference: toLvalue or toTemporary
	// Of a Function: which parameters are references, and whether the result is one.
	refs      map[int]bool
	expand    bool // the last parameter is a pack, A…
	reference bool
}

// A Field is a member of a struct at a byte offset.
type Field struct {
	Name   string
	Type   *Type
	Offset int
	ref    bool      // the pointer that stands for a reference
	align  int       // the least that alignas asks for, in bytes; 0 if there is none
	Bits   *BitField // of a bit field, which is in none of the lists of members: where it lies
}

// Const is a constant value: I for integer kinds (two's complement), F for floating kinds.
type Const struct {
	I int64
	F float64
}

// Expr is an expression. T returns its type; an array-typed Ident, Index or
// Member is an lvalue that decays where it is used as a pointer (then it stands
// under a Cast with Decay set).
type Expr interface {
	Position() token.Pos
	T() *Type
}

// Typed carries the position and the type of an expression.
type Typed struct {
	Pos  token.Pos
	Type *Type
}

func (t *Typed) Position() token.Pos { return t.Pos }
func (t *Typed) T() *Type            { return t.Type }

type (
	// Lit is a number or a folded constant expression of scalar type.
	Lit struct {
		Typed
		Value Const
	}
	// StringLit is a string literal. Array holds its characters where device code reads them; nil in the format of printf.
	StringLit struct {
		Typed
		Value string
		Array *Var
	}
	// Ident is a use of a variable.
	Ident struct {
		Typed
		Var *Var
	}
	// Special is a component of threadIdx, blockIdx, blockDim, gridDim (Dim 0, 1, 2 for x, y, z) or warpSize.
	Special struct {
		Typed
		Name string
		Dim  int
	}
	// Unary is -x, +x (dropped by the checker), !x, ~x, *x (an lvalue) or &x.
	Unary struct {
		Typed
		Op       string
		X        Expr
		ReadOnly bool // *x that is written __ldg(x)
		PastL1   bool // *x that is written __ldcg(x)
	}
	// IncDec is ++x, --x, x++ or x--.
	IncDec struct {
		Typed
		Op     string // "++" or "--"
		Prefix bool
		X      Expr
	}
	// Binary has operands of one type, except shifts (the right one is its own
	// type), pointer + integer (the pointer is X; the integer is Int, UInt, Long
	// or ULong), pointer - pointer (result Long, in elements), and the comma.
	// && and || have operands of type Bool. Comparisons have type Bool.
	Binary struct {
		Typed
		Op   string
		X, Y Expr
	}
	// Assign is L = R with R already converted to L's type. A compound
	// assignment has Op "+", "-", …: L is read once, converted to Compute,
	// combined with R (already of type Compute; of its own type for shifts; an
	// integer for pointers) and the result is converted back.
	Assign struct {
		Typed
		Op      string // "" for plain assignment
		L, R    Expr
		Compute *Type
		Begins  bool // the life of L begins here: it is initialised
	}
	// Cond is c ? a : b, c of type Bool, a and b of the result's type.
	Cond struct {
		Typed
		C, A, B Expr
	}
	// Index is x[i]; X has pointer or array type; an lvalue. I is Int, UInt, Long or ULong.
	Index struct {
		Typed
		X, I Expr
	}
	// Member is x.f or (*x).f; an lvalue if X is one.
	Member struct {
		Typed
		X     Expr
		Field *Field
	}
	// Call is a call of a __device__ function (Func, instantiated if a template)
	// or of a built-in (Builtin: "__syncthreads", "sqrtf", "min", "printf",
	// "assert", "clock", "make_float4", …; the overload is told by the argument types).
	Call struct {
		Typed
		Func    *Func
		Builtin string
		Kernel  *Func // that a Nested launches; nil where the last value of the configuration is a pointer to it
		Config  int   // how many of the Args of a Nested are not for the kernel
		New     bool  // malloc for a new that throws: without room it ends a program of the host
		Args    []Expr
	}
	// Cast converts X to its type. Decay marks an array that becomes a pointer to
	// its first element; Reinterpret a pointer cast.
	Cast struct {
		Typed
		X                  Expr
		Implicit           bool
		Decay, Reinterpret bool
		// Down leads from the struct that the result points to, to the base that X points to.
		Down []*Field
		// Moved marks an object, std::move(x), that gives up what it holds. The parser alone asks for it.
		Moved bool
		row   *Var // size in bytes of the row of an array whose lengths are not constants, of which this is the first element
	}
	// InitList is {a, b, …} for an array or a struct, one element per entry, converted; missing ones are zero.
	InitList struct {
		Typed
		Elems []Expr
	}
)

type (
	// Temp is an object without a name, which is made where it is evaluated and lives to the end of the Until
	// around it. Made, if not nil, is set then.
	Temp struct {
		Typed
		Var  *Var
		X    Expr
		Made *Var
	}
	// Until has the value of X. After ends the lives of the objects without a name in X.
	Until struct {
		Typed
		Before []Stmt
		X      Expr
		After  []Stmt
	}
)

// Stmt is a statement.
type Stmt interface{ Position() token.Pos }

type (
	// Decl declares local variables, in order (static and extern __shared__ ones too).
	Decl struct {
		Pos  token.Pos
		Vars []*Var
	}
	// ExprStmt is an expression for its effect.
	ExprStmt struct {
		Pos token.Pos
		X   Expr
	}
	// If has an Else of nil if there is none.
	If struct {
		Pos        token.Pos
		Cond       Expr // of type Bool
		Then, Else Stmt
		Constant   bool // if constexpr
	}
	// For is also while (Init and Post nil).
	For struct {
		Pos  token.Pos
		Init Stmt // Decl, ExprStmt or nil
		Cond Expr // of type Bool, or nil
		Post Expr // or nil
		Body Stmt
		// Unroll is the argument of #pragma unroll: 0 no pragma, -1 without a number, otherwise the factor.
		Unroll int
	}
	// DoWhile runs Body first.
	DoWhile struct {
		Pos    token.Pos
		Body   Stmt
		Cond   Expr
		Unroll int // as in For
	}
	// Switch has its statements flattened into cases with fall-through.
	Switch struct {
		Pos   token.Pos
		X     Expr
		Cases []*Case
	}
	// Case is the statements after one or more labels; Default marks default:.
	Case struct {
		Pos     token.Pos
		Values  []int64
		Default bool
		Body    []Stmt
	}
	// Block is { … }.
	Block struct {
		Pos, End token.Pos // of the braces
		Stmts    []Stmt
	}
	// Branch is break or continue.
	Branch struct {
		Pos      token.Pos
		Continue bool
	}
	// Label is a place that goto leads to. Backward tells whether one behind it does.
	Label struct {
		Pos      token.Pos
		Name     string
		Backward bool
	}
	// Goto is goto To.
	Goto struct {
		Pos token.Pos
		To  *Label
	}
	// Return has a nil X in a void function.
	Return struct {
		Pos token.Pos
		X   Expr
	}
	// Empty is a lone semicolon.
	Empty struct{ Pos token.Pos }
)

func (s *Decl) Position() token.Pos     { return s.Pos }
func (s *ExprStmt) Position() token.Pos { return s.Pos }
func (s *If) Position() token.Pos       { return s.Pos }
func (s *For) Position() token.Pos      { return s.Pos }
func (s *DoWhile) Position() token.Pos  { return s.Pos }
func (s *Switch) Position() token.Pos   { return s.Pos }
func (s *Case) Position() token.Pos     { return s.Pos }
func (s *Block) Position() token.Pos    { return s.Pos }
func (s *Branch) Position() token.Pos   { return s.Pos }
func (s *Return) Position() token.Pos   { return s.Pos }
func (s *Label) Position() token.Pos    { return s.Pos }
func (s *Goto) Position() token.Pos     { return s.Pos }
func (s *Empty) Position() token.Pos    { return s.Pos }

// Template holds what an instantiation needs.
type Template struct {
	Params []TemplateParam
	File   *File
	body   any      // the parser's own
	atoms  []string // of the constraints, see parser.atoms
}

// A TemplateParam is int N or typename T, with an optional default.
type TemplateParam struct {
	Name     string
	Typename bool
	Template bool            // template <…> class T
	Pack     bool            // typename... T
	Type     *Type           // of a value parameter
	Default  string          // source text, empty if none
	inner    []TemplateParam // of a Template
	scope    *scope          // in which the template stands
	typed    string          // the source text of Type
	// constraints are those that stand behind the parameter, and concern it and the ones before it.
	constraints [][]token.Token
}
