/** The user-global configuration as read and shape-checked (spec 2.3.1, 6). Its aliases are judged when they are linked. */
import type { Named } from './named.js';
import type { PlannedStore } from './plan.js';

export interface UserConfig {
  readonly profile: string | null;
  readonly provider: string | null;
  /** Same value forms as project aliases. Names in them are open: `link` resolves them. */
  readonly aliases: Named<PlannedStore>;
  readonly audit: AuditSettings;
  /** Whether what a manifest makes this machine do must be approved before anything is contacted. */
  readonly requiresTrust: boolean;
  /** Commands that agents may ask `tool mcp` to run, by the names that the user gave them. */
  readonly agentCommands: Named<AgentCommand>;
  readonly hook: HookSettings;
}

/** What `tool hook` loads into shells, and where. */
export interface HookSettings {
  readonly onlyListed: boolean;
  readonly timeoutSeconds: number;
  readonly folders: readonly HookFolder[];
}

/** A folder with all that is in it. */
export interface HookFolder {
  /** Absolute, or from `~`. */
  readonly path: string;
  readonly loads: boolean;
  readonly profile: string | null;
  readonly scope: string | null;
}

/** One approval of a user: an agent can name it, and change nothing of it. */
export interface AgentCommand {
  /** Absolute. */
  readonly manifest: string;
  /** The program and its arguments. */
  readonly run: readonly [string, ...string[]];
  readonly profile: string | null;
  /** Null: everything that the profile has. */
  readonly scope: string | null;
  /** Whether a person is asked before each run. */
  readonly approve: 'each' | 'never';
  /** What the agent sees of what the program writes. */
  readonly output: 'none' | 'redacted';
  /** The hash of the only plan that it may run with; null for whatever the manifest means. */
  readonly plan: string | null;
  readonly timeoutSeconds: number;
}

export interface AuditSettings {
  readonly enabled: boolean;
  /** As written; null for the usual place. */
  readonly path: string | null;
  readonly maxSizeBytes: number;
}

/** How the configuration is shown to people: never by its absolute path. */
export const SHOWN_USER_CONFIG = 'config.toml (user configuration)';

const DEFAULT_AUDIT_BYTES = 1_048_576;

/** What applies without a user configuration. */
export const NO_USER_CONFIG: UserConfig = {
  profile: null,
  provider: null,
  aliases: Object.create(null),
  audit: { enabled: true, path: null, maxSizeBytes: DEFAULT_AUDIT_BYTES },
  requiresTrust: false,
  agentCommands: Object.create(null),
  hook: { onlyListed: false, timeoutSeconds: 3, folders: [] },
};

/** How long a command of an agent may run, where its approval does not say. */
export const AGENT_COMMAND_SECONDS = 600;
