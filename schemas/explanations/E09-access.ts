/** Explanations of access that needs a reason or a person. */
import { type Explanations, shell, userConfiguration } from './explanation.js';

export const access: Explanations = {
  E0901: {
    text: 'The policy `require_reason` of the project requires a reason before secrets are accessed: `true` from every caller, `"agents"` (the default) only from automated agents. The reason is written to the audit log. Agents are detected from the environment; `TOOL_AGENT=1` declares the caller to be one.',
    wrong: shell('TOOL_AGENT=1 tool get API_KEY'),
    right: shell("TOOL_AGENT=1 tool get API_KEY --reason 'rotate the key'"),
  },
  E0902: {
    text: 'The secret has `prompt = true`, no store has a value, and there is no terminal to prompt on. The prompt uses the terminal itself, so that standard input stays available to the command; a pipeline or a service has none. Nothing was started.',
    wrong: shell('setsid tool run -- ./deploy'),
    right: shell('tool set PIN', 'setsid tool run -- ./deploy'),
  },
  E0903: {
    text: 'A program that calls this tool can say in the audit log who it is, with `--caller NAME`, and in more detail with `--caller-version`, `--caller-operation` and `--caller-resource`. Details without a name would belong to no one. A caller is only recorded; it never takes the place of a reason.',
    wrong: shell('tool get API_KEY --caller-operation deploy'),
    right: shell('tool get API_KEY --caller shipit --caller-operation deploy'),
  },
  E0904: {
    text: 'The audit log cannot be shown, because the user configuration gives it a relative path, which would depend on the working folder, or because you have no home folder. For the same reason nothing is recorded. A leading `~/` is your home folder; `~user/` is relative, too.',
    wrong: userConfiguration('[audit]', 'path = "audit.log"'),
    right: userConfiguration('[audit]', 'path = "~/audit.log"'),
  },
  E0905: {
    text: 'The audit log exists but cannot be opened or read, for example because it belongs to another user or is a folder. The message shows the reason given by the operating system.',
    wrong: userConfiguration('[audit]', 'path = "/var/log"'),
    right: userConfiguration('[audit]', 'path = "/var/log/tool-audit.log"'),
  },
  E0906: {
    text: '`tool delete --all` asks before it deletes, on the terminal, and there is none: in a pipeline or a service nothing waits for an answer. Nothing was deleted.',
    wrong: shell('setsid tool delete --all'),
    right: shell('setsid tool delete --all --yes'),
  },
  E0907: {
    text: 'Credentials are typed at a hidden prompt on the terminal that controls the process, and there is none. Standard input is not read, so that a credential is never part of a pipeline or a script by accident. Nothing was stored.',
    wrong: shell('setsid tool config provider login prod'),
    right: shell('tool config provider login prod'),
  },
  E0908: {
    text: 'Your user configuration has `[trust] require = true`: before a manifest can make your machine contact servers, run programs and commands, use files outside of its folder, set variables that load code, or read your stores, you approve that with `tool trust`. An approval belongs to one file and to what was shown. It is asked for again when that changes: another host, command, item or file, but not one more secret in a store that is approved. Nothing was contacted. A call that names the hash of the plan, with `--expect-hash` or `TOOL_EXPECT_HASH`, needs no approval; it is the only way for a plan file without a manifest, and for a manifest that a program gives as text.',
    wrong: shell('git clone https://git.example.com/shop', 'cd shop', 'tool run -- npm test'),
    right: shell('cd shop', 'tool trust', 'tool run -- npm test'),
  },
  E0909: {
    text: 'An approval says that a person has read what a manifest makes the machine do. An automated agent cannot give it, not even with `--yes`. Agents are detected from the environment; `TOOL_AGENT=1` declares the caller to be one. An agent can look: `tool trust --check`, `tool trust --list` and `tool trust --format json` work for everybody.',
    wrong: shell('TOOL_AGENT=1 tool trust --yes'),
    right: shell('tool trust'),
  },
  E0910: {
    text: '`tool trust` asks on the terminal that controls the process, and there is none: in a pipeline or a service nobody reads what is approved. Nothing was approved. `--yes` approves exactly what is shown.',
    wrong: shell('setsid tool trust'),
    right: shell('setsid tool trust --yes'),
  },
  E0911: {
    text: 'The approval could not be saved or removed. The message shows the reason given by the operating system. Approvals are kept in a folder that only you can use: whoever could write there could approve anything in your name.',
    wrong: shell('chmod 777 ~/.local/state/tool/trust', 'tool trust'),
    right: shell('chmod 700 ~/.local/state/tool/trust', 'tool trust'),
  },
  E0912: {
    text: 'An agent asked `tool mcp` to run a command with secrets, and it was not started: the user configuration has no command of that name for this manifest, or each of its runs needs a person who agrees, and none did. An agent can neither approve a command nor change one: what it runs, with which profile and scope, and whether its output is shown, is decided in `[agents.commands]`. The attempt is in the audit log.',
    wrong: userConfiguration(
      '[agents.commands.test]',
      'manifest = "/home/me/shop/manifest.toml"',
      'run = ["npm", "test"]',
    ),
    right: userConfiguration(
      '[agents.commands.test]',
      'manifest = "/home/me/shop/manifest.toml"',
      'run = ["npm", "test"]',
      'approve = "never"',
    ),
  },
  W0901: {
    text: 'Every access to secrets is recorded in the audit log, but the log never prevents an access. The file or a folder in its path cannot be created or written, so this access is missing in it. The message shows the reason given by the operating system. The path is `path` in `[audit]` of the user configuration, else `tool/audit.log` in `XDG_STATE_HOME` or `~/.local/state`.',
    wrong: userConfiguration('[audit]', 'path = "/var/log/tool/audit.log"'),
    right: userConfiguration('[audit]', 'path = "~/tool-audit.log"'),
  },
  W0902: {
    text: 'The audit log has no place: its path is relative, so that it would depend on the working folder, or you have no home folder. Nothing is recorded; the default path is not used instead. A leading `~/` is your home folder; `~user/` is relative, too.',
    wrong: userConfiguration('[audit]', 'path = "audit.log"'),
    right: userConfiguration('[audit]', 'path = "~/audit.log"'),
  },
  W0903: {
    text: 'At `max_size_bytes` the audit log is emptied and starts over. A size of 0 would keep nothing, so the default of 1048576 bytes is used. To keep no audit log, turn it off.',
    wrong: userConfiguration('[audit]', 'max_size_bytes = 0'),
    right: userConfiguration('[audit]', 'enabled = false'),
  },
  W0904: {
    text: 'The file that the user configuration names as the audit log has content that does not begin with a record of an access, so it is another file, and it is neither extended nor emptied: a mistyped path must not damage it. Nothing is recorded until the path is that of an audit log, of an empty file, or of none yet.',
    wrong: userConfiguration('[audit]', 'path = "~/.bashrc"'),
    right: userConfiguration('[audit]', 'path = "~/tool-audit.log"'),
  },
  W0905: {
    text: 'The audit log never prevents an access to a secret, so a setting that cannot be used is not an error. A wrong `enabled` or `max_size_bytes` counts as left out. A `path` that is not text turns auditing off: the default path is not what you wanted.',
    wrong: userConfiguration('[audit]', 'max_size_bytes = -1'),
    right: userConfiguration('[audit]', 'max_size_bytes = 1048576'),
  },
  W0906: {
    text: 'A file with an approval counts only if nobody but you can have written it: a regular file of yours, with one name, that others cannot change, in a folder that only you can use, and complete. This one is not, so the manifest counts as not approved.',
    wrong: shell('chmod 666 ~/.local/state/tool/trust/*.json', 'tool run -- npm test'),
    right: shell('chmod 600 ~/.local/state/tool/trust/*.json', 'tool run -- npm test'),
  },
};
