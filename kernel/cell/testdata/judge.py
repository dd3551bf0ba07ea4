# Says of each text of a list whether it is Python: python, refused, or left out for what a reader of syntax does not look at.
import ast
import json
import re
import sys


def verdict(text):
    if re.search(r"[0-9](if|else|and|or|in|is|for|not)\b", text):
        return "left out"  # newer versions of Python warn of 1else
    try:
        ast.parse(text)
    except SyntaxError as e:
        return "left out" if "(unicode error)" in e.msg else "refused"  # escapes in strings
    except ValueError:
        return "left out"
    try:
        compile(text, "cell", "exec")
    except SyntaxError:
        return "left out"  # a break without a loop, a parameter twice
    return "python"


json.dump([verdict(text) for text in json.load(sys.stdin)], sys.stdout)
