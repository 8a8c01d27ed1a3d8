/** Reading a log while it grows, starts over, or is replaced; and one that is larger than a line should be. */
import { appendFileSync, openSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { LogReader } from '#runtime/audit/read-log.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;
let path: string;
beforeEach(() => {
  path = `${root}/log${made++}`;
});

const linesOf = (reader: LogReader) => [...reader.lines()];

test('lines are given when they end, once', () => {
  writeFileSync(path, 'one\ntwo\nthr');
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(['one', 'two']);
  expect(reader.rest).toBe('thr');
  expect(linesOf(reader)).toEqual([]);
  appendFileSync(path, 'ee\nfour\n');
  expect(linesOf(reader)).toEqual(['three', 'four']);
  reader.close();
});

test('a file that starts over is read from its start, even if it is as long as before', () => {
  writeFileSync(path, 'one\ntwo\n');
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(['one', 'two']);
  truncateSync(path);
  expect(linesOf(reader)).toEqual([]);
  appendFileSync(path, 'new\n');
  expect(linesOf(reader)).toEqual(['new']);
  truncateSync(path);
  appendFileSync(path, 'much longer than what was there before\nlast\n');
  expect(linesOf(reader)).toEqual(['much longer than what was there before', 'last']);
  reader.close();
});

test('a file that is replaced is read from its start', () => {
  writeFileSync(path, 'one\n');
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(['one']);
  writeFileSync(`${path}.new`, 'one\ntwo\n');
  renameSync(path, `${path}.old`);
  expect(linesOf(reader)).toEqual([]);
  renameSync(`${path}.new`, path);
  expect(linesOf(reader)).toEqual(['one', 'two']);
  reader.close();
});

test('what was written last before a file is replaced is read too', () => {
  writeFileSync(path, 'one\n');
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(['one']);
  appendFileSync(path, 'two\n');
  renameSync(path, `${path}.old`);
  writeFileSync(path, 'three\n');
  expect(linesOf(reader)).toEqual(['two', 'three']);
  reader.close();
});

test('what is no line of a record is passed over without being kept', () => {
  const descriptor = openSync(path, 'w');
  const piece = Buffer.alloc(1_048_576, 'x');
  for (let count = 0; count < 40; count++) writeSync(descriptor, piece);
  writeSync(descriptor, '\nnext\n');
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(['next']);
  reader.close();
});

test('lines of many pieces are whole', () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${'ä'.repeat(index % 97)}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  const reader = new LogReader(path);
  expect(linesOf(reader)).toEqual(lines);
  reader.close();
});
