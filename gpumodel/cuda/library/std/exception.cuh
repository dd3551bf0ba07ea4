// Exceptions, after ISO C++17 ([exception], [std.exceptions]).

namespace std {

class exception {
public:
    exception() {}
    virtual ~exception() {}
    virtual const char *what() const { return "std::exception"; }
};
class bad_exception : public exception { public: const char *what() const override { return "std::bad_exception"; } };
class bad_alloc : public exception { public: const char *what() const override { return "std::bad_alloc"; } };
class bad_array_new_length : public bad_alloc { public: const char *what() const override { return "std::bad_array_new_length"; } };
struct nothrow_t {};
const nothrow_t nothrow;
class bad_cast : public exception { public: const char *what() const override { return "std::bad_cast"; } };
class bad_typeid : public exception { public: const char *what() const override { return "std::bad_typeid"; } };
class bad_function_call : public exception { public: const char *what() const override { return "bad_function_call"; } };
class bad_weak_ptr : public exception { public: const char *what() const override { return "bad_weak_ptr"; } };
class bad_optional_access : public exception { public: const char *what() const override { return "bad optional access"; } };
class bad_variant_access : public exception { public: const char *what() const override { return "std::get: wrong index for variant"; } };
class type_info { // what typeid makes
    const char *__name;
public:
    explicit type_info(const char *name) : __name(name) {}
    const char *name() const { return __name; }
    bool operator==(const type_info &t) const { return strcmp(__name, t.__name) == 0; }
    bool operator!=(const type_info &t) const { return strcmp(__name, t.__name) != 0; }
    bool before(const type_info &t) const { return strcmp(__name, t.__name) < 0; }
};
#define STD_EXCEPTION(NAME, BASE) \
    class NAME : public BASE { \
    public: \
        explicit NAME(const string &what) : BASE(what) {} \
        explicit NAME(const char *what) : BASE(what) {} \
    };
class logic_error : public exception {
    string __what;
public:
    explicit logic_error(const string &what) : __what(what) {}
    explicit logic_error(const char *what) : __what(what) {}
    const char *what() const override { return __what.c_str(); }
};
class runtime_error : public exception {
    string __what;
public:
    explicit runtime_error(const string &what) : __what(what) {}
    explicit runtime_error(const char *what) : __what(what) {}
    const char *what() const override { return __what.c_str(); }
};
STD_EXCEPTION(invalid_argument, logic_error)
STD_EXCEPTION(domain_error, logic_error)
STD_EXCEPTION(length_error, logic_error)
STD_EXCEPTION(out_of_range, logic_error)
STD_EXCEPTION(range_error, runtime_error)
STD_EXCEPTION(overflow_error, runtime_error)
STD_EXCEPTION(underflow_error, runtime_error)
#undef STD_EXCEPTION

void __in_range(const char *format, size_t i, size_t n)
{
    if (i < n) return;
    char b[256];
    __sys_snprintf(b, 256L, format, i, n);
    throw out_of_range(b);
}

}
