/** Who is calling, as far as the reason policy needs it. */

type Variables = Readonly<Record<string, string | undefined>>;

/** A `TOOL_AGENT` that is not empty is an explicit opt-in (spec 5.3, rule 3). */
export function isAgent(variables: Variables): boolean {
  return (variables['TOOL_AGENT'] ?? '') !== '';
}
