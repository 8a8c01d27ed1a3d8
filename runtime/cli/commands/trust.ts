/** `tool trust`: what a manifest makes this machine do, and this user's approval of it (plan-product, "Trust"). */
import { access } from '#schemas/diagnostics/E09-access.js';
import { compiledPlan } from '../../analysis/compiled-plan.js';
import { fail, UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { configFile } from '../../inputs/folders.js';
import { requireManifest } from '../../inputs/named-manifest.js';
import type { CommandContext } from '../../session/call.js';
import { realManifest } from '../../trust/approval.js';
import { listApprovals, requirePerson, revokeApproval, saveApproval } from '../../trust/save-approval.js';
import { type Trust, trustOf } from '../../trust/trust-of.js';
import { obtainUserConfig } from '../../user-config/user-config.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeErr, writeOut } from '../output.js';
import { showWarnings } from '../show-warnings.js';
import { terminalOf } from '../terminal-of.js';
import {
  approvalsJson,
  approvalsText,
  type ShownTrust,
  trustDifference,
  trustJson,
  trustText,
} from '../views/trust.js';

const FORMATS = ['text', 'json'];
const FORMS = ['yes', 'check', 'revoke', 'list'];

export const trust: CommandModule = {
  spec: {
    name: 'trust',
    synopsis: '[--yes | --check | --revoke | --list] [--format text|json] [OPTIONS]',
    options: [
      { name: 'yes', short: 'y', summary: 'approve what is shown without a question' },
      { name: 'check', summary: 'only say whether the manifest is approved: exit with 0 or 1, and show what is new' },
      { name: 'revoke', summary: 'take the approval of the manifest back' },
      { name: 'list', summary: 'list the manifests that you have approved' },
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default) or json',
        get choices() {
          return FORMATS;
        },
      },
    ],
    positionals: { least: 0, most: 0 },
    details: `Shows what the manifest makes this machine do: which servers are contacted and what they receive, which programs and
commands run, which files outside of its folder are used, which variables that load code are set, and which of your
stores are read. Then asks for your approval. With \`require = true\` in [trust] of the user configuration, commands
that use secrets need it. It is asked for again only when what is shown changes, or for the same manifest elsewhere.
Contacts no store. An automated agent cannot approve, not even with --yes.`,
    examples: ['tool trust', 'tool trust --check', 'tool trust --list'],
  },
  async run(args, context) {
    const isJson = formatOf(args) === 'json';
    const form = formOf(args);
    if (form === 'list') return list(isJson, context);
    const call = callOf(args, context);
    const manifest = await requireManifest(call);
    const path =
      realManifest(manifest) ?? fail(access.E0908({ former: 'none', isFile: false, added: [], removed: [] }));
    if (form === 'revoke') return revoke(path, context);
    const { plan } = await compiledPlan(call);
    const folder = cacheFolder(context.variables, manifest.folder);
    const { user, warnings } = await obtainUserConfig(configFile(context.variables), folder);
    const found = trustOf(plan, path, context.variables);
    await showWarnings([...warnings, ...found.warnings], context);
    const shown: ShownTrust = { ...found, project: plan.project.name, isRequired: user.requiresTrust };
    if (form === 'check') return check(shown, isJson);
    return isJson ? approveAsJson(shown, form, context) : approve(shown, form, context);
  },
};

type Form = 'yes' | 'check' | 'revoke' | 'list' | null;

function formOf(args: Arguments): Form {
  const [first, second] = FORMS.filter((name) => args.has(name));
  if (second !== undefined) throw new UsageError(`\`--${first}\` and \`--${second}\` cannot be used together`);
  return (first ?? null) as Form;
}

function formatOf(args: Arguments): string {
  const format = args.text('format') ?? 'text';
  if (!FORMATS.includes(format)) throw notOneOf(format, FORMATS, 'a format of `tool trust`', 'formats');
  if (format === 'json' && args.has('revoke'))
    throw new UsageError('`--revoke` and `--format json` cannot be used together');
  return format;
}

async function list(isJson: boolean, context: CommandContext): Promise<number> {
  const { approvals, warnings } = listApprovals(context.variables);
  await showWarnings(warnings, context);
  writeOut(isJson ? approvalsJson(approvals) : approvalsText(approvals));
  return SUCCESS;
}

function revoke(path: string, { variables }: CommandContext): number {
  writeOut(
    revokeApproval(path, variables) ? 'The manifest is no longer approved.\n' : 'The manifest was not approved.\n',
  );
  return SUCCESS;
}

function check(shown: ShownTrust, isJson: boolean): number {
  if (isJson) writeOut(trustJson(shown));
  else if (!shown.isApproved) writeOut(trustDifference(shown));
  return shown.isApproved ? SUCCESS : FAILURE;
}

async function approve(shown: ShownTrust, form: Form, context: CommandContext): Promise<number> {
  writeOut(trustText(shown));
  const isApproved = await isApprovedBy(shown, form, context);
  if (!isApproved) writeErr('Not approved.\n');
  else if (!shown.isApproved) writeOut('Approved.\n');
  return isApproved ? SUCCESS : FAILURE;
}

/** A person reads the text on the terminal; the program gets what came of it. */
async function approveAsJson(shown: ShownTrust, form: Form, context: CommandContext): Promise<number> {
  const mayAsk = !shown.isApproved && form !== 'yes' && terminalOf(context).isReachable;
  if (mayAsk) writeErr(trustText(shown));
  let isApproved = shown.isApproved;
  try {
    isApproved = await isApprovedBy(shown, form, context);
  } finally {
    writeOut(trustJson({ ...shown, isApproved }));
  }
  return isApproved ? SUCCESS : FAILURE;
}

/** Whether it is, in the end: by an earlier approval, or by one that is saved now. */
async function isApprovedBy(shown: Trust, form: Form, context: CommandContext): Promise<boolean> {
  if (shown.isApproved) return true;
  requirePerson(context.variables);
  const decision = form === 'yes' ? 'yes' : await terminalOf(context).confirm({ text: 'Approve this?' });
  if (decision === 'unavailable') return fail(access.E0910({}));
  if (decision === 'yes') saveApproval(shown, context.variables);
  return decision === 'yes';
}
