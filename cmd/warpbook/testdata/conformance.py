"""jupyter_kernel_test, real and unmodified, on the installed kernel."""

import sys
import unittest

import jupyter_kernel_test

TIMEOUT = 120  # seconds for an answer, a stop against hanging; theirs is 15
jupyter_kernel_test.TIMEOUT = TIMEOUT
for function in (jupyter_kernel_test.KernelTests.execute_helper, jupyter_kernel_test.KernelTests.history_helper):
    function.__defaults__ = tuple(TIMEOUT if value == 15 else value for value in function.__defaults__)


class Conformance(jupyter_kernel_test.KernelTests):
    kernel_name = "warpbook"
    language_name = "starlark"
    file_extension = ".star"
    code_hello_world = 'print("hello, world")'
    completion_samples = [
        {"text": "zer", "matches": ["zeros"]},
        {"text": "x = max_abs", "matches": ["max_abs_diff"]},
        {"text": 'gpu("GTX 280").compute_cap', "matches": ["compute_capability"]},
    ]
    complete_code_samples = ["1 + 1", "def f(x):\n    return x\n", "%%cuda\n__global__ void k() {}\n\n", "x = [1,\n2]"]
    incomplete_code_samples = ["def f(x):", "x = [1,", "%%cuda", 's = """a']
    invalid_code_samples = ["1 +* 2", "x = )"]
    code_page_something = "?zeros"
    code_generate_error = "1 / 0"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": '"warp" * 2', "result": '"warpwarp"'},
        {"code": "[v * v for v in range(4)]", "result": "[0, 1, 4, 9]"},
    ]
    code_display_data = [
        {"code": "display(plot([1, 2], [3, 4]))", "mime": "image/svg+xml"},
        {"code": "display(plot([1, 2], [3, 4]))", "mime": "application/vnd.vegalite.v5+json"},
        {"code": "%%cuda\n__global__ void k(float *a) { a[0] = 1; }", "mime": "text/html"},
    ]
    code_history_pattern = "6 ? 7*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "zeros"
    code_stderr = "print('careful', file=stderr)"
    code_clear_output = "clear_output()"


class Welcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = "warpbook"
    support_iopub_welcome = True


result = unittest.main(exit=False).result
sys.exit(not result.wasSuccessful() or bool(result.skipped))  # what is skipped is not passed
