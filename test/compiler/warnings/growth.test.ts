/**
 * The work of `lint` grows with secrets × profiles at most. Counted, not timed: how often each block of the compiler's
 * code runs, as V8 counts for coverage, and how many elements `includes` and `indexOf` may look at. What other built-ins
 * do inside (`sort`) is not in it.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CountedWork, countWork } from '../../helpers/counted-work.js';
import { memoryHost } from '../../helpers/memory-host.js';

let counted: CountedWork;
beforeAll(async () => {
  counted = await countWork();
});
afterAll(() => counted.stop());

/** How many blocks ran while a manifest was linted, and how many elements were searched. */
async function workOf(text: string): Promise<number> {
  const { compile } = await import('#compiler/pipeline.js');
  await import('#compiler/warnings/index.js');
  const scans = countScans();
  const blocks = await counted.of(
    /\/dist\/(compiler\/warnings\/|schemas\/(addresses|stores)\/|schemas\/nearest\.js)/u,
    () => compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml', { warnings: true }),
  );
  return blocks + scans.stop();
}

/** Until it is stopped, adds up the lengths of the lists that are searched from one end to the other. */
function countScans(): { stop(): number } {
  const { includes, indexOf } = Array.prototype;
  let scanned = 0;
  Array.prototype.includes = function (...args) {
    scanned += this.length;
    return includes.apply(this, args);
  };
  Array.prototype.indexOf = function (...args) {
    scanned += this.length;
    return indexOf.apply(this, args);
  };
  return {
    stop() {
      Object.assign(Array.prototype, { includes, indexOf });
      return scanned;
    },
  };
}

interface Size {
  readonly secrets: number;
  readonly profiles: number;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const PROJECT = '[project]\nname = "demo"\nrevision = "1.0"\n';
/** A manifest of `default` and further profiles, each with all of its own declarations or with none. */
function manifest(
  { secrets, profiles }: Size,
  declaration: (index: number) => string,
  override: ((index: number) => string) | null = null,
  more = '',
): string {
  const lines = (write: (index: number) => string) =>
    numbers(secrets)
      .map((n) => `S${n} = { ${write(n)} }\n`)
      .join('');
  const others = numbers(profiles - 1).map((n) => `[profiles.p${n}]\n${override === null ? '' : lines(override)}`);
  return `${PROJECT}${more}[profiles.default]\n${lines(declaration)}${others.join('')}`;
}

const described = (rest: string) => `description = "a"${rest}`;
const manifests: Readonly<Record<string, (size: Size) => string>> = {
  'what each profile repeats': (size) =>
    manifest(
      size,
      () => described(', default = "x"'),
      () => 'default = "x"',
    ),
  'what each profile says anew': (size) =>
    manifest(
      size,
      () => described(', default = "x"'),
      (n) => `default = "y${n}"`,
    ),
  'entries that are shared': (size) =>
    manifest(size, (n) => described(`, type = "password", generate = true, ref = { item = "e${n >> 1}" }`)),
  'entries in many stores': (size) =>
    manifest(size, (n) =>
      described(
        `, type = "password", generate = true, ref = { item = "e${n}" }, providers = ["dotenv:${n}.env", "keyring", "dotenv:${n}.env"]`,
      ),
    ),
  'a group and scopes': (size) =>
    manifest(
      size,
      (n) => described(`, required = { exactly_one = "g" }${n % 2 === 0 ? ', providers = ["null"]' : ''}`),
      null,
      `${numbers(10)
        .map((n) => `[scopes.s${n}]\nsecrets = [${numbers(size.secrets / 4).map((each) => `"S${each * 2}"`)}]\n`)
        .join('')}`,
    ),
  'what is composed': (size) =>
    manifest(
      size,
      (n) => described(n === 0 ? '' : `, composed = "\${S${n - 1}}"`),
      null,
      '[scopes.s]\nsecrets = ["S0"]\n',
    ),
  'stores that are not declared': (size) =>
    manifest(
      size,
      (n) => described(`, providers = ["unknown${n}"]`),
      null,
      `[providers]\n${numbers(size.secrets)
        .map((n) => `unlike${n} = "dotenv:${n}.env"\n`)
        .join('')}`,
    ),
  'stores by alias': (size) =>
    manifest(
      size,
      (n) => described(`, providers = ["a${n}", "keyring"], refs = { a${n} = { item = "e" } }`),
      null,
      `[providers]\n${numbers(size.secrets)
        .map((n) => `a${n} = "dotenv:${n}.env"\n`)
        .join('')}`,
    ),
};

describe.each(Object.entries(manifests))('%s', (_, write) => {
  // Four times, if each were compared with each.
  test('twice as much of it is at most about twice the work', async () => {
    const small = await workOf(write({ secrets: 100, profiles: 4 }));
    const more = await workOf(write({ secrets: 200, profiles: 4 }));
    const wide = await workOf(write({ secrets: 100, profiles: 8 }));
    expect(small).toBeGreaterThan(100);
    expect(more / small).toBeLessThan(2.5);
    expect(wide / small).toBeLessThan(2.5);
  });
});
