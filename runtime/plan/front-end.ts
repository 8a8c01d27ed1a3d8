/** The bridge: the one import of the compiler, and a dynamic one, so that a warm start never loads it. */

export type FrontEnd = typeof import('#compiler/index.js');

export function frontEnd(): Promise<FrontEnd> {
  return import('#compiler/index.js');
}

/** Questions asked of plans. They load neither the parser nor the shapes. */
export function outlineAnalysis(): Promise<typeof import('#compiler/analyses/outline/outline-plan.js')> {
  return import('#compiler/analyses/outline/outline-plan.js');
}
