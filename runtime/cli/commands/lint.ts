/** `tool lint`: all that is wrong with a manifest, and what is allowed and probably not meant (plan-product). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { fail, UsageError } from '../../failure.js';
import { locateManifest, type ManifestLocation } from '../../inputs/locate-manifest.js';
import { MANIFEST_NAME } from '../../version.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { type Findings, lintManifest } from '../lint-manifest.js';
import { writeOut } from '../output.js';

export const lint: CommandModule = {
  spec: {
    name: 'lint',
    synopsis: '[FILE] [--format text|json|sarif|github] [--strict]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json, sarif, or github for workflow annotations',
      },
      { name: 'strict', summary: 'exit with 1 for warnings too' },
    ],
    positionals: { least: 0, most: 1 },
    details: `Compiles the manifest and prints all errors and warnings. A warning marks something that is allowed but
probably not intended; other commands do not print it. Contacts no store, does not read the user configuration, and
writes nothing to the audit log. Exits with 1 if there is an error.`,
    examples: [
      'tool lint',
      'tool lint services/api/manifest.toml --strict',
      'tool lint --format sarif > lint.sarif',
      'tool explain W0601',
    ],
  },
  async run(args) {
    const view = viewOf(args.text('format') ?? 'text');
    const findings = await lintManifest(manifestOf(args));
    writeOut(await view(findings));
    return isRefused(findings.diagnostics, args) ? FAILURE : SUCCESS;
  },
};

type View = (findings: Findings) => Promise<string>;

const views: Readonly<Record<string, View>> = {
  text: async (findings) => {
    const [{ renderDiagnostics }, { useColour }] = await Promise.all([
      import('../views/diagnostics.js'),
      import('../views/colour.js'),
    ]);
    return renderDiagnostics(findings.diagnostics, { locate: findings.locate, colour: useColour(STDOUT, process.env) });
  },
  json: async (findings) => (await import('../views/lint-json.js')).lintJson(findings),
  sarif: async (findings) => (await import('../views/lint-sarif.js')).lintSarif(findings),
  github: async (findings) => (await import('../views/lint-github.js')).lintGithub(findings),
};
const STDOUT = 1;

function viewOf(format: string): View {
  const view = Object.hasOwn(views, format) ? views[format] : undefined;
  if (view !== undefined) return view;
  throw new UsageError(`\`${format}\` is not a format of \`tool lint\``, 'write text, json, sarif or github');
}

function manifestOf(args: Arguments): ManifestLocation {
  const [file] = args.positionals;
  if (file !== undefined && args.has('file')) throw new UsageError('the manifest is given twice', 'remove `--file`');
  const named = file ?? args.text('file') ?? process.env['TOOL_FILE'] ?? null;
  const found = locateManifest(named, process.cwd());
  return found ?? fail(inheritance.E0308({ name: MANIFEST_NAME, path: null }));
}

function isRefused(diagnostics: readonly Diagnostic[], args: Arguments): boolean {
  return diagnostics.some(({ severity }) => severity === 'error' || args.has('strict'));
}
