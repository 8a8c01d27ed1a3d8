/** Programs that read dotenv files, in pinned versions. Each takes texts of files and gives what it reads in each: names and values. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';
import { onEachNode } from '../node24.mjs';
import { fromNpm, fromPyPI } from '../shared/installed.mjs';

/** Variables that a reader may put where a value refers to them. */
const VARIABLES = { PATH: process.env.PATH, HOME: 'expanded', X: 'expanded', NAME: 'expanded' };

/** By name; those that cannot be installed here are left out, each with one line. */
export function otherReaders() {
  const here = (file) => join(import.meta.dirname, file);
  const npm = fromNpm('dotenv-18.0.10', 'dotenv@18.0.10');
  const go = goProgram('dotenv-readers');
  const python = fromPyPI('python-dotenv-1.2.4', 'python-dotenv==1.2.4');
  if (go === null) console.log('left out: godotenv and compose-go, which need Go');
  const readers = {};
  if (npm !== null) readers['dotenv of npm'] = readerOf('node', here('npm-reader.cjs'), npm);
  for (const [version, [node]] of onEachNode(['node']))
    readers[`Node${version}`] = readerOf(node, here('node-reader.mjs'));
  if (go !== null) readers['Docker Compose'] = readerOf(go, 'compose');
  if (go !== null) readers.godotenv = readerOf(go, 'godotenv');
  if (python !== null) readers['python-dotenv'] = readerOf(join(python, 'bin/python'), here('python-reader.py'));
  return readers;
}

function readerOf(program, ...words) {
  return (texts) => {
    const input = JSON.stringify(texts);
    // What they say about a text that they refuse is not shown.
    const stdio = ['pipe', 'pipe', 'ignore'];
    return JSON.parse(execFileSync(program, words, { input, stdio, env: VARIABLES, maxBuffer: 1e8 }).toString());
  };
}
