/** The commands: a summary each, and a lazy loader. One explicit line per command. */
import type { CommandContext } from '../session/call.js';
import type { Arguments, CommandSpec } from './arguments.js';

export interface CommandModule {
  readonly spec: CommandSpec;
  /** Runs the command and returns the exit code. Throws Failure or UsageError. */
  run(args: Arguments, context: CommandContext): Promise<number>;
}

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

export const commands: Readonly<Record<string, CommandEntry>> = {
  run: {
    summary: 'run a command with its secrets in the environment',
    load: async () => (await import('./commands/run.js')).run,
  },
  check: {
    summary: 'check that every secret resolves',
    load: async () => (await import('./commands/check.js')).check,
  },
  export: {
    summary: 'print the resolved secrets',
    load: async () => (await import('./commands/export.js')).exportSecrets,
  },
  render: {
    summary: 'fill a file with the secrets that it refers to',
    load: async () => (await import('./commands/render.js')).render,
  },
  get: { summary: 'print the value of a secret', load: async () => (await import('./commands/get.js')).get },
  set: { summary: 'store the value of a secret', load: async () => (await import('./commands/set.js')).set },
  edit: {
    summary: 'change stored values in an editor',
    load: async () => (await import('./commands/edit.js')).edit,
  },
  delete: {
    summary: 'delete stored values',
    load: async () => (await import('./commands/delete.js')).deleteSecrets,
  },
  import: {
    summary: 'copy values from another store',
    load: async () => (await import('./commands/import.js')).importSecrets,
  },
  serve: {
    summary: 'answer a program that asks for secrets',
    load: async () => (await import('./commands/serve.js')).serve,
  },
  init: {
    summary: 'create a manifest from the names in a store',
    load: async () => (await import('./commands/init.js')).init,
  },
  add: {
    summary: 'declare one more secret in the manifest',
    load: async () => (await import('./commands/add.js')).add,
  },
  plan: {
    summary: 'show the plan that the manifest compiles to',
    load: async () => (await import('./commands/plan.js')).plan,
  },
  scan: {
    summary: 'look for values of secrets in files, the index and the history',
    load: async () => (await import('./commands/scan.js')).scan,
  },
  rekey: {
    summary: 'encrypt files again for their lists of recipients',
    load: async () => (await import('./commands/rekey.js')).rekey,
  },
  lint: {
    summary: 'show errors and warnings in the manifest',
    load: async () => (await import('./commands/lint.js')).lint,
  },
  explain: {
    summary: 'explain the code of an error or warning',
    load: async () => (await import('./commands/explain.js')).explain,
  },
  lsp: {
    summary: 'answer an editor over the Language Server Protocol',
    load: async () => (await import('./commands/lsp.js')).lsp,
  },
  mcp: {
    summary: 'answer an agent over the Model Context Protocol',
    load: async () => (await import('./commands/mcp.js')).mcp,
  },
  audit: {
    summary: 'show who accessed which secrets, and why',
    load: async () => (await import('./commands/audit.js')).audit,
  },
  doctor: {
    summary: 'show what works here, and what to do about the rest',
    load: async () => (await import('./commands/doctor.js')).doctor,
  },
  trust: {
    summary: 'show what the manifest makes this machine do, and approve it',
    load: async () => (await import('./commands/trust.js')).trust,
  },
  hook: {
    summary: 'load secrets into a shell while it is in their folder',
    load: async () => (await import('./commands/hook.js')).hook,
  },
  schema: {
    summary: 'print JSON Schemas, for editors and code generators',
    load: async () => (await import('./commands/schema.js')).schema,
  },
  types: {
    summary: 'print TypeScript for the secrets, with their loader',
    load: async () => (await import('./commands/types.js')).types,
  },
  completions: {
    summary: 'print the script that completes commands in a shell',
    load: async () => (await import('./commands/completions.js')).completions,
  },
  'cache clear': {
    summary: 'delete cached copies of values',
    load: async () => (await import('./commands/cache-clear.js')).cacheClear,
  },
  'plan diff': {
    summary: 'show what changed between two plans',
    load: async () => (await import('./commands/plan-diff.js')).planDiff,
  },
  'plan cost': {
    summary: 'show what `run` costs: requests, processes, files, unlocks',
    load: async () => (await import('./commands/plan-cost.js')).planCost,
  },
  'plan contacts': {
    summary: 'show every entry that a plan may contact, and why',
    load: async () => (await import('./commands/plan-contacts.js')).planContacts,
  },
  'plan policy': {
    summary: 'print the smallest permissions that `run` needs',
    load: async () => (await import('./commands/plan-policy.js')).planPolicy,
  },
  'plan why': {
    summary: 'show which lines made a secret what it is',
    load: async () => (await import('./commands/plan-why.js')).planWhy,
  },
  'plan uses': {
    summary: 'show what to rotate when a store or an entry leaks',
    load: async () => (await import('./commands/plan-uses.js')).planUses,
  },
  'plan simulate': {
    summary: 'show what happens if stores are down or secrets missing',
    load: async () => (await import('./commands/plan-simulate.js')).planSimulate,
  },
  'plan graph': {
    summary: 'draw the plan: stores, secrets, scopes and what is made of what',
    load: async () => (await import('./commands/plan-graph.js')).planGraph,
  },
  'plan emit': {
    summary: 'print the plan as the configuration of Kubernetes, CI and others',
    load: async () => (await import('./commands/plan-emit.js')).planEmit,
  },
  'config global init': {
    summary: 'choose the default store and profile of this user',
    load: async () => (await import('./commands/config-global-init.js')).configGlobalInit,
  },
  'config global show': {
    summary: 'show the user configuration',
    load: async () => (await import('./commands/config-global-show.js')).configGlobalShow,
  },
  'config global provider add': {
    summary: 'add or replace an alias of this user',
    load: async () => (await import('./commands/config-provider-add.js')).configProviderAdd,
  },
  'config global provider list': {
    summary: 'list the aliases of this user',
    load: async () => (await import('./commands/config-provider-list.js')).configProviderList,
  },
  'config global provider remove': {
    summary: 'remove an alias of this user',
    load: async () => (await import('./commands/config-provider-remove.js')).configProviderRemove,
  },
  'git configure': {
    summary: 'make Git ask tool for the password of a server',
    load: async () => (await import('./commands/git-configure.js')).gitConfigure,
  },
  'git unconfigure': {
    summary: 'remove what `git configure` wrote',
    load: async () => (await import('./commands/git-unconfigure.js')).gitUnconfigure,
  },
  'git login': {
    summary: 'store the password for a server',
    load: async () => (await import('./commands/git-login.js')).gitLogin,
  },
  'git logout': {
    summary: 'delete the password for a server',
    load: async () => (await import('./commands/git-logout.js')).gitLogout,
  },
  'git credential': {
    summary: 'answer Git as a credential helper',
    load: async () => (await import('./commands/git-credential.js')).gitCredential,
  },
  'docker configure': {
    summary: 'make Docker ask tool for the password of a registry',
    load: async () => (await import('./commands/docker-configure.js')).dockerConfigure,
  },
  'docker unconfigure': {
    summary: 'remove what `docker configure` wrote',
    load: async () => (await import('./commands/docker-unconfigure.js')).dockerUnconfigure,
  },
  'docker login': {
    summary: 'store the password for a registry',
    load: async () => (await import('./commands/docker-login.js')).dockerLogin,
  },
  'docker logout': {
    summary: 'delete the password for a registry',
    load: async () => (await import('./commands/docker-logout.js')).dockerLogout,
  },
  'docker credential': {
    summary: 'answer Docker as a credential helper',
    load: async () => (await import('./commands/docker-credential.js')).dockerCredential,
  },
  'config provider login': {
    summary: 'store the credentials of an alias',
    load: async () => (await import('./commands/config-provider-login.js')).configProviderLogin,
  },
};

/** Earlier names, which help does not show. */
const formerNames: Readonly<Record<string, keyof typeof commands>> = {
  'config init': 'config global init',
  'config show': 'config global show',
  'config provider add': 'config global provider add',
  'config provider list': 'config global provider list',
  'config provider remove': 'config global provider remove',
};

export function entryOf(name: string): CommandEntry | undefined {
  const current = Object.hasOwn(formerNames, name) ? formerNames[name] : name;
  return current !== undefined && Object.hasOwn(commands, current) ? commands[current] : undefined;
}
