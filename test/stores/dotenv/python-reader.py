"""Reads dotenv files as python-dotenv does, which opens them as text: a JSON list of texts on standard input, and on standard output what is in each."""

import io
import json
import sys

from dotenv import dotenv_values

json.dump([dotenv_values(stream=io.StringIO(text, newline=None)) for text in json.load(sys.stdin)], sys.stdout)
