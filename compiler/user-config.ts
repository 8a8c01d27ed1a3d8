/** User configuration text → values (spec 2.3.1, 6). Its aliases are checked when they are linked, not here. */
import type { Diagnostic, Report } from '#schemas/diagnostics/diagnostic.js';
import { named } from '#schemas/named.js';
import type { PlannedStore } from '#schemas/plan.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { NO_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';
import { agentCommandsOf } from './agent-commands.js';
import { findings } from './findings.js';
import { hookOf } from './hook-settings.js';
import { aliasFormIsSound } from './shape/alias-forms.js';
import { aliasStore } from './shape/alias-store.js';
import { alias } from './shape/coordinates-shape.js';
import { withoutForgiven } from './shape/forgiven-settings.js';
import { nameIsSound } from './shape/name-limit.js';
import { judgeShape } from './shape/shape-errors.js';
import { userConfigRootShape } from './shape/user-config-shape.js';
import { readToml } from './toml/read-toml.js';

/** `file` is how the configuration is shown to people. Null after any error: a partly read configuration would be a guess. */
export function readUserConfig(
  file: string,
  text: string,
): { readonly config: UserConfig | null; readonly diagnostics: readonly Diagnostic[] } {
  const { report, all, hasErrors } = findings();
  const values = readToml(file, text, report);
  const config = values === null ? null : configOf(file, values, report);
  return { config: hasErrors() ? null : config, diagnostics: all() };
}

function configOf(file: string, values: Readonly<Record<string, unknown>>, report: Report): UserConfig | null {
  const context = { at: { file, path: [] }, table: 'the user configuration' };
  const root = judgeShape(userConfigRootShape, withoutForgiven(values, context, report), context, report);
  if (root === null) return null;
  const audit = root.audit ?? {};
  return {
    profile: root.defaults?.profile ?? null,
    provider: root.defaults?.provider ?? null,
    aliases: named(aliasesOf(file, root.defaults?.providers ?? {}, report)),
    audit: {
      enabled: audit.enabled ?? true,
      path: audit.path ?? null,
      maxSizeBytes: audit.max_size_bytes ?? NO_USER_CONFIG.audit.maxSizeBytes,
    },
    requiresTrust: root.trust?.require ?? false,
    agentCommands: named(agentCommandsOf(file, root.agents?.commands ?? {}, report)),
    hook: hookOf(file, root.hook ?? {}, report),
  };
}

function* aliasesOf(
  file: string,
  written: Readonly<Record<string, unknown>>,
  report: Report,
): Generator<[string, PlannedStore]> {
  for (const [name, value] of Object.entries(written)) {
    const place = { file, path: ['defaults', 'providers', name] };
    if (!nameIsSound(name, 'an alias', { ...place, part: 'key' }, report)) continue;
    const shape = judgeShape(alias, value, { at: place, table: 'a provider alias' }, report);
    if (shape === null || !aliasFormIsSound(name, shape, place, report)) continue;
    yield [name, aliasStore(shape, (spec) => storeRefOf(spec, () => false))];
  }
}
