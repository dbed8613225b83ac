"""The MkDocs plugin: brings lessons/ into the site, with MkDocs' own Markdown, links, search and checks.

mkdocs-jupyter runs each lesson. It is given a template that hands the executed notebook on as JSON, and then
MkDocs' own `Page.render` makes the page. That leans on three private names of mkdocs-jupyter,
`config.settings.templates_dir`, `plugin._get_nb_toc_tokens` and `page.nb_url`, and on `page.render` being
replaced for one page; tests/site/test_private_names.py holds them.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mkdocs_jupyter.config
import mkdocs_jupyter.plugin
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from turnkeeper.grading.lesson_text import FenceError
from turnkeeper.site import (
    course_map,
    demo,
    failures,
    fences,
    from_lessons,
    lesson_page,
    licences,
    notebook,
    real_run,
    rules_table,
)
from turnkeeper.site.course import CourseError, Lesson, Part, read_course

TEMPLATES = Path(__file__).parent / "templates" / "notebook"
# Holds nbconvert's settings: the seconds that a cell may take, for which mkdocs-jupyter has no option.
JUPYTER = Path(__file__).parent / "templates" / "jupyter"
LESSONS_ENTRY = "lessons/course.toml"
LITE = "lite/notebooks/index.html"
# Built after MkDocs, by Sphinx. Known here so that links to them pass the strict checks.
BUILT_LATER = ("reference/index.html", "lite/index.html", LITE)


class TurnkeeperConfig(Config):  # type: ignore[no-untyped-call]
    """The plugin has no options: the folders have the names they have everywhere in the repository."""


class TurnkeeperPlugin(BasePlugin[TurnkeeperConfig]):  # type: ignore[no-untyped-call]
    """Adds the lessons to the site, and checks what MkDocs does not."""

    def __init__(self) -> None:
        self.root = Path()
        self.parts: tuple[Part, ...] = ()
        self.lessons: dict[str, Lesson] = {}
        self.has_real_run = False

    @property
    def exercises(self) -> Path:
        """The folder of stubs and graders."""
        return self.root / "exercises"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the course, put its lessons into the navigation, tell the others where our files are.

        Raises:
            PluginError: The course's files do not agree, or mkdocs.yml has no place for the lessons.
        """
        self.root = Path(config.config_file_path).parent
        try:
            self.parts = read_course(self.root / "lessons")
        except CourseError as error:
            raise PluginError(str(error)) from error
        self.lessons = {lesson.src_uri: lesson for part in self.parts for lesson in part.lessons}
        config.nav = self._with_lessons(config.nav)
        config.mdx_configs["turnkeeper.site.fences"] = {"exercises": str(self.exercises)}
        config.watch.extend(str(folder) for folder in (self.root / "lessons", self.exercises) if folder.is_dir())
        os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
            [str(JUPYTER), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
        )
        mkdocs_jupyter.config.settings.templates_dir = str(TEMPLATES)
        mkdocs_jupyter.plugin._get_nb_toc_tokens = lambda *_: ([], None)
        return config

    def _with_lessons(self, nav: Any) -> list[Any]:
        if not isinstance(nav, list) or LESSONS_ENTRY not in nav:
            raise PluginError(
                f"mkdocs.yml: the nav has no place for the lessons: add the line '- {LESSONS_ENTRY}' to it."
            )
        place = nav.index(LESSONS_ENTRY)
        parts = [{part.title: [{lesson.title: lesson.src_uri} for lesson in part.lessons]} for part in self.parts]
        return [*nav[:place], *parts, *nav[place + 1 :]]

    @event_priority(100)  # before mkdocs-jupyter's, which looks for notebooks among the files
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the lessons, their notebooks, and stand-ins for what Sphinx builds later.

        Raises:
            PluginError: A lesson cannot be made into a notebook.
        """
        for lesson in self.lessons.values():
            files.append(File(lesson.src_uri, str(self.root), config.site_dir, config.use_directory_urls))
            try:
                fences.check_fences(lesson.path.read_text(encoding="utf-8"), self.exercises)
                content = notebook.for_download(lesson, self.exercises, config.site_url or "")
            except FenceError as error:
                raise PluginError(f"{lesson.src_uri}:{error.line}: {error.problem}") from error
            except CourseError as error:
                raise PluginError(str(error)) from error
            files.append(File.generated(config, lesson.notebook_uri, content=content))
        files.append(File.generated(config, course_map.DATA, content=course_map.data(self.parts)))
        self.has_real_run = files.get_file_from_path(real_run.PAGE) is not None
        for uri in BUILT_LATER:
            files.append(
                File.generated(config, uri, content="Built by Sphinx, later.", inclusion=InclusionLevel.INCLUDED)
            )
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Check the fences of every page that is no lesson, and fill in what is made out of other files.

        Raises:
            PluginError: A fence is malformed, or what is to be filled in cannot be made.
        """
        if page.file.src_uri in self.lessons:  # checked already, as a whole file
            return markdown
        try:
            fences.check_fences(page.file.content_string, self.exercises)
        except FenceError as error:
            raise PluginError(f"{self._place(page.file, config)}:{error.line}: {error.problem}") from error
        fillings: dict[str, Callable[[], str]] = {
            course_map.PLACEHOLDER: lambda: course_map.course_map(self.parts, self.exercises),
            demo.PLACEHOLDER: demo.demo,
            from_lessons.CHEAT_SHEET: lambda: from_lessons.cheat_sheet(self.parts),
            from_lessons.SOURCES: lambda: from_lessons.sources(self.parts),
            licences.PLACEHOLDER: lambda: licences.table(self.root),
            real_run.PLACEHOLDER: real_run.cells,
            rules_table.PLACEHOLDER: rules_table.table,
        }
        for placeholder, filling in fillings.items():
            if placeholder in markdown:
                try:
                    markdown = markdown.replace(placeholder, filling())
                except (CourseError, licences.LicenceError) as error:
                    raise PluginError(f"{self._place(page.file, config)}: {error}") from error
        return markdown

    def _place(self, file: File, config: MkDocsConfig) -> str:
        """The file's path as the author knows it."""
        return Path(file.abs_src_path).relative_to(self.root).as_posix() if file.abs_src_path else file.src_uri

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Name the search dialog, which Material leaves without a name for screen readers."""
        named = _named_search(output)
        return real_run.opened_alone(named) if page.file.src_uri == real_run.PAGE else named

    def on_post_template(self, output_content: str, *, template_name: str, config: MkDocsConfig) -> str:
        """Name the search dialog of the 404 page, a template; leave the page of real runs out of the sitemap."""
        if template_name == "sitemap.xml" and self.has_real_run:
            return real_run.left_out(output_content)
        return _named_search(output_content)

    @event_priority(-100)  # after mkdocs-jupyter's, which replaces `page.render`
    def on_pre_page(self, page: Page, *, config: MkDocsConfig, files: Files) -> Page:
        """Replace a lesson's rendering by ours, which has mkdocs-jupyter run it and MkDocs write it.

        Raises:
            PluginError: mkdocs-jupyter does not see the lesson.
        """
        lesson = self.lessons.get(page.file.src_uri)
        if lesson is None:
            return page
        if not hasattr(page, "nb_url"):
            raise PluginError(
                f"{lesson.src_uri}: mkdocs-jupyter does not see this lesson, so nothing in it would run: "
                'mkdocs.yml\'s plugins need mkdocs-jupyter with include: ["lessons/*.md"].'
            )
        run = page.render

        def render(config: MkDocsConfig, files: Files) -> None:
            try:
                run(config, files)
            except failures.CellFailure as error:
                raise PluginError(failures.explain(lesson, error)) from error
            self._render(page, lesson, config, files)

        page.render = render  # type: ignore[method-assign]
        return page

    def _render(self, page: Page, lesson: Lesson, config: MkDocsConfig, files: Files) -> None:
        try:
            draft = lesson_page.draft_page(page.content or "", lesson)
            page.markdown = (
                lesson_page.head_of_page(
                    lesson, get_relative_url(lesson.notebook_uri, page.url), get_relative_url(LITE, page.url)
                )
                + draft.markdown
            )
            Page.render(page, config, files)
            page.content = lesson_page.put_cells(page.content or "", draft)
        except CourseError as error:
            raise PluginError(f"{lesson.src_uri}: {error}") from error
        # MkDocs collects ids before the fences are in the page; links to them are checked as well.
        page.present_anchor_ids = (page.present_anchor_ids or set()) | set(re.findall(r'\bid="([^"]+)"', page.content))


def _named_search(output: str) -> str:
    dialog = 'data-md-component="search" role="dialog"'
    return output.replace(dialog, f'{dialog} aria-label="Search"')
