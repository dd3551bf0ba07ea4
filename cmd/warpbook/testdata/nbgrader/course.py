"""An assignment goes the way of a course through nbgrader: generate, release, fetch,
submit, collect, autograde. Prints what the gradebook has, as JSON.

usage: course.py COURSE ANSWERS: COURSE has nbgrader_config.py and source/small/small.ipynb; ANSWERS maps
students to the texts of cells, by grade_id; a text of null takes a cell away, and a grade_id
that the assignment does not have adds a cell in front.
"""
import json
import os
import sys

import nbformat
from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeFetchAssignment, ExchangeSubmit
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config, PyFileConfigLoader

NAME = "small"

course, answers = sys.argv[1], json.load(open(sys.argv[2]))
os.chdir(course)
config = PyFileConfigLoader("nbgrader_config.py", path=course).load_config()
config.CourseDirectory.root = course
config.CourseDirectory.course_id = "warp"
config.Exchange.root = os.path.join(course, "exchange")
config.Exchange.path_includes_course = True
os.makedirs(config.Exchange.root, mode=0o777)
os.chmod(config.Exchange.root, 0o777)
api = NbGraderAPI(config=Config(config))


def succeed(what, result):
    if not result["success"]:
        sys.exit("%s: %s\n%s" % (what, result.get("error"), result.get("log")))


succeed("generate", api.generate_assignment(NAME))
succeed("release", api.release_assignment(NAME))


def exchange(step, student):
    """A student's step, in a folder of the student's own."""
    home = os.path.join(course, "home", student)
    os.makedirs(home, exist_ok=True)
    os.chdir(home)
    own = Config(config)
    own.CourseDirectory.root = home
    own.CourseDirectory.assignment_id = NAME
    own.CourseDirectory.student_id = student
    step(coursedir=CourseDirectory(config=own), authenticator=Authenticator(config=own), config=own).start()
    return os.path.join(home, "warp", NAME, NAME + ".ipynb")


def answer(nb, texts):
    for grade_id, text in texts.items():
        at = [i for i, c in enumerate(nb.cells) if c.metadata.get("nbgrader", {}).get("grade_id") == grade_id]
        if not at:
            nb.cells.insert(0, nbformat.v4.new_code_cell(text))
        elif text is None:
            del nb.cells[at[0]]
        else:
            nb.cells[at[0]].source = text
            if grade_id.startswith("test-"):
                nb.cells[at[0]].metadata.tags = ["skip-execution"]
                nb.cells[at[0]].metadata.nbgrader.points = 100


for student, texts in answers.items():
    path = exchange(ExchangeFetchAssignment, student)
    nb = nbformat.read(path, as_version=4)
    answer(nb, texts)
    nbformat.write(nb, path)
    exchange(ExchangeSubmit, student)
os.chdir(course)
succeed("collect", api.collect(NAME))



def formgrade(student):
    """Writes the page on which formgrader shows a submission, as its handler makes it, to formgrade/STUDENT."""
    own = Config(config)
    own.HTMLExporter.template_name = "formgrade"
    own.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    resources = {"assignment_id": NAME, "notebook_id": NAME, "submission_id": "1", "index": 0, "total": 1, "base_url": "",
                 "student": student, "last_name": None, "first_name": None, "notebook_path": NAME}
    path = os.path.join(course, "autograded", student, NAME, NAME + ".ipynb")
    html, _ = HTMLExporter(config=own).from_filename(path, resources=resources)
    os.makedirs(os.path.join(course, "formgrade", student))
    with open(os.path.join(course, "formgrade", student, NAME + ".html"), "w") as page:
        page.write(html)


book = {}
for name in answers:
    succeed("autograde " + name, api.autograde(NAME, name))
    with Gradebook("sqlite:///" + os.path.join(course, "gradebook.db"), "warp") as gradebook:
        submission = gradebook.find_submission(NAME, name)
        book[name] = {g.name: None if g.needs_manual_grade else g.auto_score for g in submission.notebooks[0].grades}
    succeed("feedback " + name, api.generate_feedback(NAME, name))
    formgrade(name)
print(json.dumps(book))
