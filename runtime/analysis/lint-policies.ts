/** Policies that manifests are linted by: read once for all manifests, and judged in view of all of them. */
import { basename, dirname, relative, resolve } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import type { Policy } from '#schemas/policy.js';
import { UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { UsageError } from '../failure.js';
import { frontEnd, policyJudge } from '../plan/front-end.js';
import { nodeHost } from '../plan/node-host.js';
import type { LintOptions, ManifestFindings } from './lint-manifest.js';

export interface NamedPolicies {
  readonly policies: readonly Policy[];
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** Mistakes of the policies themselves. */
  readonly mistakes: readonly Diagnostic[];
}

/** A file that cannot be read is an error of the call. Places are relative to `from`. */
export async function namedPolicies(
  paths: readonly string[],
  { workingFolder, from }: { readonly workingFolder: string; readonly from: string },
): Promise<NamedPolicies> {
  const { readPolicy } = await policyJudge();
  const read = [];
  for (const path of new Set(paths)) {
    const absolute = resolve(workingFolder, path);
    const text = await textOf(absolute, path);
    const shown = relative(from, absolute).replaceAll('\\', '/');
    read.push({ source: { path: shown, text }, ...readPolicy(shown, text) });
  }
  return {
    policies: read.flatMap(({ policy }) => policy ?? []),
    sources: read.map(({ source }) => source),
    mistakes: read.flatMap(({ diagnostics }) => diagnostics),
  };
}

async function textOf(absolute: string, path: string): Promise<string> {
  const file = await nodeHost(dirname(absolute)).read(basename(absolute));
  switch (file.kind) {
    case 'file':
      return file.text;
    case 'absent':
      throw new UsageError(`there is no policy \`${path}\``, 'write the path of a file of rules after `--policy`');
    case 'not text':
      throw new UsageError(`the policy \`${path}\` is not UTF-8 text`, 'save the file as UTF-8');
    case 'unreadable':
      throw new UsageError(`the policy \`${path}\` cannot be read: ${file.reason}`);
  }
}

export interface PolicyFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly allowed: readonly { readonly diagnostic: Diagnostic; readonly by: 'comment' | 'option' }[];
  readonly locate: Locate;
}

/** What is wrong with the policies, also in view of the manifests that were judged by them. */
export async function policyFindings(
  { policies, sources, mistakes }: NamedPolicies,
  manifests: readonly ManifestFindings[],
  { allow, claims = UNCLAIMED }: LintOptions,
): Promise<PolicyFindings> {
  const [{ judgeUse }, { allowancesIn, locator }] = await Promise.all([policyJudge(), frontEnd()]);
  const projects = manifests.flatMap(({ trees }) => (trees === null ? [] : [trees.project]));
  const use = { projects, isWhole: projects.length === manifests.length, claims };
  const locate = await locator(sources);
  const isAllowed = await allowancesIn(sources, locate);
  const byOf = (found: Diagnostic): 'comment' | 'option' | null =>
    isAllowed(found) ? 'comment' : allow.has(found.code) ? 'option' : null;
  const judged = [...mistakes, ...judgeUse(policies, use)].map((diagnostic) => ({ diagnostic, by: byOf(diagnostic) }));
  return {
    diagnostics: judged.flatMap(({ diagnostic, by }) => (by === null ? [diagnostic] : [])),
    allowed: judged.flatMap(({ diagnostic, by }) => (by === null ? [] : [{ diagnostic, by }])),
    locate,
  };
}
