// Streams, after ISO C++17 ([input.output]). The classes form one line, ios_base, basic_ios, ostream, istream, iostream, where those
// of the standard form a diamond: the one object of a stream that reads and writes is then base of both.

namespace std {

typedef long streamsize;
typedef long streamoff;
typedef long streampos;

struct ios_base {
    typedef int fmtflags;
    typedef int iostate;
    typedef int openmode;
    typedef int seekdir;
    static const int boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct = 64, right = 128, scientific = 256, showbase = 512, showpoint = 1024,
                     showpos = 2048, skipws = 4096, unitbuf = 8192, uppercase = 16384, adjustfield = 176, basefield = 74, floatfield = 260;
    static const int goodbit = 0, badbit = 1, eofbit = 2, failbit = 4;
    static const int app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static const int beg = 0, cur = 1, end = 2;
    int __flags, __state;
    long __precision, __width;
    ios_base() : __flags(4098), __state(0), __precision(6), __width(0) {}
    int flags() const { return __flags; }
    int flags(int f) { int old = __flags; __flags = f; return old; }
    int setf(int f) { int old = __flags; __flags |= f; return old; }
    int setf(int f, int mask) { int old = __flags; __flags = old & ~mask | f & mask; return old; }
    void unsetf(int f) { __flags &= ~f; }
    long precision() const { return __precision; }
    long precision(long n) { long old = __precision; __precision = n; return old; }
    long width() const { return __width; }
    long width(long n) { long old = __width; __width = n; return old; }
    static bool sync_with_stdio(bool on = true) { return true; }
};

// A streambuf has the characters of a stream: those of a string, of a file, or of the program's own input and output.
template <typename C> struct basic_streambuf {
    int __kind;    // 0 none, 1 a string, 2 a file, 3 the program's input, 4 its output or its errors
    int __number;  // of its output or its errors
    int __ahead;   // a character of a file or of its input that was looked at, or -1
    FILE *__file;
    string __text;
    size_t __get, __put;
    basic_streambuf() : __kind(0), __number(0), __ahead(-1), __file(0), __get(0), __put(0) {}
    ~basic_streambuf() { __close(); }
    bool __close()
    {
        if (__kind != 2) return false;
        __kind = 0;
        return !(int)__sys_fclose(__file);
    }
    bool __write(const char *s, size_t n)
    {
        switch (__kind) {
        case 1:
            if (__put == __text.size()) __text.append(s, n);
            else __text.replace(__put, n, s, n);
            __put += n;
            return true;
        case 2: return (size_t)__sys_fwrite(s, 1L, n, __file) == n;
        case 4: __sys_write(__number, s, n); return true;
        }
        return false;
    }
    int __peek()
    {
        if (__kind == 1) return __get < __text.size() ? (int)(unsigned char)__text[__get] : -1;
        if (__ahead < 0 && __kind == 2) __ahead = (int)__sys_fgetc(__file);
        if (__ahead < 0 && __kind == 3) __ahead = (int)__sys_getchar();
        return __ahead;
    }
    int __next()
    {
        int c = __peek();
        if (__kind == 1) { if (c >= 0) __get++; }
        else __ahead = -1;
        return c;
    }
    bool __back(int c)
    {
        if (__kind == 1 && __get > 0) { __get--; return true; }
        if (__kind != 1 && __ahead < 0) { __ahead = c; return true; }
        return false;
    }
    int sgetc() { return __peek(); }
    int sbumpc() { return __next(); }
    int snextc() { __next(); return __peek(); }
    int sputc(char c) { return __write(&c, 1) ? (int)(unsigned char)c : -1; }
    long sputn(const char *s, long n) { return __write(s, n) ? n : 0; }
    long in_avail() { return __kind == 1 ? (long)(__text.size() - __get) : 0; }
};
typedef basic_streambuf<char> streambuf;

template <typename C> struct basic_ios : ios_base {
    basic_streambuf<C> *__b;
    C __fill;
    basic_ios() : __b(0), __fill(' ') {}
    bool good() const { return __state == 0; }
    bool eof() const { return (__state & 2) != 0; }
    bool fail() const { return (__state & 5) != 0; }
    bool bad() const { return (__state & 1) != 0; }
    int rdstate() const { return __state; }
    void clear(int state = 0) { __state = __b ? state : state | 1; }
    void setstate(int state) { __state |= state; }
    explicit operator bool() const { return !(__state & 5); }
    bool operator!() const { return (__state & 5) != 0; }
    C fill() const { return __fill; }
    C fill(C c) { C old = __fill; __fill = c; return old; }
    basic_streambuf<C> *rdbuf() const { return __b; }
    basic_streambuf<C> *rdbuf(basic_streambuf<C> *b) { basic_streambuf<C> *old = __b; __b = b; __state = 0; return old; }
    void exceptions(int) {}
    int exceptions() const { return 0; }
    void *tie(void *) { return 0; }
    basic_ios &copyfmt(const basic_ios &s)
    {
        __flags = s.__flags;
        __precision = s.__precision;
        __width = s.__width;
        __fill = s.__fill;
        return *this;
    }
};
typedef basic_ios<char> ios;

template <typename C> struct basic_ostream : basic_ios<C> {
    basic_ostream() {}
    explicit basic_ostream(basic_streambuf<C> *b) { this->__b = b; }
    void __put(const char *s, size_t n) { if (n && (!this->__b || !this->__b->__write(s, n))) this->__state |= 1; }
    void __pad(long n) { for (char c = this->__fill; n > 0; n--) __put(&c, 1); }
    // __out writes n characters in a field; head of them stand before what fills it if that is internal.
    void __out(const char *s, long n, long head)
    {
        long missing = this->__width - n;
        this->__width = 0;
        int adjust = this->__flags & 176;
        if (missing <= 0) __put(s, n);
        else if (adjust == 32) {
            __put(s, n);
            __pad(missing);
        } else if (adjust == 16) {
            __put(s, head);
            __pad(missing);
            __put(s + head, n - head);
        } else {
            __pad(missing);
            __put(s, n);
        }
    }
    void __number(char *b, long n)
    {
        long head = n && (b[0] == '-' || b[0] == '+');
        if (head + 1 < n && b[head] == '0' && (b[head + 1] | 32) == 'x') head += 2;
        __out(b, n, head);
    }
    void __integer(unsigned long x, bool negative, bool is_signed)
    {
        char b[72];
        int base = this->__flags & 74, i = 72;
        unsigned radix = base == 8 ? 16 : base == 64 ? 8 : 10;
        const char *digits = this->__flags & 16384 ? "0123456789ABCDEF" : "0123456789abcdef";
        if (radix == 10 && negative) x = -x;
        unsigned long rest = x;
        do b[--i] = digits[rest % radix];
        while (rest /= radix);
        if (this->__flags & 512 && x && radix != 10) {
            if (radix == 16) b[--i] = this->__flags & 16384 ? 'X' : 'x';
            b[--i] = '0';
        }
        if (radix == 10 && negative) b[--i] = '-';
        else if (radix == 10 && is_signed && this->__flags & 2048) b[--i] = '+';
        __number(b + i, 72 - i);
    }
    basic_ostream &__real(double x)
    {
        char b[512], format[16];
        int f = this->__flags & 260, i = 0;
        format[i++] = '%';
        if (this->__flags & 2048) format[i++] = '+';
        if (this->__flags & 1024) format[i++] = '#';
        if (f != 260) {
            format[i++] = '.';
            format[i++] = '*';
        }
        char kind = f == 4 ? 'f' : f == 256 ? 'e' : f == 260 ? 'a' : 'g';
        format[i++] = this->__flags & 16384 ? (char)(kind - 32) : kind;
        format[i] = 0;
        long n = f == 260 ? (long)(int)__sys_snprintf(b, 512L, format, x) : (long)(int)__sys_snprintf(b, 512L, format, (int)this->__precision, x);
        __number(b, n);
        return *this;
    }
    basic_ostream &operator<<(bool x)
    {
        if (!(this->__flags & 1)) return *this << (long)x;
        if (x) __out("true", 4, 0);
        else __out("false", 5, 0);
        return *this;
    }
    basic_ostream &operator<<(short x) { __integer(x < 0 && (this->__flags & 74) != 8 && (this->__flags & 74) != 64 ? (unsigned long)(long)x : x < 0 ? (unsigned long)(unsigned short)x : (unsigned long)x, x < 0, true); return *this; }
    basic_ostream &operator<<(unsigned short x) { __integer(x, false, false); return *this; }
    basic_ostream &operator<<(int x) { __integer(x < 0 && (this->__flags & 72) ? (unsigned long)(unsigned)x : (unsigned long)(long)x, x < 0, true); return *this; }
    basic_ostream &operator<<(unsigned x) { __integer(x, false, false); return *this; }
    basic_ostream &operator<<(long x) { __integer(x, x < 0, true); return *this; }
    basic_ostream &operator<<(unsigned long x) { __integer(x, false, false); return *this; }
    basic_ostream &operator<<(long long x) { __integer(x, x < 0, true); return *this; }
    basic_ostream &operator<<(unsigned long long x) { __integer(x, false, false); return *this; }
    basic_ostream &operator<<(float x) { return __real(x); }
    basic_ostream &operator<<(double x) { return __real(x); }
    basic_ostream &operator<<(const void *p)
    {
        char b[32];
        long n = p ? (long)(int)__sys_sprintf(b, "%p", p) : (long)(int)__sys_sprintf(b, "0");
        __out(b, n, 0);
        return *this;
    }
    basic_ostream &operator<<(nullptr_t) { __out("nullptr", 7, 0); return *this; }
    basic_ostream &operator<<(basic_streambuf<C> *b)
    {
        for (int c = b->__next(); c >= 0; c = b->__next()) {
            char one = (char)c;
            __put(&one, 1);
        }
        return *this;
    }
    basic_ostream &operator<<(basic_ostream &(*f)(basic_ostream &)) { return f(*this); }
    basic_ostream &operator<<(ios_base &(*f)(ios_base &)) { f(*this); return *this; }
    basic_ostream &put(C c) { __put(&c, 1); return *this; }
    basic_ostream &write(const C *s, long n) { __put(s, n); return *this; }
    basic_ostream &flush() { return *this; }
    long tellp() { return !this->__b ? -1 : this->__b->__kind == 1 ? (long)this->__b->__put : this->__b->__kind == 2 ? (long)__sys_ftell(this->__b->__file) : -1; }
    basic_ostream &seekp(long at, int from = 0)
    {
        if (this->__b && this->__b->__kind == 1) this->__b->__put = at + (from == 1 ? this->__b->__put : from == 2 ? this->__b->__text.size() : 0);
        else if (this->__b && this->__b->__kind == 2) __sys_fseek(this->__b->__file, at, from);
        return *this;
    }
};
typedef basic_ostream<char> ostream;
ostream &operator<<(ostream &os, const char *s)
{
    if (s) os.__out(s, (long)__sys_strlen(s), 0);
    else os.setstate(1);
    return os;
}
ostream &operator<<(ostream &os, char c) { os.__out(&c, 1, 0); return os; }
ostream &operator<<(ostream &os, unsigned char c) { char d = (char)c; os.__out(&d, 1, 0); return os; }
ostream &operator<<(ostream &os, const unsigned char *s) { return os << (const char *)s; }
ostream &operator<<(ostream &os, const string &s) { os.__out(s.c_str(), s.size(), 0); return os; }
ostream &operator<<(ostream &os, string_view s) { os.__out(s.data(), s.size(), 0); return os; }

ostream &endl(ostream &os) { os.__put("\n", 1); return os; }
ostream &ends(ostream &os) { os.__put("", 1); return os; }
ostream &flush(ostream &os) { return os; }
#define STD_FLAG(NAME, FLAG, MASK) ios_base &NAME(ios_base &s) { s.setf(FLAG, MASK); return s; }
STD_FLAG(boolalpha, 1, 1)
STD_FLAG(noboolalpha, 0, 1)
STD_FLAG(showbase, 512, 512)
STD_FLAG(noshowbase, 0, 512)
STD_FLAG(showpoint, 1024, 1024)
STD_FLAG(noshowpoint, 0, 1024)
STD_FLAG(showpos, 2048, 2048)
STD_FLAG(noshowpos, 0, 2048)
STD_FLAG(skipws, 4096, 4096)
STD_FLAG(noskipws, 0, 4096)
STD_FLAG(unitbuf, 8192, 8192)
STD_FLAG(nounitbuf, 0, 8192)
STD_FLAG(uppercase, 16384, 16384)
STD_FLAG(nouppercase, 0, 16384)
STD_FLAG(dec, 2, 74)
STD_FLAG(hex, 8, 74)
STD_FLAG(oct, 64, 74)
STD_FLAG(left, 32, 176)
STD_FLAG(right, 128, 176)
STD_FLAG(internal, 16, 176)
STD_FLAG(fixed, 4, 260)
STD_FLAG(scientific, 256, 260)
STD_FLAG(hexfloat, 260, 260)
STD_FLAG(defaultfloat, 0, 260)
#undef STD_FLAG
struct __set { int what; long value; };
__set setw(int n) { __set m = {0, n}; return m; }
__set setprecision(int n) { __set m = {1, n}; return m; }
__set setfill(char c) { __set m = {2, c}; return m; }
__set setbase(int n) { __set m = {3, n}; return m; }
__set setiosflags(int f) { __set m = {4, f}; return m; }
__set resetiosflags(int f) { __set m = {5, f}; return m; }
void __sets(ios &s, const __set &m)
{
    switch (m.what) {
    case 0: s.__width = m.value; break;
    case 1: s.__precision = m.value; break;
    case 2: s.__fill = (char)m.value; break;
    case 3: s.setf(m.value == 8 ? 64 : m.value == 16 ? 8 : m.value == 10 ? 2 : 0, 74); break;
    case 4: s.__flags |= (int)m.value; break;
    case 5: s.__flags &= ~(int)m.value; break;
    }
}
ostream &operator<<(ostream &os, const __set &m) { __sets(os, m); return os; }

template <typename C> struct basic_istream : basic_ostream<C> {
    long __count;
    basic_istream() : __count(0) {}
    explicit basic_istream(basic_streambuf<C> *b) : basic_ostream<C>(b), __count(0) {}
    // __ready tells whether there is a character to read, behind white space if that is skipped.
    bool __ready(bool skip)
    {
        if (this->__state) {
            this->__state |= 4;
            return false;
        }
        int c = this->__b->__peek();
        if (skip)
            while (c == ' ' || c >= 9 && c <= 13) {
                this->__b->__next();
                c = this->__b->__peek();
            }
        if (c >= 0) return true;
        this->__state |= 6;
        return false;
    }
    bool __skips() const { return (this->__flags & 4096) != 0; }
    // __digits reads the characters of a number. It returns how many.
    int __digits(char *b, int room, bool real)
    {
        int n = 0, radix = this->__flags & 8 ? 16 : this->__flags & 64 ? 8 : 10;
        bool point = false, e = false, any = false;
        for (;;) {
            int c = this->__b->__peek();
            if (c < 0) {
                this->__state |= 2;
                break;
            }
            bool sign = (c == '-' || c == '+') && (n == 0 || e && (b[n - 1] | 32) == 'e');
            bool digit = c >= '0' && c <= '9' && (real || c - '0' < radix) || !real && radix == 16 && (c | 32) >= 'a' && (c | 32) <= 'f';
            bool x = !real && radix == 16 && (c | 32) == 'x' && n > 0 && b[n - 1] == '0';
            if (real && c == '.' && !point && !e) point = true;
            else if (real && (c | 32) == 'e' && any && !e) e = true;
            else if (!sign && !digit && !x) break;
            any = any || digit;
            if (n < room - 1) b[n++] = (char)c;
            this->__b->__next();
        }
        b[n] = 0;
        return n;
    }
    template <typename T> basic_istream &__integer(T &x, long least, unsigned long most)
    {
        if (!__ready(__skips())) return *this;
        char b[128], *end;
        int n = __digits(b, 128, false), radix = this->__flags & 8 ? 16 : this->__flags & 64 ? 8 : 10;
        unsigned long value = 0;
        bool over = false;
        int i = b[0] == '-' || b[0] == '+';
        bool negative = b[0] == '-', any = false;
        if (radix == 16 && b[i] == '0' && (b[i + 1] | 32) == 'x') i += 2;
        for (; i < n; i++) {
            unsigned d = b[i] <= '9' ? b[i] - '0' : (b[i] | 32) - 'a' + 10;
            over = over || value > (18446744073709551615uL - d) / radix;
            value = value * radix + d;
            any = true;
        }
        if (!any) {
            x = 0;
            this->__state |= 4;
        } else if (least < 0 && negative && (over || value > most + 1)) {
            x = (T)least;
            this->__state |= 4;
        } else if (over || value > most && !(least < 0 && negative)) {
            x = (T)most;
            this->__state |= 4;
        } else x = negative ? (T)-value : (T)value;
        return *this;
    }
    template <typename T> basic_istream &__real(T &x)
    {
        if (!__ready(__skips())) return *this;
        char b[400], *end;
        int n = __digits(b, 400, true);
        double value = __longlong_as_double((long long)__sys_strtod(b, &end));
        if (!n || *end) {
            x = 0;
            this->__state |= 4;
        } else x = (T)value;
        return *this;
    }
    basic_istream &operator>>(short &x) { return __integer(x, -32768L, 32767uL); }
    basic_istream &operator>>(unsigned short &x) { return __integer(x, 0L, 65535uL); }
    basic_istream &operator>>(int &x) { return __integer(x, -2147483648L, 2147483647uL); }
    basic_istream &operator>>(unsigned &x) { return __integer(x, 0L, 4294967295uL); }
    basic_istream &operator>>(long &x) { return __integer(x, -9223372036854775807L - 1, 9223372036854775807uL); }
    basic_istream &operator>>(unsigned long &x) { return __integer(x, 0L, 18446744073709551615uL); }
    basic_istream &operator>>(long long &x) { return __integer(x, -9223372036854775807L - 1, 9223372036854775807uL); }
    basic_istream &operator>>(unsigned long long &x) { return __integer(x, 0L, 18446744073709551615uL); }
    basic_istream &operator>>(float &x) { return __real(x); }
    basic_istream &operator>>(double &x) { return __real(x); }
    basic_istream &operator>>(bool &x)
    {
        int n = 0;
        if (!(this->__flags & 1)) {
            __integer(n, -2147483648L, 2147483647uL);
            x = n != 0;
            if (n != 0 && n != 1) this->__state |= 4;
            return *this;
        }
        if (!__ready(__skips())) return *this;
        const char *word = this->__b->__peek() == 't' ? "true" : "false";
        for (const char *s = word; *s; s++)
            if (this->__b->__peek() != *s) {
                x = false;
                this->__state |= 4;
                return *this;
            } else this->__b->__next();
        x = *word == 't';
        return *this;
    }
    basic_istream &operator>>(basic_istream &(*f)(basic_istream &)) { return f(*this); }
    basic_istream &operator>>(ios_base &(*f)(ios_base &)) { f(*this); return *this; }
    int get()
    {
        __count = 0;
        if (!__ready(false)) return -1;
        __count = 1;
        return this->__b->__next();
    }
    basic_istream &get(C &c)
    {
        int x = get();
        if (x >= 0) c = (C)x;
        return *this;
    }
    basic_istream &get(C *s, long n, C until = '\n')
    {
        __count = 0;
        if (!__ready(false)) { if (n > 0) *s = 0; return *this; }
        for (; __count + 1 < n; __count++) {
            int c = this->__b->__peek();
            if (c < 0) { this->__state |= 2; break; }
            if (c == until) break;
            *s++ = (C)this->__b->__next();
        }
        *s = 0;
        if (!__count) this->__state |= 4;
        return *this;
    }
    basic_istream &getline(C *s, long n, C until = '\n')
    {
        __count = 0;
        if (!__ready(false)) { if (n > 0) *s = 0; return *this; }
        for (long room = n - 1;;) {
            int c = this->__b->__peek();
            if (c < 0) { this->__state |= 2; break; }
            if (c == until) { this->__b->__next(); __count++; break; }
            if (!room--) { this->__state |= 4; break; }
            *s++ = (C)this->__b->__next();
            __count++;
        }
        *s = 0;
        return *this;
    }
    int peek()
    {
        if (this->__state) return -1;
        int c = this->__b->__peek();
        if (c < 0) this->__state |= 2;
        return c;
    }
    basic_istream &ignore(long n = 1, int until = -1)
    {
        __count = 0;
        if (this->__state) { this->__state |= 4; return *this; }
        for (; n > 0; n--) {
            int c = this->__b->__next();
            if (c < 0) { this->__state |= 2; break; }
            __count++;
            if (c == until) break;
        }
        return *this;
    }
    basic_istream &read(C *s, long n)
    {
        __count = 0;
        if (this->__state) { this->__state |= 4; return *this; }
        if (this->__b->__kind == 2 && n > 0) {
            if (this->__b->__ahead >= 0) { *s = (C)this->__b->__next(); __count = 1; }
            __count += (long)__sys_fread(s + __count, 1L, n - __count, this->__b->__file);
        } else
            for (; __count < n && this->__b->__peek() >= 0; __count++) s[__count] = (C)this->__b->__next();
        if (__count < n) this->__state |= 6;
        return *this;
    }
    long gcount() const { return __count; }
    basic_istream &putback(C c) { if (!this->__b->__back((unsigned char)c)) this->__state |= 1; return *this; }
    basic_istream &unget() { if (!this->__b->__back(0)) this->__state |= 1; return *this; }
    long tellg()
    {
        if (this->__state & 5 || !this->__b) return -1;
        if (this->__b->__kind == 1) return (long)this->__b->__get;
        return this->__b->__kind == 2 ? (long)__sys_ftell(this->__b->__file) - (this->__b->__ahead >= 0) : -1;
    }
    basic_istream &seekg(long at, int from = 0)
    {
        this->__state &= ~2;
        if (this->__state & 5 || !this->__b) return *this;
        if (this->__b->__kind == 1) this->__b->__get = at + (from == 1 ? this->__b->__get : from == 2 ? this->__b->__text.size() : 0);
        else if (this->__b->__kind == 2) {
            __sys_fseek(this->__b->__file, from == 1 && this->__b->__ahead >= 0 ? at - 1 : at, from);
            this->__b->__ahead = -1;
        }
        return *this;
    }
    int sync() { return 0; }
};
typedef basic_istream<char> istream;
template <typename C> struct basic_iostream : basic_istream<C> {
    basic_iostream() {}
    explicit basic_iostream(basic_streambuf<C> *b) : basic_istream<C>(b) {}
};
typedef basic_iostream<char> iostream;
istream &operator>>(istream &is, char &c)
{
    if (is.__ready(is.__skips())) c = (char)is.__b->__next();
    return is;
}
istream &operator>>(istream &is, unsigned char &c)
{
    if (is.__ready(is.__skips())) c = (unsigned char)is.__b->__next();
    return is;
}
istream &operator>>(istream &is, string &s)
{
    if (!is.__ready(is.__skips())) return is;
    s.clear();
    for (long n = is.width(0); ; ) {
        int c = is.__b->__peek();
        if (c < 0) is.__state |= 2;
        if (c <= ' ' && (c < 0 || c == ' ' || c >= 9 && c <= 13)) break;
        s.push_back((char)is.__b->__next());
        if (n > 0 && !--n) break;
    }
    return is;
}
istream &operator>>(istream &is, char *s)
{
    string word;
    long n = is.width();
    if (n > 0) is.width(n - 1);
    is >> word;
    __sys_strcpy(s, word.c_str(), -1L);
    return is;
}
istream &operator>>(istream &is, const __set &m) { __sets(is, m); return is; }
istream &ws(istream &is)
{
    for (int c = is.__b->__peek(); c == ' ' || c >= 9 && c <= 13; c = is.__b->__peek()) is.__b->__next();
    if (is.__b->__peek() < 0) is.__state |= 2;
    return is;
}
istream &getline(istream &is, string &s, char until)
{
    if (!is.__ready(false)) return is;
    s.clear();
    for (;;) {
        int c = is.__b->__next();
        if (c < 0) is.__state |= 2;
        if (c < 0 || c == (unsigned char)until) return is;
        s.push_back((char)c);
    }
}
istream &getline(istream &is, string &s) { return getline(is, s, '\n'); }

streambuf __buffers[3];
streambuf *__buffer(int number)
{
    __buffers[number].__kind = number ? 4 : 3;
    __buffers[number].__number = number;
    return &__buffers[number];
}
istream cin(__buffer(0));
ostream cout(__buffer(1));
ostream cerr(__buffer(2));
ostream clog(__buffer(2));

template <typename C> struct basic_stringstream : basic_iostream<C> {
    basic_streambuf<C> __own;
    basic_stringstream() { this->__b = &__own; __own.__kind = 1; }
    explicit basic_stringstream(int) { this->__b = &__own; __own.__kind = 1; }
    explicit basic_stringstream(const basic_string<C> &s, int mode = 24)
    {
        this->__b = &__own;
        __own.__kind = 1;
        __own.__text = s;
        if (mode & 3) __own.__put = s.size();
    }
    basic_string<C> str() const { return __own.__text; }
    void str(const basic_string<C> &s) { __own.__text = s; __own.__get = __own.__put = 0; }
    basic_streambuf<C> *rdbuf() const { return (basic_streambuf<C> *)&__own; }
};
typedef basic_stringstream<char> stringstream;
struct ostringstream : basic_stringstream<char> {
    ostringstream() {}
    explicit ostringstream(const string &s, int mode = 16) : basic_stringstream<char>(s, mode) {}
};
struct istringstream : basic_stringstream<char> {
    istringstream() {}
    explicit istringstream(const string &s, int mode = 8) : basic_stringstream<char>(s, mode) {}
};

template <typename C> struct basic_fstream : basic_iostream<C> {
    basic_streambuf<C> __own;
    basic_fstream() { this->__b = &__own; }
    explicit basic_fstream(const char *name, int mode = 24) { this->__b = &__own; open(name, mode); }
    explicit basic_fstream(const basic_string<C> &name, int mode = 24) { this->__b = &__own; open(name.c_str(), mode); }
    void __open(const char *name, int mode)
    {
        const char *how = mode & 1 ? (mode & 8 ? "a+" : "a") : mode & 8 ? (mode & 16 ? (mode & 32 ? "w+" : "r+") : "r") : "w";
        FILE *f = __own.__kind ? (FILE *)0 : (FILE *)__sys_fopen(name, how);
        this->__state = f ? 0 : 4;
        if (!f) return;
        __own.__kind = 2;
        __own.__file = f;
        if (mode & 2) __sys_fseek(f, 0L, 2);
    }
    void open(const char *name, int mode = 24) { __open(name, mode); }
    void open(const basic_string<C> &name, int mode = 24) { __open(name.c_str(), mode); }
    bool is_open() const { return __own.__kind == 2; }
    void close() { if (!__own.__close()) this->__state |= 4; __own.__ahead = -1; }
    basic_streambuf<C> *rdbuf() const { return (basic_streambuf<C> *)&__own; }
};
typedef basic_fstream<char> fstream;
struct ifstream : basic_fstream<char> {
    ifstream() {}
    explicit ifstream(const char *name, int mode = 8) { __open(name, mode | 8); }
    explicit ifstream(const string &name, int mode = 8) { __open(name.c_str(), mode | 8); }
    void open(const char *name, int mode = 8) { __open(name, mode | 8); }
    void open(const string &name, int mode = 8) { __open(name.c_str(), mode | 8); }
};
struct ofstream : basic_fstream<char> {
    ofstream() {}
    explicit ofstream(const char *name, int mode = 16) { __open(name, mode | 16); }
    explicit ofstream(const string &name, int mode = 16) { __open(name.c_str(), mode | 16); }
    void open(const char *name, int mode = 16) { __open(name, mode | 16); }
    void open(const string &name, int mode = 16) { __open(name.c_str(), mode | 16); }
};

template <typename T, typename C = char> struct ostream_iterator {
    ostream *__s;
    const char *__between;
    typedef void value_type;
    typedef void reference;
    typedef void pointer;
    typedef long difference_type;
    typedef output_iterator_tag iterator_category;
    ostream_iterator(ostream &s, const char *between = 0) : __s(&s), __between(between) {}
    ostream_iterator &operator=(const T &x)
    {
        *__s << x;
        if (__between) *__s << __between;
        return *this;
    }
    ostream_iterator &operator*() { return *this; }
    ostream_iterator &operator++() { return *this; }
    ostream_iterator &operator++(int) { return *this; }
};
template <typename T, typename C = char> struct istream_iterator {
    istream *__s;
    T __x;
    typedef T value_type;
    typedef const T &reference;
    typedef const T *pointer;
    typedef long difference_type;
    typedef input_iterator_tag iterator_category;
    istream_iterator() : __s(0), __x() {}
    istream_iterator(istream &s) : __s(&s), __x() { ++*this; }
    const T &operator*() const { return __x; }
    istream_iterator &operator++()
    {
        if (__s && !(*__s >> __x)) __s = 0;
        return *this;
    }
    istream_iterator operator++(int) { istream_iterator old = *this; ++*this; return old; }
    bool operator==(const istream_iterator &i) const { return __s == i.__s; }
    bool operator!=(const istream_iterator &i) const { return __s != i.__s; }
};
template <typename C> struct istreambuf_iterator {
    basic_streambuf<C> *__b;
    typedef C value_type;
    typedef C reference;
    typedef C *pointer;
    typedef long difference_type;
    typedef input_iterator_tag iterator_category;
    istreambuf_iterator() : __b(0) {}
    istreambuf_iterator(basic_istream<C> &s) : __b(s.__b) {}
    istreambuf_iterator(basic_streambuf<C> *b) : __b(b) {}
    C operator*() const { return (C)__b->__peek(); }
    istreambuf_iterator &operator++() { __b->__next(); return *this; }
    istreambuf_iterator operator++(int) { istreambuf_iterator old = *this; __b->__next(); return old; }
    bool __ended() const { return !__b || __b->__peek() < 0; }
    bool operator==(const istreambuf_iterator &i) const { return __ended() == i.__ended(); }
    bool operator!=(const istreambuf_iterator &i) const { return __ended() != i.__ended(); }
};

}
