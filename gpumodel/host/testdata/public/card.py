"""card.py CORPUS OUT [SECONDS]: builds the programs of programs.csv with nvcc and runs each twice, on a machine with a card.

CORPUS holds the repositories of repositories.csv, as accept/fetch.sh brings them, and NVIDIA's samples. The outputs, and records.jsonl
with how each program ended, go to OUT, from where

    go test ./gpumodel/host -run TestPublicOutputs -public-outputs OUT

takes them. No test runs it. time() is that of the model, so that programs which seed with it do the same here and there. What nvcc 13 refuses is tried
again with cuda12.h, which offers what CUDA 13 has dropped.
"""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
EPOCH = 1767225600  # as in gpumodel/host/time.go
RUN_SECONDS = 45
MOST_PRINTED = 300000  # as mostPrinted in publiccard_test.go
FLAGS = "-arch=sm_90 -O2 -w -std=c++17 --extended-lambda --expt-relaxed-constexpr".split()
LIBRARIES = [
    (r'include\s*[<"]cublasLt', ["-lcublasLt", "-lcublas"]),
    (r'include\s*[<"]cublas', ["-lcublas"]),
    (r'include\s*[<"]curand', ["-lcurand"]),
    (r'include\s*[<"]cufft', ["-lcufft"]),
    (r'include\s*[<"]cusparse', ["-lcusparse"]),
    (r'include\s*[<"]cusolver', ["-lcusolver", "-lcusparse", "-lcublas"]),
    (r'include\s*[<"]nvrtc', ["-lnvrtc", "-lcuda"]),
    (r"nvJitLink", ["-lnvJitLink"]),
    (r"\bcu(Init|Device|Ctx|Mem|Module|Launch|Tensor|Stream|Func)[A-Z]\w*\s*\(", ["-lcuda"]),
    (r'include\s*[<"]omp|pragma omp', ["-Xcompiler", "-fopenmp"]),
]
RELOCATABLE = ["-rdc=true", "-lcudadevrt"]
UNLINKED = re.compile(r"Unresolved extern|separate compilation|undefined reference|multiple definition|rdc")


def read(file):
    with open(file, errors="replace") as f:
        return f.read()


def call(command, folder, limit, env=None):
    p = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         start_new_session=True, env=env)
    try:
        out, err = p.communicate(timeout=limit)
        return p.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        p.communicate()
        return -9, b"", b""


class Program:
    def __init__(self, corpus, row):
        self.name = row["repository"] + "/" + row["main"]
        self.root = os.path.join(corpus, row["repository"].replace("/", "+", 1))
        listed = lambda column: [x for x in row[column].split(";") if x]
        self.sources = [os.path.join(self.root, s) for s in [row["main"]] + listed("sources")]
        self.options = []
        for o in listed("options"):
            if o.startswith("-I@"):
                o = "-I" + os.path.join(corpus, o[3:])
            elif o.startswith("-I"):
                o = "-I" + os.path.join(self.root, o[2:])
            self.options.append(o)
        self.arguments = row["arguments"].split()

    def text(self):
        """The sources and all headers in their folders."""
        files = list(self.sources)
        for folder in {os.path.dirname(s) for s in self.sources}:
            files += [os.path.join(folder, f) for f in os.listdir(folder) if f.endswith((".h", ".cuh", ".hpp"))]
        return "\n".join(read(f) for f in files)

    def build(self, binary):
        """Returns whether nvcc took the program, with which option, and what it said."""
        text = self.text()
        libraries = [l for pattern, ls in LIBRARIES if re.search(pattern, text) for l in ls]
        several = sum(s.endswith(".cu") for s in self.sources) > 1 or "cdp" in self.name
        cuda = any(not s.endswith(".cu") and "<<<" in read(s) for s in self.sources)
        first = ""
        for shim in ([], ["-include", os.path.join(HERE, "cuda12.h")]):
            for more in ([RELOCATABLE, []] if several else [[], RELOCATABLE]):
                command = ["nvcc", *FLAGS, "-o", binary, *self.options, *shim, *(["-x", "cu"] if cuda else []), *more,
                           *self.sources, *libraries]
                code, out, err = call(command, self.root, 150)
                if code == 0:
                    return True, "cuda12.h" if shim else "", ""
                log = (err + out).decode("utf8", "replace")
                errors = [l for l in log.split("\n") if "rror" in l or "undefined" in l]
                first = first or re.sub(r"/\S*/", "", errors[0] if errors else log)[:140]
                if not UNLINKED.search(log):
                    break
        return False, "", first

    def record(self, out, env, card):
        """Builds the program and runs it twice, each time in a copy of its folder."""
        work = tempfile.mkdtemp()
        binary = os.path.join(work, "binary")
        built, option, log = self.build(binary)
        exits = []
        name = os.path.splitext(os.path.basename(self.sources[0]))[0]
        for k in range(2 if built else 0):
            folder = os.path.join(work, str(k))
            shutil.copytree(os.path.dirname(self.sources[0]), folder, symlinks=True)
            program = os.path.join(folder, name)
            if os.path.exists(program):
                os.unlink(program)
            os.link(binary, program)
            with card:
                code, printed, _ = call(["./" + name, *self.arguments], folder, RUN_SECONDS, env)
            exits.append(code)
            with open(os.path.join(out, self.name.replace("/", "+") + "." + str(k)), "wb") as f:
                f.write(printed[:MOST_PRINTED])
            if code == -9:
                break
        shutil.rmtree(work, ignore_errors=True)
        return dict(Program=self.name, Built=built, Option=option, Log=log, Exits=exits)


def fixed_time():
    """An environment in which time() is the model's."""
    folder = tempfile.mkdtemp()
    with open(folder + "/time.c", "w") as f:
        f.write("#include <time.h>\ntime_t time(time_t *t) { if (t) *t = %d; return %d; }\n" % (EPOCH, EPOCH))
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", folder + "/time.so", folder + "/time.c"], check=True)
    return dict(os.environ, LD_PRELOAD=folder + "/time.so")


def main():
    corpus, out = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    end = time.time() + float(sys.argv[3]) if len(sys.argv) > 3 else None
    env, card, lock = fixed_time(), threading.Semaphore(12), threading.Lock()
    with open(os.path.join(HERE, "programs.csv"), newline="") as f:
        programs = [Program(corpus, row) for row in csv.DictReader(f)]
    with open(os.path.join(out, "records.jsonl"), "w") as records, ThreadPoolExecutor(24) as pool:
        def one(p):
            if end and time.time() > end or "oversub" in p.name:  # takes more managed memory than a card has
                return
            r = p.record(out, env, card)
            with lock:
                records.write(json.dumps(r) + "\n")
        list(pool.map(one, programs))


if __name__ == "__main__":
    main()
