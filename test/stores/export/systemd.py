"""Reads a file as `EnvironmentFile=` does, with the function of systemd: LIBRARY FILE. Prints the variables as JSON."""
import ctypes
import json
import sys

library = ctypes.CDLL(sys.argv[1])
variables = ctypes.POINTER(ctypes.c_char_p)()
result = library.load_env_file(None, sys.argv[2].encode(), ctypes.byref(variables))
if result < 0:
    sys.exit(f"load_env_file: {result}")
library.env_assignment_is_valid.restype = ctypes.c_bool
values = {}
index = 0
while variables and variables[index]:
    # A service is started without those that are not valid.
    if library.env_assignment_is_valid(variables[index]):
        name, _, value = variables[index].decode().partition("=")
        values[name] = value
    index += 1
json.dump(values, sys.stdout)
