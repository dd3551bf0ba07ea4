#include <stdio.h>

struct Error {
    int code;
    explicit Error(int c) : code(c) {}
    virtual ~Error() {}
    virtual const char *what() const { return "error"; }
};
struct Other { double x; };
struct Worse : Error {
    Worse() : Error(7) {}
    const char *what() const override { return "worse"; }
};
struct Both : Other, Error {
    Both() : Error(9) { x = 2.5; }
};

struct Noisy {
    const char *name;
    explicit Noisy(const char *n) : name(n) { printf("+%s ", name); }
    ~Noisy() { printf("-%s ", name); }
};

static int depth(int n)
{
    Noisy here("depth");
    if (n == 0) throw Worse();
    return depth(n - 1) + 1;
}

static int thrower(int what)
{
    Noisy a("a");
    for (int i = 0; i < 3; i++) {
        Noisy b("b");
        if (what == 1 && i == 1) throw 42;
        if (what == 2 && i == 1) throw "a text";
        if (what == 3 && i == 2) throw Error(3);
        if (what == 4) throw Both();
        if (what == 5) return 5;
        if (what == 6 && i == 1) throw 2.5f;
    }
    return what;
}

static int caught(int what)
{
    int at = 0;
    try {
        at = 1;
        int r = thrower(what);
        at = 2;
        printf("returned %d ", r);
        return r;
    } catch (int x) {
        printf("int %d at %d ", x, at);
    } catch (const char *s) {
        printf("text %s at %d ", s, at);
    } catch (const Error &e) {
        printf("Error %d %s at %d ", e.code, e.what(), at);
        if (what == 4) throw;
    } catch (...) {
        printf("something at %d ", at);
        at = 10;
    }
    return -at;
}

static int value(int i) { return i > 2 ? throw i : i; }

struct Catching { // its destructor throws and catches while another exception is on its way
    ~Catching() { try { Noisy inner("inner"); throw 42; } catch (int x) { printf("inner %d\n", x); } }
};
int main()
{
    for (int i = 0; i < 7; i++) {
        try {
            printf("= %d\n", caught(i));
        } catch (Both &b) {
            printf("again Both %d %g\n", b.code, b.x);
        }
    }
    try {
        try {
            depth(3);
        } catch (int) {
            printf("never\n");
        }
    } catch (Error &e) {
        printf("%s %d\n", e.what(), e.code);
    }
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        try {
            Noisy in("loop");
            if (i == 1) continue;
            sum += value(i);
            if (i == 4) break;
        } catch (int x) {
            sum += 100 * x;
        }
    }
    printf("%d\n", sum);
    try {
        try { throw 1; } catch (int x) { throw x + 1; }
    } catch (int x) {
        printf("%d\n", x);
    }
    try { Catching c; throw 'c'; } catch (char c) { printf("outer %c\n", c); }
    auto f = [](int x) { if (x) throw x; return x; };
    try { f(0); f(5); } catch (int x) { printf("lambda %d\n", x); }
    return 0;
}
