"""Compiles CUDA C with NVRTC and disassembles what comes out. No GPU is needed.

Standard input is {"architectures": ["70", ...], "units": [{"source": text, "expressions": [name, ...]}, ...]};
an expression names an instance of a template. Standard output is one list for each unit, with an entry for each
architecture: {"error": log} or {"kernels": [{"name", "registers", "stack", "shared", "code": [instruction, ...]}, ...]}.

{"ptx": [[text, architecture], ...]} asks what ptxas says of texts instead: a list of messages, "" for what it takes.

Needs the packages of .ci/requirements-nvcc.txt: NVRTC, the headers, and triton, whose wheel has an nvdisasm that
still knows sm_70. Code of many kernels goes through one nvdisasm, which takes up to half a second to start.
"""

import ctypes
import glob
import json
import os
import re
import struct
import subprocess
import sys
import sysconfig
import tempfile

SITE = sysconfig.get_paths()["purelib"]
INCLUDES = [os.path.join(SITE, "nvidia", p, "include") for p in ("cuda_runtime", "cuda_cccl")]
ASSEMBLER = os.path.join(SITE, "triton", "backends", "nvidia", "bin", "ptxas")
DISASSEMBLER = os.path.join(SITE, "triton", "backends", "nvidia", "bin", "nvdisasm")
OPTIONS = ["--std=c++17", "--device-as-default-execution-space", "-w", "--ptxas-options=-v"]


class NVRTC:
    def __init__(self):
        # The builtins are looked for where the library was: loading them first makes that certain.
        for file in sorted(glob.glob(os.path.join(SITE, "nvidia", "cuda_nvrtc", "lib", "libnvrtc*.so.12*")), reverse=True):
            if ".alt." not in file:
                library = ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL)
                if "builtins" not in file:
                    self.library = library

    def text(self, size, get, program):
        n = ctypes.c_size_t()
        getattr(self.library, size)(program, ctypes.byref(n))
        buffer = ctypes.create_string_buffer(n.value)
        getattr(self.library, get)(program, buffer)
        return buffer.raw

    def compile(self, unit, architecture):
        """The log, the cubin (None if the source is refused), and each expression's symbol."""
        program = ctypes.c_void_p()
        self.library.nvrtcCreateProgram(ctypes.byref(program), unit["source"].encode(), b"unit.cu", 0, None, None)
        expressions = unit.get("expressions") or []
        for e in expressions:
            self.library.nvrtcAddNameExpression(program, e.encode())
        options = OPTIONS + ["--gpu-architecture=sm_" + architecture] + ["-I" + i for i in INCLUDES] + (unit.get("options") or [])
        array = (ctypes.c_char_p * len(options))(*[o.encode() for o in options])
        failed = self.library.nvrtcCompileProgram(program, len(options), array)
        log = self.text("nvrtcGetProgramLogSize", "nvrtcGetProgramLog", program).rstrip(b"\0").decode(errors="replace")
        cubin, symbols = None, {}
        if not failed:
            cubin = self.text("nvrtcGetCUBINSize", "nvrtcGetCUBIN", program)
            for e in expressions:
                symbol = ctypes.c_char_p()
                if not self.library.nvrtcGetLoweredName(program, e.encode(), ctypes.byref(symbol)):
                    symbols[symbol.value.decode()] = e
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return log, cubin, symbols


def sections(cubin):
    """The code of each kernel, by its symbol."""
    offset = struct.unpack_from("<Q", cubin, 40)[0]
    size, count, names = struct.unpack_from("<HHH", cubin, 58)
    headers = [struct.unpack_from("<IIQQQQ", cubin, offset + i * size) for i in range(count)]
    table = headers[names][4]
    code = {}
    for name, _, _, _, at, length in headers:
        text = cubin[table + name : cubin.index(b"\0", table + name)].decode()
        if text.startswith(".text."):
            code[text[6:]] = cubin[at : at + length]
    return code


def plain(symbol):
    """The name of a kernel that is not a template."""
    m = re.match(r"_ZL?(\d+)", symbol)
    return symbol[m.end() : m.end() + int(m.group(1))] if m else symbol


RESOURCES = re.compile(r"Compiling entry function '(\S+)'(.*?)(?=Compiling entry function|\Z)", re.S)


def number(pattern, text):
    m = re.search(pattern, text)
    return int(m.group(1)) if m else 0


def kernels(log, cubin, symbols):
    found, code = [], sections(cubin)
    for symbol, text in RESOURCES.findall(log):
        found.append({
            "name": symbols.get(symbol) or plain(symbol),
            "registers": number(r"Used (\d+) registers", text),
            "stack": number(r"(\d+) bytes stack frame", text),
            "shared": number(r"(\d+) bytes smem", text),
            "code": code[symbol],
        })
    return found


INSTRUCTION = re.compile(r"/\*([0-9a-f]{4,})\*/\s+(\S.*?)\s*;")


def disassemble(found, architecture):
    """Replaces each kernel's code by its instructions, branches with the numbers of their targets."""
    with tempfile.NamedTemporaryFile() as f:
        for k in found:
            f.write(k["code"])
        f.flush()
        text = subprocess.run([DISASSEMBLER, "-ndf", "-b", "SM" + architecture, f.name], capture_output=True, text=True, check=True).stdout
    lines = [(int(at, 16), line) for at, line in INSTRUCTION.findall(text)]
    begin, i = 0, 0
    for k in found:
        end, instructions = begin + len(k["code"]), []
        while i < len(lines) and lines[i][0] < end:
            instructions.append(relative(lines[i][1], begin))
            i += 1
        k["code"], begin = instructions, end


def relative(line, begin):
    """Counts the target of a branch in instructions from the kernel's first."""
    if re.search(r"\b(BRA|CALL|BSSY|JMP)\b", line):
        line = re.sub(r"0x([0-9a-f]+)$", lambda m: "@%d" % ((int(m.group(1), 16) - begin) // 16), line)
    return line


def assemble(text, architecture):
    """What ptxas says of a text: empty if it takes it. Functions of the library stay to be linked."""
    with tempfile.NamedTemporaryFile(mode="w", suffix=".ptx") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([ASSEMBLER, "-c", "-arch=sm_" + architecture, "-o", os.devnull, f.name], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main():
    request = json.load(sys.stdin)
    if "ptx" in request:
        json.dump([assemble(text, architecture) for text, architecture in request["ptx"]], sys.stdout)
        return
    nvrtc, out = NVRTC(), [[] for _ in request["units"]]
    for architecture in request["architectures"]:
        every = []
        for unit, answers in zip(request["units"], out):
            log, cubin, symbols = nvrtc.compile(unit, architecture)
            if cubin is None:
                answers.append({"error": log})
                continue
            found = kernels(log, cubin, symbols)
            every += found
            answers.append({"kernels": found})
        if every:
            disassemble(every, architecture)
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
