/** Errors and warnings of the manifest, as `lint` reports them, and what a code means. */
import type { Example } from '#schemas/explanations/explanation.js';
import { nearest } from '#schemas/nearest.js';
import { UsageError } from '../../failure.js';
import { claimsOf } from '../../inputs/claims.js';
import { requireManifest } from '../../inputs/named-manifest.js';
import { explainedCode, titledCodes } from '../explain-code.js';
import { findingsOnFiles } from '../files-of-stores.js';
import { lintManifest } from '../lint-manifest.js';
import { OwnText } from './own-text.js';
import { type Room, shownFindings, type Texts } from './room.js';

export async function lintFindings(_: Texts, room: Room): Promise<object> {
  const { call } = room;
  const { variables, workingFolder } = call;
  const findings = await lintManifest(await requireManifest(call), {
    allow: new Set(),
    from: workingFolder,
    claims: claimsOf(variables),
    onMachine: (plan, folder) => findingsOnFiles(plan, { folder, variables }),
  });
  const count = (severity: string) => findings.diagnostics.filter((found) => found.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), diagnostics: shownFindings(findings, room) };
}

export async function explanation({ code = '' }: Texts): Promise<object> {
  const found = explainedCode(code.toUpperCase());
  if (found !== null) {
    const { title, explanation } = found;
    const example = ({ kind, text }: Example) => ({ kind, text: new OwnText(text) });
    const { text, wrong, right } = explanation;
    return { code: found.code, title, text: new OwnText(text), wrong: example(wrong), right: example(right) };
  }
  const codes = titledCodes().codes.map((known) => known.code);
  const near = nearest(code.toUpperCase(), codes);
  throw new UsageError(`\`${code}\` is not the code of an error or warning`, near && `did you mean \`${near}\`?`);
}
