/** One secret declaration: shape, and what a shape cannot say (pointers, requiredness tables, records by author's names). */

import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { isRecord } from '#schemas/is-record.js';
import { pointerProblem } from '#schemas/json-pointer.js';
import { keyText } from '../shape/line-to-write.js';
import { profileDefaultsShape, type SecretShape, secretShape } from '../shape/manifest-shape.js';
import { nameIsShort } from '../shape/name-limit.js';
import { reportRepeated } from '../shape/repeated-entries.js';
import { type Generated, reportOtherOptions } from '../shape/report-options.js';
import { judgeShape } from '../shape/shape-errors.js';
import { kindOf } from '../shape/shape-words.js';
import { keyAt } from '../source/place.js';
import { placeOf, type WrittenSecret } from '../tree/written.js';

interface Declaration {
  readonly file: string;
  readonly profile: string;
  readonly name: string;
  readonly written: unknown;
}

/** The declaration, or null after reporting why it is broken. */
export function parseSecret(secret: Declaration, report: Report): WrittenSecret | null {
  const { file, profile, name, written } = secret;
  if (!isRecord(written)) {
    reportNoDeclaration(secret, report);
    return null;
  }
  const context = { at: { file, path: ['profiles', profile, name] }, table: `the declaration of \`${name}\`` };
  const told: Place[] = [];
  const fields = judgeShape(secretShape, written, context, (diagnostic) => {
    if (diagnostic.at !== null) told.push(diagnostic.at);
    report(diagnostic);
  });
  if (fields === null) {
    const generated = generatedBy(secret);
    if (generated !== null) reportOtherOptions(generated, told, report);
    return null;
  }
  const parsed: WrittenSecret = { name, profile, file, fields, template: null, broken: new Set() };
  const isSound = [
    emptyTables(parsed, report),
    groupNamesAreSound(parsed, report),
    pointerIsSound(parsed, report),
    refsStandAlone(parsed, report),
  ];
  return isSound.every(Boolean) ? parsed : null;
}

/** A value instead of a declaration; it is not repeated, because it may be that of the secret. */
function reportNoDeclaration({ file, profile, name, written }: Declaration, report: Report): void {
  const found = kindOf(written);
  const where = { at: keyAt(file, ['profiles', profile, name]) };
  const isDefault = Object.hasOwn(profileDefaultsShape.shape, name);
  const write = isDefault
    ? `[profiles.${keyText(profile)}.defaults]\n${keyText(name)} = ${typeof written === 'boolean' ? written : '…'}`
    : `${keyText(name)} = { description = "…" }`;
  report(codes.E0202({ key: name, expected: 'the declaration of a secret', found, write, value: !isDefault }, where));
}

/** The generation settings of a declaration with a wrong shape, as far as they are valid by themselves. */
function generatedBy({ file, profile, name, written }: Declaration): Generated | null {
  const { type, generate, composed, from } = written as Readonly<Record<string, unknown>>;
  const isDerived = composed !== undefined || from !== undefined;
  if (isDerived || typeof type !== 'string' || typeof generate !== 'object' || generate === null) return null;
  const at = keyAt(file, ['profiles', profile, name, 'generate']);
  return { secret: name, type, generate: generate as Generated['generate'], at };
}

function emptyTables(secret: WrittenSecret, report: Report): boolean {
  const { required, refs } = secret.fields;
  const isEmpty = (table: object | undefined) => table !== undefined && Object.keys(table).length === 0;
  if (typeof required === 'object' && isEmpty(required)) {
    report(
      codes.E0201(
        { key: 'at_least_one', or: 'exactly_one', table: `\`required\` of \`${secret.name}\`` },
        { at: placeOf(secret, 'required') },
      ),
    );
    return false;
  }
  if (isEmpty(refs)) {
    report(codes.E0207({ key: 'refs', owner: null }, { at: placeOf(secret, 'refs') }));
    return false;
  }
  return true;
}

/** Names of groups are short, and not repeated in one list (semantics 5.1); a secret that repeats one is still a member. */
function groupNamesAreSound(secret: WrittenSecret, report: Report): boolean {
  const { required } = secret.fields;
  if (typeof required !== 'object') return true;
  const at = placeOf(secret, 'required');
  const judged = (['at_least_one', 'exactly_one'] as const).flatMap((mode) => {
    const names = [required[mode] ?? []].flat();
    reportRepeated(names, mode, { ...at, path: [...at.path, mode] }, report);
    return names.map((name) => nameIsShort(name, 'a presence group', at, report));
  });
  return judged.every(Boolean);
}

function pointerIsSound(secret: WrittenSecret, report: Report): boolean {
  const { extract } = secret.fields;
  if (extract === undefined) return true;
  const problem = pointerProblem(extract.pointer);
  if (problem === null) return true;
  const at = placeOf(secret, 'extract');
  report(codes.E0212({ pointer: extract.pointer, problem }, { at: { ...at, path: [...at.path, 'pointer'] } }));
  return false;
}

/** Spec 2.5, constraint 4, within one declaration; between profiles the more specific one replaces the other. */
function refsStandAlone(secret: WrittenSecret, report: Report): boolean {
  const { ref, refs }: SecretShape = secret.fields;
  if (ref === undefined || refs === undefined) return true;
  const labels = [{ at: placeOf(secret, 'refs', 'key'), text: '`refs` is here' }];
  report(declarations.E0402({ secret: secret.name }, { at: placeOf(secret, 'ref', 'key'), labels }));
  return false;
}
