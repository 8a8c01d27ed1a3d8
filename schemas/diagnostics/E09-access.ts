/** Reason required, no terminal, not permitted. */
import { defineCodes } from './define.js';
import { listed, type Prompted, promptedWords } from './list-names.js';

const noPlace = (p: { path: string | null }) =>
  p.path === null
    ? 'there is no home folder for the audit log'
    : `the path of the audit log is relative: \`${p.path}\``;
const toPlace = 'set `path` in `[audit]` of the user configuration to an absolute path or one that starts with `~/`';

/** Why a run that an agent asked for was not started. */
export type NotApproved = 'unknown' | 'limited' | 'no form' | 'declined' | 'changed' | 'not this call';

interface Unapproved {
  readonly command: string;
  readonly why: NotApproved;
  /** What the agent may name instead. */
  readonly approved: readonly string[];
}

const WHY_NOT_APPROVED: Readonly<Record<NotApproved, string>> = {
  unknown: 'no command of this name is approved for this manifest',
  limited: 'the approval is for another profile or scope than this server was started for',
  'no form': 'a person must approve each run, and this client cannot ask one',
  declined: 'the person did not approve this run',
  changed: 'its approval was changed or taken back while the person was asked',
  'not this call': 'the approval that came with the call was used before, has expired, or is for another call',
};
const HOW_TO_APPROVE: Readonly<Record<Exclude<NotApproved, 'unknown'>, string>> = {
  limited: 'start the server without `--profile` and `--scope`, or with those of the approval',
  'no form': 'use a client with elicitation; or a person sets `approve = "never"` for the command',
  declined: 'ask the person what to do instead; do not try again unasked',
  changed: 'call again, so that the person is asked about the command as it is now',
  'not this call': 'call again without it, so that the person is asked again',
};

export const access = defineCodes({
  E0901: {
    title: 'reason required',
    kind: 'reason_required',
    message: (p: { forAgents: boolean }) =>
      p.forAgents
        ? 'accessing secrets of this project requires a reason from automated agents'
        : 'accessing secrets of this project requires a reason',
    help: () =>
      'give one with `--reason TEXT`, the variable `TOOL_REASON`, or `withReason` of the SDK; ' +
      'the policy is `require_reason` in `[project]` (default "agents"; false never requires one)',
  },
  E0902: {
    title: 'no terminal to prompt on',
    kind: 'prompt_unavailable',
    message: (p: Prompted) => `${promptedWords(p)} must be entered, but there is no terminal`,
    help: (p: Prompted) =>
      'secret' in p
        ? 'store it first with `tool set`, or run the command from a terminal'
        : 'run the command from a terminal, or store first what `tool check` without a scope shows as missing',
  },
  E0903: {
    title: 'caller without a name',
    kind: 'usage',
    message: (p: { option: string }) => `\`${p.option}\` needs the name of the caller`,
    help: () => 'add `--caller NAME`',
  },
  E0904: {
    title: 'no audit log to show',
    kind: 'io',
    message: noPlace,
    help: () => toPlace,
  },
  E0905: {
    title: 'audit log not readable',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `the audit log \`${p.path}\` cannot be read: ${p.reason}`,
    help: () => 'its path is `path` in `[audit]` of the user configuration',
  },
  E0906: {
    title: 'no terminal to confirm on',
    kind: 'prompt_unavailable',
    message: () => '`--all` must be confirmed, but there is no terminal',
    help: () => 'to delete without confirmation, add `--yes`',
  },
  E0907: {
    title: 'no terminal for a credential',
    kind: 'prompt_unavailable',
    message: (p: { credential: string }) => `credential \`${p.credential}\` must be entered, but there is no terminal`,
    help: () => 'run the command from a terminal; credentials are not read from standard input',
  },
  E0908: {
    title: 'manifest not approved',
    kind: 'not_trusted',
    /** `isFile`: approvals are bound to the file of a manifest, which a text or a plan file alone does not have. */
    message: (p: {
      former: 'none' | 'other';
      isFile: boolean;
      added: readonly string[];
      removed: readonly string[];
    }) => {
      if (!p.isFile) return 'you require approvals of manifests, and this plan has no file of a manifest';
      return p.former === 'none'
        ? 'you have not approved what this manifest makes your machine do'
        : 'what this manifest makes your machine do has changed since you approved it';
    },
    help: (p: { isFile: boolean }) =>
      p.isFile
        ? 'read it and approve it with `tool trust`; a call with `--expect-hash HASH` or `TOOL_EXPECT_HASH` needs no approval'
        : 'give the hash of the plan, with `--expect-hash HASH` or `TOOL_EXPECT_HASH`',
    details: ({ added, removed }: { added: readonly string[]; removed: readonly string[] }) => [
      ...added.map((text) => ({ text: `new: ${text}`, lines: [] })),
      ...removed.map((text) => ({ text: `no longer: ${text}`, lines: [] })),
    ],
  },
  E0909: {
    title: 'approval by an agent',
    kind: 'not_trusted',
    message: () => 'an automated agent cannot approve a manifest',
    help: () => 'a person runs `tool trust` in a terminal of their own',
  },
  E0910: {
    title: 'no terminal to approve on',
    kind: 'prompt_unavailable',
    message: () => 'the manifest must be approved, but there is no terminal',
    help: () => 'run `tool trust` from a terminal; to approve what it shows without a question, add `--yes`',
  },
  E0911: {
    title: 'approval not saved',
    kind: 'io',
    message: (p: { path: string | null; problem: string }) =>
      p.path === null ? p.problem : `the approval \`${p.path}\` ${p.problem}`,
    help: () => 'approvals are in `tool/trust` of `XDG_STATE_HOME`, else of `~/.local/state`, readable by you alone',
  },
  E0912: {
    title: 'command not approved',
    kind: 'not_approved',
    message: (p: Unapproved) => `${WHY_NOT_APPROVED[p.why]}: \`${p.command}\``,
    help: (p: Unapproved) => {
      if (p.why !== 'unknown') return HOW_TO_APPROVE[p.why];
      const others = p.approved.length === 0 ? 'no command is approved for it' : `approved are ${listed(p.approved)}`;
      return `${others}; a person approves a command in \`[agents.commands]\` of the user configuration`;
    },
  },
  W0901: {
    title: 'audit log not available',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `the audit log \`${p.path}\` cannot be written: ${p.reason}`,
    help: () => 'accesses to secrets are not recorded until this is corrected; nothing else is affected',
  },
  W0902: {
    title: 'audit log has no place',
    kind: 'io',
    message: noPlace,
    help: () => `accesses to secrets are not recorded; ${toPlace}`,
  },
  W0903: {
    title: 'audit log without a size',
    kind: 'io',
    message: () => '`max_size_bytes` of the audit log is 0; the default of 1048576 is used',
    help: () => 'to keep no audit log, set `enabled = false` in `[audit]` of the user configuration',
  },
  W0904: {
    title: 'audit log is another file',
    kind: 'io',
    message: (p: { path: string }) =>
      `\`${p.path}\` is not an audit log: it does not begin with a record, so nothing is written to it`,
    help: () =>
      'accesses to secrets are not recorded until the file is moved, or `path` in `[audit]` of the user configuration names another one',
  },
  W0905: {
    title: 'audit setting that cannot be used',
    kind: 'toml',
    /** `key`: null where there is something else than a table. */
    message: (p: { key: string | null; isOff: boolean }) => {
      if (p.key === null) return '`audit` is not a table, so the default settings are used';
      return p.isOff
        ? `\`${p.key}\` in \`[audit]\` is not a path, so accesses to secrets are not recorded`
        : `\`${p.key}\` in \`[audit]\` is not a valid value, so the default is used`;
    },
    help: (p: { key: string | null }) => AUDIT_VALUES[p.key ?? ''] ?? 'write a table `[audit]`',
  },
  W0906: {
    title: 'approval not used',
    kind: 'io',
    message: (p: { path: string; problem: string }) => `the approval \`${p.path}\` ${p.problem}, so it is not used`,
    help: () => 'look at what the manifest does with `tool trust`; approving it again replaces the file',
  },
});

const AUDIT_VALUES: Readonly<Record<string, string>> = {
  enabled: 'write `enabled = true` or `enabled = false`',
  path: 'write an absolute path in quotes, or one that starts with `~/`',
  max_size_bytes: 'write a whole number of bytes, such as `max_size_bytes = 1048576`',
};
