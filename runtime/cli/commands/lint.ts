/** `tool lint`: all errors of a manifest, and warnings about what is allowed but probably not meant (plan-product). */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { findingsOnFiles } from '../../analysis/files-of-stores.js';
import type { LintFindings, LintOptions } from '../../analysis/lint-manifest.js';
import { lintManifests } from '../../analysis/lint-manifests.js';
import { UsageError } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { claimsOf } from '../../inputs/claims.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { namedManifest, requireNamed } from '../../inputs/named-manifest.js';
import { allowedCodes } from '../allowed-codes.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeErr, writeOut } from '../output.js';
import { notePrinted } from '../printed-codes.js';
import { MANIFEST_NAME } from '../../version.js';
import { annotationRoot } from '../workspace.js';

export const lint: CommandModule = {
  spec: {
    name: 'lint',
    synopsis:
      '[FILE...] [--format text|json|sarif|github] [--strict] [--allow CODE] [--policy FILE] [--fix] | --code [PATH...]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json, sarif, or github for workflow annotations',
        get choices() {
          return Object.keys(views);
        },
      },
      { name: 'code', summary: 'compare what programs read with what the manifest declares' },
      { name: 'strict', summary: 'exit with 1 for warnings too' },
      { name: 'allow', value: 'CODE', summary: 'accept this warning, or with --code this NAME; several with commas' },
      { name: 'policy', value: 'FILE', summary: 'judge by the rules in this file, too; may be repeated' },
      { name: 'fix', summary: 'correct what has one clear correction, and say what was changed' },
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    details: `Compiles the manifest, or each of several files and folders, and prints all errors and warnings. A warning marks something that is allowed but
probably not intended; other commands do not print it. Contacts no store, does not read the user configuration, and
writes nothing to the audit log; of files that are encrypted for a list of recipients it reads what they show to everyone. Exits with 1 if there is an error.

A comment \`# tool: allow CODE\` in the manifest accepts a warning at the key or table on its line or the next one;
\`--allow CODE\` accepts it anywhere.

\`--policy FILE\` judges the manifest by rules of an organization; what breaks one is an error, or a warning, as the rule says.

\`--code\` reads the programs in the folder of the manifest, or in PATH, without running them: names that they take from
the environment and no profile declares, secrets that nothing reads, and places that compute a name. It knows JavaScript,
TypeScript, Python, Go, Rust, Ruby, Java, Kotlin, Scala, Groovy, C, PHP, shells, Dockerfiles and Compose. \`--allow NAME\` accepts a name, also as a
pattern: \`--allow 'LOG_*'\`. Files that git ignores, and packages of others, are left out.

\`--fix\` makes corrections such as of misspelt keys and names in the files, if they remove their finding and add none; all other bytes stay.`,
    examples: [
      'tool lint',
      'tool lint services/api/manifest.toml --strict',
      'tool lint services/*',
      'tool lint --strict --allow W0604,W0501',
      'tool lint --format sarif > lint.sarif',
      'tool lint --policy policy.toml',
      'tool lint --fix',
      'tool lint --code',
      'tool lint --code src scripts --strict --allow PORT,LOG_LEVEL',
      'tool explain W0601',
    ],
  },
  async run(args, context) {
    const format = args.text('format') ?? 'text';
    const view = viewOf(format);
    if (args.has('code')) {
      const { lintCodeOf } = await import('../lint-code-of.js');
      const findings = await lintCodeOf(args, format, context);
      writeOut(await view(findings, context));
      return isRefused(findings.diagnostics, args) ? FAILURE : SUCCESS;
    }
    const allow = await allowedCodes(args.texts('allow'));
    const manifests = await manifestsOf(args, context);
    const [{ folder }] = manifests;
    const from = format === 'github' ? annotationRoot(folder, context) : context.workingFolder;
    const { variables } = context;
    const onMachine = (plan: Plan, folder: string) => findingsOnFiles(plan, { folder, variables });
    const paths = args.texts('policy');
    const policies = paths.length === 0 ? null : await policiesIn(paths, { ...context, from });
    if (args.has('fix')) await fix(manifests, { allow, from, claims: claimsOf(variables) });
    const options = { allow, from, claims: claimsOf(variables), onMachine };
    const findings = await lintManifests(manifests, options, policies);
    writeOut(await view(findings, context));
    return isRefused(findings.diagnostics, args) ? FAILURE : SUCCESS;
  },
};

async function policiesIn(paths: readonly string[], where: { readonly workingFolder: string; readonly from: string }) {
  const { namedPolicies } = await import('../../analysis/lint-policies.js');
  return namedPolicies(paths, where);
}

async function fix(manifests: readonly ManifestLocation[], options: LintOptions): Promise<void> {
  const { fixManifest } = await import('../../analysis/fix-manifest.js');
  const { madeFixes } = await import('../views/made-fixes.js');
  for (const manifest of manifests) writeErr(madeFixes(await fixManifest(manifest, options)));
}

type View = (findings: LintFindings, context: CallContext) => Promise<string>;

const views: Readonly<Record<string, View>> = {
  text: async (findings, { variables }) => {
    const [{ lintText }, { useColour }, { terminalWidth, textWidth }] = await Promise.all([
      import('../views/lint-text.js'),
      import('../views/colour.js'),
      import('../text-width.js'),
    ]);
    const width = terminalWidth(STDOUT);
    if (width !== null) notePrinted(findings.diagnostics);
    const columns = width === null ? { sentences: textWidth(STDOUT) } : { width };
    return lintText(findings, { ...columns, colour: useColour(STDOUT, variables), isTerminal: isatty(STDOUT) });
  },
  json: async (findings) => (await import('../views/lint-json.js')).lintJson(findings),
  sarif: async (findings) => (await import('../views/lint-sarif.js')).lintSarif(findings),
  github: async (findings) => (await import('../views/lint-github.js')).lintGithub(findings),
};
const STDOUT = 1;

function viewOf(format: string): View {
  const view = Object.hasOwn(views, format) ? views[format] : undefined;
  if (view !== undefined) return view;
  throw notOneOf(format, Object.keys(views), 'a format of `tool lint`', 'formats');
}

type Manifests = readonly [ManifestLocation, ...ManifestLocation[]];

async function manifestsOf(args: Arguments, context: CallContext): Promise<Manifests> {
  const [first, ...others] = args.positionals;
  if (first === undefined) return [await requireNamed(namedManifest(callOf(args, context)), context)];
  if (args.has('file')) throw new UsageError('the manifest is given twice', 'remove `--file`');
  const found = (path: string) => requireNamed(manifestIn(path, context), context);
  return [await found(first), ...(await Promise.all(others.map(found)))];
}

/** A folder stands for the manifest in it; a blank path is none. */
function manifestIn(path: string, { workingFolder }: CallContext): string {
  const isFolder = statSync(resolve(workingFolder, path), { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && path.trim() !== '' ? join(path, MANIFEST_NAME) : path;
}

function isRefused(diagnostics: readonly Diagnostic[], args: Arguments): boolean {
  return diagnostics.some(({ severity }) => severity === 'error' || args.has('strict'));
}
