"""The Chronicle file: read, checked, mended, written."""
