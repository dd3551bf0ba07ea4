"""What a page of `warpbook html` lets run: prints as JSON the console messages that begin with RAN.

    scripts.py CHROMIUM PAGE.html

The browser reaches no network. Elements that wait for the mouse or the keyboard get both.
"""

import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

chromium, page = sys.argv[1:]
ran = []
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    tab = browser.new_context(offline=True).new_page()
    tab.on("console", lambda message: ran.append(message.text) if message.text.startswith("RAN") else None)
    tab.goto(pathlib.Path(page).resolve().as_uri())
    tab.evaluate("""async () => {
        const events = ["click", "mouseover", "focus", "pointerenter", "toggle", "input"];
        for (const e of document.querySelectorAll(".html *, figure *"))
            for (const name of events)
                e.dispatchEvent(name == "click" ? new MouseEvent(name, {bubbles: false, cancelable: true}) : new Event(name));
        for (let i = 0; i < 20; i++)
            await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
    }""")
    browser.close()
print(json.dumps(sorted(set(ran))))
