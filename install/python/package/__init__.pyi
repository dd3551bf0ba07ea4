# Made by "go generate ./docs" from what ?name shows.
from typing import Any, Callable, Dict, Iterator, List, Optional

__version__: str
__all__: List[str]

class Error(Exception):
    name: str
    value: str
    traceback: List[str]

class CompileError(Error): ...
class LaunchError(Error): ...
class WorkerError(RuntimeError): ...
class SampledWarning(UserWarning): ...

class Value:
    mime: Dict[str, Any]
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __array__(self, dtype: Any = ..., copy: Optional[bool] = ...) -> Any: ...
    def to_pandas(self) -> Any: ...
    def to_matplotlib(self, axes: Any = ...) -> Any: ...

def program() -> str: ...
def restart() -> None: ...
def load_ipython_extension(ip: Any) -> None: ...
def empty(shape: Any, dtype: str = ...) -> Any: ...

def allclose(a: Any, b: Any, rtol: float = ..., atol: float = ...) -> Any:
    """Compares two arrays element by element, with a tolerance."""

def analyze(kernel: Value | str, gpu: None | Value | str = ..., n: int = ..., block: Any = ..., grid: Any = ..., args: Any = ..., defines: Dict[Any, Any] | None = ...) -> Value:
    """Computes the arithmetic intensity of a kernel, and the highest speed that this intensity allows on a GPU."""

def arange(start: float, stop: None | float = ..., step: float = ..., dtype: None | str = ...) -> Any:
    """Makes an array of evenly spaced numbers."""

def array(values: Any, dtype: None | str = ...) -> Any:
    """Makes an array from a list, or copies an array."""

def banks_plot(*launches: Any, line: None | int | str = ..., array: None | str = ..., warp: int = ..., step: None | int = ..., block: Any = ..., title: None | str = ...) -> Any:
    """Draws which bank of shared memory each lane of a warp accesses."""

def bars(labels: Any, values: Any = ..., published: Any = ..., title: None | str = ..., label: None | str = ..., unit: str = ..., bounds: Any = ..., reference: Dict[Any, Any] | None | float = ..., error: Any = ...) -> Any:
    """Draws a bar for each label, or several bars side by side."""

def bounds_plot(*launches: Any, title: None | str = ...) -> Any:
    """Draws the bounds of the time of launches."""

def check(condition: bool, message: str = ...) -> Any:
    """Raises an AssertionError if a condition is false."""

def checked(kernel: Value, grid: Any, block: Any, args: Any, gpu: None | Value | str = ..., shared: int = ...) -> Value:
    """Executes every thread of a launch on copies of the arrays, and searches for faults."""

def compare(model: Any, measured: Any, y: str = ...) -> Any:
    """Compares modelled values with measured values, for each row that is in both tables."""

def cuda(source: str, defines: Dict[Any, Any] | None = ..., maxrregcount: None | int = ..., name: str = ..., use_fast_math: bool = ..., dlcm: None | str = ..., ftz: bool = ..., prec_div: bool = ..., prec_sqrt: bool = ..., fmad: bool = ...) -> Any:
    """Compiles CUDA C."""

def expect(r: Value, counter: str, at_most: None | float = ..., at_least: None | float = ..., equals: None | float = ..., within: None | float = ...) -> Any:
    """Raises an AssertionError if a counter of a result is outside its limits."""

def expect_faster(r: Value, than: Value, by: float = ...) -> Any:
    """Raises an AssertionError if a launch is not faster than another launch."""

def fixed(value: Any) -> Any:
    """Makes an argument for interact: the parameter has this value and no control."""

def full(shape: Any, value: float, dtype: str = ...) -> Any:
    """Makes an array."""

def gpu(name: str, **overrides: Any) -> Any:
    """Returns a GPU."""

def gpus(rates: bool = ...) -> Any:
    """Lists the GPUs."""

def grade(points: Any, of: None | float = ...) -> Any:
    """Gives points for a graded cell."""

def hbm(gpu: None | Value | str = ...) -> Value:
    """Draws the high-bandwidth memory (HBM) of a GPU: its stacks, their channels, the pseudo-channels of one channel, and the banks of one pseudo-channel."""

def hbm_bandwidth(gpu: None | Value | str = ..., stacks: None | int = ..., channels: None | int = ..., bits: None | int = ..., clock_mhz: None | float = ...) -> Value:
    """Computes the bandwidth of high-bandwidth memory: stacks × channels × bits × clock × 2 transfers per clock."""

def hbm_concurrency(gpu: None | Value | str = ..., stacks: None | int = ..., channels: None | int = ..., pseudo_channels: None | int = ..., banks: None | int = ...) -> Value:
    """Computes how many requests high-bandwidth memory can serve at the same time, one in each bank: stacks × channels × pseudo-channels × banks."""

def heatmap(data: Any, x: Any = ..., y: Any = ..., value: str = ..., title: None | str = ..., label: None | str = ..., unit: None | str = ..., best: None | str = ...) -> Any:
    """Draws a heat map of a sweep or of a matrix of numbers."""

def in_flight_plot(*launches: Any, title: None | str = ...) -> Any:
    """Draws Little's law: throughput over the bytes in flight on an SM."""

def interact(fn: Callable[..., Any], **controls: Any) -> Any:
    """Shows a control for each parameter of a function."""

def interact_manual(fn: Callable[..., Any], **controls: Any) -> Any:
    """Shows the same controls as interact, but calls the function only after a click on a button."""

def interactive(fn: Callable[..., Any], **controls: Any) -> Any:
    """Makes the same box of controls as interact, and returns it."""

def kernel(name: str, defines: Dict[Any, Any] | None = ...) -> Any:
    """Returns the kernel of a built-in program."""

def kernels(family: None | str = ...) -> Any:
    """Lists the built-in programs."""

def last_sweep() -> Value:
    """Returns the last sweep of the session."""

def last_tune() -> Value:
    """Returns the last tuning of the session."""

def launch(kernel: Value, grid: Any, block: Any, args: Any, gpu: None | Value | str = ..., shared: int = ..., full: None | bool = ..., exact: bool = ...) -> Value:
    """Runs a kernel over a grid of blocks."""

def layout_plot(r: Value, line: int | str, array: None | str = ..., step: int = ..., steps: int = ..., warp: int = ..., block: Any = ..., order: str = ...) -> Any:
    """Draws the elements of an array that the threads of a warp access at one step of a loop."""

def limiter_plot(*launches: Any, scenarios: None | bool = ..., title: None | str = ...) -> Any:
    """Draws how memory accesses and arithmetic overlap."""

def load_sweep(path: str) -> Any:
    """Reads a sweep from a file that s.save(path) has written."""

def mapped(array: Any) -> Any:
    """Keeps an array in page-locked host memory during a launch (zero copy)."""

def matmul(a: Any, b: Any) -> Any:
    """Computes a matrix product on the host, in float64."""

def max_abs_diff(a: Any, b: Any) -> Any:
    """Computes the largest absolute difference between two arrays."""

def measured(programs: Any = ..., gpu: Value | str = ..., defines: Dict[Any, Any] | None = ...) -> Any:
    """Returns the measured times of built-in programs on a real GPU."""

def occupancy(gpu: Value | str, threads: int, registers: int = ..., shared: int = ...) -> Value:
    """Computes how many blocks fit on a multiprocessor, and which resource limits this number."""

def occupancy_plot(kernel: Any, gpu: None | Value | str = ..., block: Any = ..., shared: int = ...) -> Any:
    """Draws how many warps fit on a multiprocessor."""

def ones(shape: Any, dtype: str = ...) -> Any:
    """Makes an array of ones."""

def optimizations(gpu: None | Value | str = ..., only: Any = ...) -> Value:
    """Compares programs before and after an optimization: occupancy, coalescing, divergence, tiling, privatisation and coarsening."""

def partitions_plot(r: Value, curve: Any = ..., waves: int = ..., title: None | str = ...) -> Any:
    """Draws the partitions of the memory (channels, in HBM) that a launch uses."""

def pipeline(ops: Any, chunks: int = ..., streams: int = ..., order: str = ..., gpu: None | Value | str = ...) -> Value:
    """Computes when a GPU executes the operations of several streams."""

def plot(data: Any, y: Any = ..., x: None | str = ..., label: Any = ..., title: None | str = ..., by: Any = ..., reference: Dict[Any, Any] | bool | float = ..., copy: None | Value | float = ..., xlabel: None | str = ..., ylabel: None | str = ..., xscale: str = ..., yscale: str = ..., error: Any = ...) -> Any:
    """Draws curves: one column of a sweep over another column, or lists of numbers."""

def published(family: None | str = ..., device: str = ...) -> Value:
    """Lists the printed figures of the lectures for the built-in programs."""

def queues_plot(*launches: Any, waves: int = ..., title: None | str = ...) -> Any:
    """Draws how many requests wait at each channel of the memory over time, in the first waves of a launch."""

def rand(shape: Any, seed: int = ..., dtype: str = ...) -> Any:
    """Makes an array of random numbers."""

def request_plot(*requests: Any, title: None | str = ...) -> Any:
    """Draws the nine steps of requests over time."""

def roofline(*results: Any, ceilings: Dict[Any, Any] | bool = ..., title: None | str = ...) -> Any:
    """Draws the roofline model: arithmetic throughput over arithmetic intensity (flops per byte on the memory bus)."""

def run(program: Value | str, n: int = ..., gpu: None | Value | str = ..., block: Any = ..., check: None | bool = ..., full: None | bool = ..., defines: Dict[Any, Any] | None = ..., shared: int = ..., maxrregcount: None | int = ..., dlcm: None | str = ..., use_fast_math: bool = ..., ftz: bool = ..., prec_div: bool = ..., prec_sqrt: bool = ..., fmad: bool = ..., exact: bool = ...) -> Value:
    """Runs a built-in program on its usual data."""

def same(out: Any, reference: Any, rtol: float = ..., atol: float = ...) -> Any:
    """Raises an AssertionError if an array differs from its reference."""

def segments_plot(r: Value, line: None | int | str = ..., array: None | str = ..., warps: Any = ..., step: int = ..., block: Any = ..., title: None | str = ...) -> Any:
    """Draws how the accesses of a warp to global memory become transactions."""

def sweep(kernels: Any, n: Any = ..., gpu: Any = ..., block: Any = ..., check: None | bool = ..., full: None | bool = ..., defines: Dict[Any, Any] | None = ..., grid: Any = ..., args: Any = ..., shared: Any = ..., exact: bool = ...) -> Value:
    """Runs every kernel for every n, GPU, block and size of dynamic shared memory."""

def table(rows: Any, columns: Any = ..., title: str = ...) -> Any:
    """Makes a table for display."""

def texture(array: Any, address: str = ..., filter: str = ..., normalized: bool = ..., read: str = ..., channels: int = ..., layered: bool = ..., cube: bool = ..., surface: bool = ...) -> Value:
    """Makes a texture from an array."""

def tile_loads(r: Value, phases: int = ..., blocks: Any = ..., linear: bool = ...) -> Value:
    """Lists the elements of each array that each block loads in each phase."""

def timeline_plot(*launches: Any, sm: int = ..., waves: int = ..., start: float = ..., end: None | float = ..., title: None | str = ...) -> Any:
    """Draws the states of the warps of one SM over time."""

def trace_request(r: Value, line: int | str, warp: int = ..., lane: int = ..., array: None | str = ..., step: int = ..., block: Any = ...) -> Value:
    """Follows one load of one thread through the memory system."""

def transfer(data: Any, to: str = ..., pinned: bool = ..., gpu: None | Value | str = ...) -> Value:
    """Models a copy between host memory and GPU memory over PCI Express, like cudaMemcpy."""

def transpose(a: Any) -> Any:
    """Transposes an array on the host."""

def tune(kernel: Value | str, space: Dict[Any, Any], n: int = ..., gpu: None | Value | str = ..., block: Any = ..., grid: Any = ..., args: Any = ..., shared: Callable[..., Any] | int = ..., restrictions: Callable[..., Any] | None = ..., y: str = ..., name: None | str = ..., check: None | bool = ..., full: None | bool = ..., exact: bool = ...) -> Value:
    """Runs a kernel in every configuration of a space, and draws the results."""

def use(gpu: Value | str) -> Any:
    """Makes a GPU the default of the session, for kernels and for programs."""
widgets: Any

def zeros(shape: Any, dtype: str = ...) -> Any:
    """Makes an array of zeros in the memory of the GPU."""
