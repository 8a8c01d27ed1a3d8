/** The bridge: the one import of the compiler, and a dynamic one, so that a warm start never loads it. */

export type { PlacedFix, Trees } from '#compiler/index.js';
export type FrontEnd = typeof import('#compiler/index.js');

export function frontEnd(): Promise<FrontEnd> {
  return import('#compiler/index.js');
}

/** Questions asked of plans. They load neither the parser nor the shapes. */
export function outlineAnalysis(): Promise<typeof import('#compiler/analyses/outline/outline-plan.js')> {
  return import('#compiler/analyses/outline/outline-plan.js');
}

export function entriesAnalysis(): Promise<typeof import('#compiler/analyses/plan-entries.js')> {
  return import('#compiler/analyses/plan-entries.js');
}

export function contactsAnalysis(): Promise<typeof import('#compiler/analyses/contacts/plan-contacts.js')> {
  return import('#compiler/analyses/contacts/plan-contacts.js');
}

export function simulationAnalysis(): Promise<typeof import('#compiler/analyses/simulate/plan-simulation.js')> {
  return import('#compiler/analyses/simulate/plan-simulation.js');
}

export function graphAnalysis(): Promise<typeof import('#compiler/analyses/graph/plan-graph.js')> {
  return import('#compiler/analyses/graph/plan-graph.js');
}

export function pictureAnalysis(): Promise<typeof import('#compiler/analyses/graph/plan-picture.js')> {
  return import('#compiler/analyses/graph/plan-picture.js');
}

export function costAnalysis(): Promise<typeof import('#compiler/analyses/cost/plan-cost.js')> {
  return import('#compiler/analyses/cost/plan-cost.js');
}

export function secretsSchemaAnalysis(): Promise<typeof import('#compiler/analyses/secrets-schema.js')> {
  return import('#compiler/analyses/secrets-schema.js');
}

/** Schemas of the configuration files themselves; they need no plan. */
export function configurationSchemas(): Promise<typeof import('#compiler/shape/json-schema.js')> {
  return import('#compiler/shape/json-schema.js');
}

/** Asked for the comment of a pull request alone. */
export function reviewAnalysis(): Promise<typeof import('#compiler/analyses/diff/review-plans.js')> {
  return import('#compiler/analyses/diff/review-plans.js');
}

export function diffAnalysis(): Promise<typeof import('#compiler/analyses/diff/diff-plans.js')> {
  return import('#compiler/analyses/diff/diff-plans.js');
}

export type { TomlEdit } from '#compiler/edit/edit-toml.js';

/** Edits a manifest or a user configuration in place. */
export function tomlEditor(): Promise<typeof import('#compiler/edit/edit-toml.js')> {
  return import('#compiler/edit/edit-toml.js');
}

export type EditorFrontEnd = typeof import('#compiler/editor/index.js');
export type { Mention, NameKind, Occurrence, Point, Setting } from '#compiler/editor/index.js';

/** What an editor asks of texts that may be broken. */
export function editorFrontEnd(): Promise<EditorFrontEnd> {
  return import('#compiler/editor/index.js');
}

/** Asked of the trees of a compilation; loads no parser itself. */
export function whyAnalysis(): Promise<typeof import('#compiler/analyses/why/why-secret.js')> {
  return import('#compiler/analyses/why/why-secret.js');
}

export function usesAnalysis(): Promise<typeof import('#compiler/analyses/uses/uses-of-store.js')> {
  return import('#compiler/analyses/uses/uses-of-store.js');
}

export function permissionsAnalysis(): Promise<typeof import('#compiler/analyses/policy/plan-policy.js')> {
  return import('#compiler/analyses/policy/plan-policy.js');
}

export function emissionAnalysis(): Promise<typeof import('#compiler/analyses/emit/plan-emission.js')> {
  return import('#compiler/analyses/emit/plan-emission.js');
}

/** Reads policies and judges manifests by them. */
export function policyJudge(): Promise<typeof import('#compiler/policy/index.js')> {
  return import('#compiler/policy/index.js');
}

export type { DocumentReference, ParsedDocument } from '#compiler/template/parse-document.js';

/** Parses files to fill. */
export function documentParser(): Promise<typeof import('#compiler/template/parse-document.js')> {
  return import('#compiler/template/parse-document.js');
}

export type { DeclaredName } from '#compiler/analyses/code/declared-names.js';

/** Asked of the trees of a compilation; loads no parser itself. */
export function codeAnalysis(): Promise<typeof import('#compiler/analyses/code/declared-names.js')> {
  return import('#compiler/analyses/code/declared-names.js');
}
