/** Values that cannot be variables. Rare, so that their wording is loaded when there is one. */
import type { ToolError } from './errors.js';
import type { Secret } from './secret.js';

/** Why these cannot be set as variables: known before it is asked, for setting them waits for nothing. Null if they can. */
export async function unusableAsVariables(secrets: readonly Secret[]): Promise<ToolError | null> {
  const unusable = secrets.filter((secret) => secret.get()?.includes('\0') ?? secret.hasBytes);
  if (unusable.length === 0) return null;
  const [{ delivery }, { ofDiagnostics }] = await Promise.all([
    import('#schemas/diagnostics/E12-delivery.js'),
    import('./failed.js'),
  ]);
  return ofDiagnostics(
    unusable.map((secret) => (secret.get() === null ? delivery.E1202 : delivery.E1203)({ secret: secret.name })),
  );
}
