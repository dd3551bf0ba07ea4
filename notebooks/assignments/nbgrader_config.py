# nbgrader's settings for assignments in Warpbook. Copy this file into the folder of the
# course, or load it from the course's own nbgrader_config.py:
#     load_subconfig("/path/to/notebooks/assignments/nbgrader_config.py")
import secrets

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
