/** A program that says on stderr that it is about to read its standard input, and prints all of it. */
import { writeSync } from 'node:fs';
import { readInput } from '#runtime/cli/read-input.js';

writeSync(2, 'reading\n');
writeSync(1, readInput());
