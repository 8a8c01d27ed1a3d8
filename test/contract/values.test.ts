/** The values that every store keeps, byte for byte, or refuses: none is changed. */
import { expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, inShort, native, says } from '../runtime/providers/open-store.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { eachStore, found, isWritable, read, type Subject, write } from './each-store.js';
import { BYTES, LARGE, NAMES, OF_CHARACTERS, TEXTS } from './hostile-values.js';

/** All are written at once; each that is refused is absent, and each of the others is what was written. */
async function expectKept({ world, fresh, refuses }: Subject, values: Readonly<Record<string, string | Uint8Array>>) {
  const { store, another } = await fresh();
  const answers = await write(store, values);
  const names = Object.keys(values);
  const refusals = Object.values(values).map((value) => {
    const bytes = Buffer.from(value);
    if (refuses(bytes)) return 'failed not-text';
    const { mostBytes: most, holdsEmpty = most === undefined } = world;
    const isUnfit = bytes.length === 0 ? !holdsEmpty : bytes.length > (most ?? Number.POSITIVE_INFINITY);
    return isUnfit ? 'failed unsupported' : null;
  });
  const got = await read(await another(), ...names);
  const rows = names.map((name, index) => [name, answers[index], got[index]]);
  expect(shortened(rows)).toEqual(
    shortened(
      names.map((name, index) =>
        refusals[index] ? [name, refusals[index], 'absent'] : [name, 'written', found(values[name] ?? '')],
      ),
    ),
  );
  expect(await read(await another(), 'HELD')).toEqual([found(VALUE)]);
}

eachStore((subject) => {
  test('every class of characters', () => expectKept(subject, OF_CHARACTERS));
  test('texts that mean something to a format', () => expectKept(subject, TEXTS));
  if (!subject.world.isSmall) test('a megabyte', () => expectKept(subject, LARGE));
  test('bytes, or their refusal where the catalogue says text', () => expectKept(subject, BYTES));

  if (subject.abilities.write !== 'all') return;

  test('an entry of any name is the named one, or refused', async () => {
    const { store, another } = await subject.fresh();
    const refusals = await Promise.all(NAMES.map((item) => says(store).refusesWrite(native(item))));
    const entries = NAMES.map((item) => ({ at: native(item), value: SecretValue.fromText(`of ${item}`) }));
    const answers = (await store.write?.(entries, CALL)) ?? [];
    const reader = await another();
    const items = NAMES.filter((_, index) => refusals[index] === null);
    const got = subject.abilities.read
      ? (await reader.read(items.map(native), CALL)).map(inShort)
      : await read(reader, ...items);
    for (const [index, item] of NAMES.entries()) {
      const answer = answers[index]?.kind;
      if (refusals[index] !== null) {
        expect([item, answer]).toEqual([item, 'failed']);
        continue;
      }
      const value = got[items.indexOf(item)];
      const shown = value?.startsWith('found ') ? value : null;
      expect([item, shown]).toEqual([item, answer === 'written' ? found(`of ${item}`) : null]);
    }
    expect(await read(reader, 'HELD')).toEqual([found(VALUE)]);
  });
}, isWritable);

/** So that a difference of a megabyte can be printed. */
function shortened(rows: readonly (readonly (string | undefined)[])[]): readonly string[] {
  return rows.map((row) =>
    row
      .map((text) =>
        text && text.length > 200 ? `${text.slice(0, 100)}…${text.slice(-100)} (${text.length})` : JSON.stringify(text),
      )
      .join(' | '),
  );
}
