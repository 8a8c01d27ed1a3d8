"""Runs a command whose input is a pipe that does not block, and writes a line to it late: non-blocking.py COMMAND..."""
import os, subprocess, sys, time

reading, writing = os.pipe()
os.set_blocking(reading, False)
child = subprocess.Popen(sys.argv[1:], stdin=reading)
os.close(reading)
time.sleep(0.7)
os.write(writing, b"late\n")
os.close(writing)
sys.exit(child.wait())
