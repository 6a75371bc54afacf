"""What is kept: the settings on this device, the place where somebody is, and the page itself without a connection."""

import re

from playwright.sync_api import Route, expect

from .browser import PHONE
from .conftest import Meet
from .hands import moves_said, seated
from .moving import from_list


def test_settings_take_effect_at_once_and_stay(meet: Meet) -> None:
    """Language, colours of the page, symbols; all of it after a reload too."""
    ana = meet()
    page = ana.go("/settings")
    root = page.locator("html")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("radio", name="Dark").check(force=True)
    expect(root).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ground) != light
    page.get_by_role("switch", name="Symbols on the pieces").uncheck()
    page.get_by_role("radio", name="Nederlands").check(force=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Instellingen")
    page.reload()
    expect(root).to_have_attribute("lang", "nl")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("radio", name="English").check(force=True)
    for game in ("kabaleo", "babylone", "on_top"):
        seated(ana, game=game, bots=[None, "beginner"])
        symbols = page.locator("main .piece use.symbol")
        expect(symbols.first).to_be_attached()
        expect(symbols.first).to_be_hidden()
    page.evaluate("document.documentElement.dataset.symbols = 'on'")
    expect(symbols.first).to_be_visible()


def test_a_move_is_asked_for_once_more(meet: Meet) -> None:
    """Where the player wishes it: put back, nothing is said; play it, and it is."""
    ana = meet(PHONE, touch=True)
    ana.go("/settings").get_by_role("switch", name="Confirm each move").check()
    page = seated(ana, game="babylone", bots=[None, "beginner"])
    view = ana.wait_for_turn()
    assert view is not None
    from_list(ana, view["legal"][0])
    asked = page.get_by_role("alertdialog")
    asked.get_by_role("button", name="Put back").tap()
    expect(asked).to_have_count(0)
    assert moves_said(ana) == []
    from_list(ana, view["legal"][1])
    expect(asked.get_by_role("button", name="Play it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert moves_said(ana) == []
    from_list(ana, view["legal"][1])
    asked.get_by_role("button", name="Play it").tap()
    expect(asked).to_have_count(0)
    assert moves_said(ana) == [view["legal"][1]]


def test_back_forward_and_reload_keep_the_place(meet: Meet) -> None:
    """The address says where one is: pages, the step of a lesson, the place in the rules."""
    ana = meet()
    page = ana.go("/")
    heading = page.get_by_role("heading", level=1)
    page.get_by_role("link", name="Learn").first.click()
    expect(heading).to_have_text("Learn")
    page.get_by_role("link", name="Start the lesson").first.click()
    page.wait_for_url("**/learn/*")
    expect(heading).not_to_have_text("Learn")
    title = heading.inner_text()
    page.get_by_role("button", name="Skip").click()
    expect(heading).not_to_have_text(title)
    second = heading.inner_text()
    page.wait_for_url("**step=2")
    page.reload()
    expect(heading).to_have_text(second)
    page.get_by_role("link", name="Watch").first.click()
    page.wait_for_url("**/watch")
    page.go_back()
    expect(heading).to_have_text(second)
    page.go_back()
    expect(heading).to_have_text("Learn")
    page.go_forward()
    expect(heading).to_have_text(second)
    page.goto(ana.base + "/rules/babylone#B8")
    expect(page.locator("#B8 h3")).to_be_in_viewport()


def test_without_a_connection(meet: Meet) -> None:
    """The page opens, says in the reader's language what needs a connection, and comes back by itself."""
    ana = meet(language="fr")
    page = ana.go("/learn")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ana.until("navigator.serviceWorker.controller !== null")
    ana.context.set_offline(True)
    page.goto(ana.base + "/watch")
    says = page.get_by_text("il faut une connexion pour cela")
    expect(page.get_by_role("heading", level=1)).to_have_text("Regarder")
    expect(says).to_be_visible()
    page.goto(ana.base + "/")
    expect(page.get_by_role("heading", name="Kabaleo")).to_be_visible()
    expect(says).to_be_visible()
    page.goto(ana.base + "/watch")
    ana.context.set_offline(False)
    expect(says).to_have_count(0)
    expect(page).to_have_url(re.compile("/watch$"))


def test_it_can_be_installed(meet: Meet) -> None:
    """The manifest has what browsers ask for, and its icons are as large as they say."""
    ana = meet()
    page = ana.go("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (address) => (await fetch(address)).json()", address)
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "./"
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            size = page.evaluate(
                """async (src) => {
                    const picture = Object.assign(new Image(), { src });
                    await picture.decode();
                    return `${picture.width}x${picture.height}`;
                }""",
                icon["src"],
            )
            assert size == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_whoever_leaves_the_page_is_not_called_back(meet: Meet) -> None:
    """A part of the page that is broken off because somebody goes elsewhere is not taken for one that is gone."""
    ana = meet()

    def slow(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page = ana.go("/learn")
    page.evaluate(
        """addEventListener('beforeunload', () => setTimeout(
            () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))))"""
    )
    page.route("**/settings", slow)
    page.evaluate("location.href = '/settings'")
    expect(page).to_have_url(re.compile("/settings$"))
