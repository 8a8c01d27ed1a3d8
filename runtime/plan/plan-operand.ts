/** How a side of `plan diff` is named: a plan file, a manifest, a folder that holds one, or a git revision. */
import { type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { MANIFEST_NAME } from '../version.js';
import { readSource } from './read-source.js';

export type Operand =
  | { readonly kind: 'plan file'; readonly path: string }
  | { readonly kind: 'manifest'; readonly manifest: ManifestLocation }
  /** `path` is a manifest, plan file or folder in the tree of the revision; null for a revision without a path. */
  | { readonly kind: 'revision'; readonly revision: string; readonly path: string | null }
  | { readonly kind: 'nothing'; readonly problem: string };

/** An existing path comes before a revision of that name. */
export function operandOf(text: string, workingFolder: string): Operand {
  const path = resolve(workingFolder, text);
  const status = text === '' ? undefined : statusOf(path);
  if (status?.isDirectory()) return { kind: 'manifest', manifest: { folder: path, name: MANIFEST_NAME } };
  if (status !== undefined) return fileOperand(path);
  if (text.startsWith('-')) return { kind: 'nothing', problem: 'is not a file, and a revision cannot start with `-`' };
  const { revision, path: within } = splitRevision(text);
  if (revision === '') return { kind: 'nothing', problem: 'names neither a file nor a revision' };
  return { kind: 'revision', revision, path: within };
}

/** No manifest starts with a brace, and every plan file does. */
export function looksLikePlan(bytes: Buffer): boolean {
  return /^[\s\uFEFF]*\{/u.test(bytes.toString('utf8', 0, 1000));
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function fileOperand(path: string): Operand {
  const source = path.endsWith('.toml') ? null : readSource(path);
  if (source !== null && (source.kind !== 'bytes' || looksLikePlan(source.bytes))) return { kind: 'plan file', path };
  return { kind: 'manifest', manifest: { folder: dirname(path), name: basename(path) } };
}

/** At the first colon outside of braces: `HEAD^{/fix: typo}:services/api`. */
function splitRevision(text: string): { readonly revision: string; readonly path: string | null } {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ':' && depth <= 0) return { revision: text.slice(0, index), path: text.slice(index + 1) };
  }
  return { revision: text, path: null };
}
