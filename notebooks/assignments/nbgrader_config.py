# nbgrader's settings for assignments in Warpbook. Copy this file into the folder of the
# course, or load it from the course's own nbgrader_config.py:
#     load_subconfig("/path/to/notebooks/assignments/nbgrader_config.py")
import base64
import re
import secrets

import bleach
from bleach.css_sanitizer import CSSSanitizer
from nbconvert.filters import strip_files_prefix

c = get_config()

# What students find in place of a solution. It stands in Starlark cells and in %%cuda cells, and
# the kernel says of it, in both, that there is no answer yet.
c.ClearSolutions.code_stub = {
    "starlark": "YOUR_CODE_HERE",
    "python": "# YOUR CODE HERE\nraise NotImplementedError()",
}

# A cell is interrupted after so many seconds; warpbook grade has the same limit.
c.Execute.timeout = 30
c.Execute.interrupt_on_timeout = True
c.Execute.startup_timeout = 60

# nbclient does not run a cell with the tag skip-execution, and nbgrader gives a test that has not
# failed all its points: no student may know the name of that tag.
c.Execute.skip_cells_with_tag = secrets.token_hex()

# A test that a student has deleted comes back, as with warpbook grade.
c.OverwriteCells.add_missing_cells = True

# What a student's program has written lies in warpbook.files or NOTEBOOK.files: nbgrader would hand it out with the feedback.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "*.files"]

# Formgrader and the feedback show what students write and what their cells display. HTML of students runs nothing there, fetches
# nothing and covers nothing: what is not allowed here is shown as text.
TAGS = set("""a abbr b bdi blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li mark ol p pre
    progress s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var""".split())
ATTRIBUTES = set("align alt colspan dir height lang max open rowspan scope start style title type value width".split())


def allowed(tag, name, value):
    if name == "src":
        return tag == "img" and value.startswith("data:image/")
    if name == "href":
        return re.match(r"(https?:|mailto:|[^:]*$)", value, re.IGNORECASE) is not None
    if name == "class":  # the colours of code have short names
        return all(len(word) <= 3 or word.startswith(("highlight", "hl-")) for word in value.split())
    return name in ATTRIBUTES


def image(svg):
    return '<img src="data:image/svg+xml;base64,%s">' % base64.b64encode(svg.group().encode()).decode()


def harmless(html):
    """Returns HTML without what is not allowed. A picture in it becomes an image, which runs and fetches nothing."""
    html = re.sub(r"<svg\b.*?</svg>", image, html, flags=re.DOTALL)
    return bleach.clean(html, tags=TAGS, attributes=allowed, protocols={*bleach.ALLOWED_PROTOCOLS, "data"}, css_sanitizer=CSSSanitizer())


c.HTMLExporter.sanitize_html = True
# Each text in Markdown goes through the second filter, in nbgrader's own templates, too.
c.HTMLExporter.filters = {"clean_html": harmless, "strip_files_prefix": lambda html: harmless(strip_files_prefix(html))}
