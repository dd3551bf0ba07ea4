"""What a page of `warpbook html` or `warpbook grade` does in a browser, as JSON: the console messages that begin with RAN, the sources of
cells and the headings of students that are covered or not shown, whether the page is wider than the window, and where the browser is in
the end.

    scripts.py CHROMIUM PAGE.html

The browser has a network, which is this computer's. Elements that wait for the mouse or the keyboard get both.
"""

import json
import pathlib
import sys

from playwright.sync_api import sync_playwright

chromium, page = sys.argv[1:]
ran = []
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    tab = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
    tab.on("console", lambda message: ran.append(message.text) if message.text.startswith("RAN") else None)
    tab.goto(pathlib.Path(page).resolve().as_uri())
    tab.evaluate("""async () => {
        const events = ["click", "mouseover", "focus", "pointerenter", "toggle", "input"];
        for (const e of document.querySelectorAll(".html *, figure *, .student *"))
            for (const name of events)
                if (name != "click" || !e.href || String(e.href).startsWith("javascript:")) // a reader may follow a link
                    e.dispatchEvent(name == "click" ? new MouseEvent(name, {bubbles: false, cancelable: true}) : new Event(name));
        for (let i = 0; i < 20; i++)
            await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
    }""")
    covered, lost = tab.evaluate("""() => {
        const covered = [], lost = [];
        for (const source of document.querySelectorAll(".input pre.code, .student h3")) {
            const name = source.textContent.trim();
            source.scrollIntoView({block: "center", behavior: "instant"});
            const box = source.getBoundingClientRect();
            const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            if (!box.width || !box.height || getComputedStyle(source).visibility != "visible")
                lost.push(name);
            else if (!there || !source.contains(there) && !there.contains(source))
                covered.push(name);
        }
        return [covered, lost];
    }""")
    wide = tab.evaluate("document.documentElement.scrollWidth > innerWidth")
    url = tab.url
    browser.close()
print(json.dumps({"ran": sorted(set(ran)), "covered": covered, "lost": lost, "wide": wide, "url": url}))
