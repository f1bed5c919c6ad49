"""The pages of ``serve`` without a server: one folder of static files, in which a browser runs this package.

``python -m oathtools.browser -o FOLDER`` makes the folder (``bundle``); ``device`` is what its worker calls.
"""
