#!/usr/bin/env node
/** `test/helpers/doubles/flyctl.ts` as a program. */
import { fstatSync, readFileSync } from 'node:fs';
import { FakeFlyctl } from '../../../dist/test/helpers/doubles/flyctl.js';

const input = fstatSync(0).isCharacterDevice() ? null : readFileSync(0, 'utf8');
const variable = (name) => process.env[name] ?? null;
const { status, stdout, stderr } = new FakeFlyctl(variable('FAKE_FLYCTL')).run({
  words: process.argv.slice(2),
  input,
  variable,
});
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
