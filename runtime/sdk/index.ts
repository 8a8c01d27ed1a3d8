/** The library: what the package exports. Importing it loads almost nothing; each use loads what it needs. */
import type { CompiledManifest } from './compile-manifest.js';

export type { Diagnostic, ErrorKind } from '#schemas/diagnostics/diagnostic.js';
export type { Plan, PlanSecret, PlanSourceFile } from '#schemas/plan.js';
export type { ResolutionReport, SecretReport, ViolationReport } from '#schemas/report.js';
export { type Builder, builder } from './builder.js';
export type { CompiledManifest } from './compile-manifest.js';
export { ManifestError, MissingRequiredError, ToolError, type ToolErrorKind } from './errors.js';
export { keepTempFiles } from './keep-temp-files.js';
export type { NamedResult } from './named-result.js';
export type { SecretsReport, ReportedSecret } from './report.js';
export type { Resolved } from './resolved.js';
export type { Secret, SecretSource } from './secret.js';
export type { Session } from './session.js';
export type { Caller } from './settings.js';
export { type GeneratedFrom, type TypedLoad, type TypedSecrets, type TypedSettings, typed } from './typed.js';
export type { Warning } from './warning.js';

/** Compiles the manifest at `path` (relative to the working folder) and all it extends. Rejects with a ManifestError. */
export async function compileManifest(path: string): Promise<CompiledManifest> {
  const { compiled } = await import('./compile-manifest.js');
  return compiled(path);
}
