"""Answers with what functions are, correctly rounded: MPFR computes them (gmpy2).

A request is a line "FUNCTION BITS ARGUMENTS COUNT" and then COUNT doubles for each argument. BITS is 32 or 64: the format
that the results are rounded to, as doubles in the answer. A NaN for a function whose results are integers says that the
function is not defined there.

MPFR rounds correctly whatever it has. The rest is computed with WIDE bits and rounded once more, which differs from the
correctly rounded result for one input in 2^(WIDE - 64) or fewer.
"""

import math
import struct
import sys
from array import array
from statistics import NormalDist

import gmpy2
from gmpy2 import mpfr

WIDE = 128
inf, nan = mpfr("inf"), mpfr("nan")
narrow = {bits: gmpy2.ieee(bits) for bits in (32, 64)}
wide = gmpy2.context(precision=WIDE, emax=gmpy2.get_emax_max(), emin=gmpy2.get_emin_min())
modes = {"rn": gmpy2.RoundToNearest, "rz": gmpy2.RoundToZero, "ru": gmpy2.RoundUp, "rd": gmpy2.RoundDown}


def widely(f):
    """f, computed with WIDE bits. A result that is 0 or not finite has to come from f with its sign."""

    def g(*args):
        here = gmpy2.get_context()
        gmpy2.set_context(wide)
        try:
            r = f(*args)
        finally:
            gmpy2.set_context(here)
        return here.plus(mpfr(r))

    return g


def zero(like):
    return math.copysign(0.0, like)


# ---- functions of x * pi


def turns(x):
    """x less a multiple of 2, exactly, in (-2, 2)."""
    return mpfr(math.fmod(x, 2))


@widely
def sinpi(x):
    if not math.isfinite(x):
        return nan
    if x == math.floor(x):
        return zero(x)
    return gmpy2.sin(gmpy2.const_pi() * turns(x))


@widely
def cospi(x):
    if not math.isfinite(x):
        return nan
    r = abs(turns(x))
    if r in (0.5, 1.5):
        return 0.0
    return gmpy2.cos(gmpy2.const_pi() * r)


# ---- roots and norms


def norm(*args):
    if any(map(math.isinf, args)):
        return inf
    return gmpy2.sqrt(sum((mpfr(a) * a for a in args), mpfr(0)))


def rnorm(*args):
    r = norm(*args)
    return inf if r == 0 else 1 / r


@widely
def rcbrt(x):
    if x == 0:
        return math.copysign(math.inf, x)
    if math.isinf(x):
        return zero(x)
    return 1 / gmpy2.cbrt(x)


def rsqrt(x):
    return mpfr(math.copysign(math.inf, x)) if x == 0 else gmpy2.rec_sqrt(x)


# ---- functions of the normal distribution


@widely
def normcdf(x):
    return gmpy2.erfc(-x / gmpy2.sqrt(mpfr(2))) / 2


@widely
def erfcx(x):
    if math.isinf(x) or math.isnan(x):
        return nan if x != x else inf if x < 0 else 0.0
    x = mpfr(x)
    if x < 1e4:
        return gmpy2.exp(x * x) * gmpy2.erfc(x)
    term, total = mpfr(1), mpfr(1)
    for k in range(1, 14):
        term *= -(2 * k - 1) / (2 * x * x)
        total += term
    return total / (x * gmpy2.sqrt(gmpy2.const_pi()))


def refine(t, step):
    """The root that Newton's method reaches from t: after a step of 2^-60 of t, the error is near its square."""
    t = mpfr(t)
    for _ in range(60):
        d = step(t)
        t -= d
        if abs(d) <= abs(t) * mpfr(2) ** -60:
            return t
    raise ArithmeticError(f"Newton's method does not converge at {t}")


def tail(y):
    """erfcinv(y) for 0 < y <= 1, with the logarithm of erfc, whose tail is nearly a parabola."""
    target = gmpy2.log(y)
    start = -NormalDist().inv_cdf(float(y) / 2) / math.sqrt(2) if 1e-300 < y < 1 else math.sqrt(float(-target))

    def step(t):
        e = gmpy2.erfc(t)
        return (gmpy2.log(e) - target) * e * gmpy2.sqrt(gmpy2.const_pi()) / -2 / gmpy2.exp(-t * t)

    return refine(start, step)


def middle(x):
    """erfinv(x) for |x| < 1/2."""
    c = math.sqrt(math.pi) / 2
    start = mpfr(x) * c * (1 + math.pi / 12 * float(x) ** 2 + 7 * math.pi**2 / 480 * float(x) ** 4)
    return refine(start, lambda t: (gmpy2.erf(t) - x) * gmpy2.sqrt(gmpy2.const_pi()) / 2 * gmpy2.exp(t * t))


def between(x):
    """erfinv of a wide x."""
    if x == 0 or x != x:
        return x
    if abs(x) >= 1:
        return inf * x if abs(x) == 1 else nan
    if abs(x) < 0.5:
        return middle(x)
    return gmpy2.copy_sign(tail(1 - abs(x)), x)


@widely
def erfinv(x):
    return zero(x) if x == 0 else between(mpfr(x))


@widely
def erfcinv(y):
    y = mpfr(y)
    if not 0 <= y <= 2:
        return nan
    if y == 0:
        return inf
    if y == 1:
        return 0.0
    return tail(y) if 0 < y < 0.5 else between(1 - y)


@widely
def normcdfinv(p):
    p = mpfr(p)
    if not 0 <= p <= 1:
        return nan
    if p == 0:
        return -inf
    if p == 0.5:
        return 0.0
    root = gmpy2.sqrt(mpfr(2))
    return -root * tail(2 * p) if 0 < p < 0.25 else root * between(2 * p - 1)


# ---- Bessel's functions of imaginary arguments


def bessel_i(order):
    @widely
    def i(x):
        if x == 0 or not math.isfinite(x):
            return (x if order else abs(x)) if x else zero(x) if order else 1.0
        v = abs(mpfr(x))
        if v > 1000:
            r = inf
        elif v < 60:
            term = total = v / 2 if order else mpfr(1)
            square, k = v * v / 4, 1
            while term > total * mpfr(2) ** -WIDE:
                term *= square / (k * (k + order))
                total += term
                k += 1
            r = total
        else:
            term = total = mpfr(1)
            for k in range(1, 60):
                term *= ((2 * k - 1) ** 2 - 4 * order) / (8 * k * v)
                total += term
            r = gmpy2.exp(v) / gmpy2.sqrt(2 * gmpy2.const_pi() * v) * total
        return -r if order and x < 0 else r

    return i


def gamma(x):
    return mpfr(math.copysign(math.inf, x)) if x == 0 else gmpy2.gamma(x)


def lgamma(x):
    return inf if math.isinf(x) or x <= 0 and x == math.floor(x) else gmpy2.lgamma(x)[0]


# ---- parts of numbers


def remquo(x, y):
    """The quotient's last three bits, which are all that the function promises."""
    if not math.isfinite(x) or math.isnan(y) or y == 0:
        return math.nan
    if math.isinf(y):
        return 0
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    p, q = abs(a * d), abs(b * c)
    n, r = divmod(p, q)
    if 2 * r > q or 2 * r == q and n & 1:
        n += 1
    return (n if (x < 0) == (y < 0) else -n) & 7


def nextafter(x, y):
    if x != x or y != y:
        return math.nan
    if x == y:
        return y
    if gmpy2.get_context().precision == 53:
        return math.nextafter(x, y)
    if x == 0:
        return math.copysign(2.0**-149, y)
    bits = struct.unpack("<i", struct.pack("<f", x))[0]
    bits += 1 if (y > x) == (x > 0) else -1
    return struct.unpack("<f", struct.pack("<i", bits))[0]


def exponent(x):
    return math.frexp(x)[1] - 1


def logb(x):
    return abs(x) if not math.isfinite(x) else -math.inf if x == 0 else exponent(x)


def ilogb(x):
    if x == 0 or x != x:
        return -(2.0**31)
    return 2.0**31 - 1 if math.isinf(x) else exponent(x)


def scaled(x, n):
    if x == 0 or not math.isfinite(x):
        return x
    m, e = math.frexp(x)
    return gmpy2.get_context().plus(gmpy2.mul_2exp(wide.plus(mpfr(m)), int(n + e)) if n + e >= 0 else gmpy2.div_2exp(mpfr(m), int(-n - e)))


def fraction(x):
    return zero(x) if math.isinf(x) else math.copysign(math.modf(x)[0], x)


def to_integer(f):
    def g(x):
        r = f(x) if math.isfinite(x) else nan
        return r + 0.0 if abs(r) < 2.0**62 else nan  # an integer has no zero below 0

    return g


def rounded(f):
    """f of MPFR rounds to an integer, and keeps the sign of a zero."""
    return lambda x: math.copysign(float(f(mpfr(x))), x) if math.isfinite(x) else x


def extreme(f):
    """The larger or smaller number: not the NaN, and the zero below 0 is the smaller zero."""
    return lambda x, y: y if x != x else x if y != y else f(x, y, key=lambda v: (v, math.copysign(1, v)))


rint, away = rounded(lambda x: gmpy2.rint(x)), rounded(lambda x: gmpy2.rint_round(x))


def plus(x, y):
    return gmpy2.add(mpfr(x), y)


def minus(x, y):
    return gmpy2.sub(mpfr(x), y)


def times(x, y):
    return gmpy2.mul(mpfr(x), y)


def fused(x, y, z):
    return gmpy2.fma(mpfr(x), mpfr(y), mpfr(z))


def quotient(x, y):
    return gmpy2.get_context().div(mpfr(x), mpfr(y))


FUNCTIONS = {
    "add": plus,
    "subtract": minus,
    "multiply": times,
    "divide": quotient,
    "reciprocal": lambda x: quotient(1.0, x),
    "fma": fused,
    "__dadd": plus,
    "__dsub": minus,
    "__dmul": times,
    "__ddiv": quotient,
    "__drcp": lambda x: quotient(1.0, x),
    "__dsqrt": gmpy2.sqrt,
    "__fma": fused,
    "pow": lambda x, y: mpfr(x) ** mpfr(y),
    "rsqrt": rsqrt,
    "rcbrt": rcbrt,
    "hypot": widely(norm),
    "norm3d": widely(norm),
    "norm4d": widely(norm),
    "rhypot": widely(rnorm),
    "rnorm3d": widely(rnorm),
    "rnorm4d": widely(rnorm),
    "sinpi": sinpi,
    "cospi": cospi,
    "sincos_first": gmpy2.sin,
    "sincos_second": gmpy2.cos,
    "sincospi_first": sinpi,
    "sincospi_second": cospi,
    "normcdf": normcdf,
    "normcdfinv": normcdfinv,
    "erfinv": erfinv,
    "erfcinv": erfcinv,
    "erfcx": erfcx,
    "tgamma": gamma,
    "lgamma": lgamma,
    "jn": lambda n, x: gmpy2.jn(int(n), mpfr(x)),
    "yn": lambda n, x: gmpy2.yn(int(n), mpfr(x)),
    "cyl_bessel_i0": bessel_i(0),
    "cyl_bessel_i1": bessel_i(1),
    "fabs": abs,
    "fmax": extreme(max),
    "fmin": extreme(min),
    "fdim": lambda x, y: nan if x != x or y != y else minus(x, y) if x > y else 0.0,
    "remquo_first": gmpy2.remainder,
    "remquo_second": remquo,
    "ceil": rounded(gmpy2.ceil),
    "floor": rounded(gmpy2.floor),
    "trunc": rounded(gmpy2.trunc),
    "round": away,
    "rint": rint,
    "nearbyint": rint,
    "lrint": to_integer(rint),
    "llrint": to_integer(rint),
    "lround": to_integer(away),
    "llround": to_integer(away),
    "frexp_first": lambda x: math.frexp(x)[0],
    "frexp_second": to_integer(lambda x: math.frexp(x)[1]),
    "ldexp": scaled,
    "scalbn": scaled,
    "scalbln": scaled,
    "modf_first": fraction,
    "modf_second": rounded(gmpy2.trunc),
    "ilogb": ilogb,
    "logb": logb,
    "nextafter": nextafter,
    "copysign": lambda x, y: math.nan if y != y else math.copysign(x, y),  # conversions do not keep the sign of a NaN
    "isfinite": math.isfinite,
    "isinf": math.isinf,
    "isnan": math.isnan,
    "signbit": lambda x: math.nan if x != x else math.copysign(1, x) < 0,  # conversions do not keep the sign of a NaN
}


def function(name):
    """The function of that name and its rounding: __dadd_rz is __dadd, towards zero."""
    stem, _, mode = name.rpartition("_")
    if mode in modes:
        return FUNCTIONS[stem], modes[mode]
    return FUNCTIONS.get(name) or getattr(gmpy2, name), gmpy2.RoundToNearest


def answer(name, bits, columns):
    context = narrow[bits].copy()
    f, context.round = function(name)
    gmpy2.set_context(context)
    return array("d", map(float, map(f, *columns)))


def main():
    while line := sys.stdin.buffer.readline():
        name, bits, arguments, count = line.split()
        columns = [array("d") for _ in range(int(arguments))]
        for c in columns:
            c.frombytes(sys.stdin.buffer.read(8 * int(count)))
        sys.stdout.buffer.write(answer(name.decode(), int(bits), columns).tobytes())
        sys.stdout.buffer.flush()


main()
