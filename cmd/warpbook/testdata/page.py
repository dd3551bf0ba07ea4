"""A page of `warpbook run --html` in a browser: light and dark.

    page.py CHROMIUM PAGE.html SCREEN

prints as JSON what the page shows, what the browser and axe (rules of accessibility) report
and what it loads, and keeps screenshots as SCREEN-light.png and SCREEN-dark.png. The browser
reaches no network.
"""

import json
import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

chromium, page, screen = sys.argv[1:]
address = pathlib.Path(page).resolve().as_uri()
errors, requests = [], []


def report(message):
    if message.type in ("error", "warning"):
        errors.append(message.text)


def ask(route):
    if route.request.url.split("#")[0] == address:
        return route.continue_()
    requests.append(route.request.url)
    return route.abort()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    tab = browser.new_context(offline=True, viewport={"width": 1100, "height": 1400}).new_page()
    tab.on("console", report)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.route("**/*", ask)
    for scheme in "light", "dark":
        tab.emulate_media(color_scheme=scheme)
        tab.goto(address)
        tab.screenshot(path=f"{screen}-{scheme}.png")
        background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        if (sum(int(v) for v in background.strip("rgba()").split(",")[:3]) > 382) != (scheme == "light"):
            errors.append(f"the {scheme} page has the background {background}")
        for rule in Axe().run(tab, options={"resultTypes": ["violations"]}).response["violations"]:
            errors.append(f"{scheme}: {rule['help']}: {rule['nodes'][0]['html'][:200]}")
    shown = lambda selector: tab.locator(selector).count()
    seen = {
        "Figures": shown("figure.picture > svg"),
        "Results": tab.get_by_text("Out\u00a0[").count(),
        "Headings": shown("h1[id]"),
        "Errors": errors,
        "Requests": requests,
    }
    browser.close()
print(json.dumps(seen))
