"""The site: tables that live on disk, a page to play at them, and an API for programs."""
