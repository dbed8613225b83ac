"""The course site: MkDocs plugin, notebooks, and the build of what the browser runs."""
