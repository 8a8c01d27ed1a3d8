/** JSON Schemas, as text: of the configuration files, of outputs, and of the secrets that a plan has. */
import { prettyJson } from '#schemas/canonical.js';
import type { OutputName } from '#schemas/outputs/output-names.js';
import type { Plan } from '#schemas/plan.js';
import { configurationSchemas, secretsSchemaAnalysis } from '../plan/front-end.js';
import { requireProfile } from './outline.js';

/** The schema of the manifest (`project`), or of the user configuration (`global`). */
export async function configurationSchemaText(kind: 'project' | 'global'): Promise<string> {
  const { configurationSchema } = await configurationSchemas();
  return configurationSchema(kind);
}

/** The schema of what a command prints for programs. */
export async function outputSchemaText(name: OutputName): Promise<string> {
  const { outputSchema } = await import('#schemas/outputs/output-schema.js');
  return outputSchema(name);
}

/** The schema of the secrets of one profile; of all profiles for null. Stops if the plan does not have the profile. */
export async function secretsSchemaText(plan: Plan, profile: string | null): Promise<string> {
  if (profile !== null) requireProfile(plan, profile);
  const { secretsSchema } = await secretsSchemaAnalysis();
  return prettyJson(secretsSchema(plan, profile));
}
