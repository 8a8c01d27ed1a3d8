/** Who is calling, as far as the reason policy asks. */

type Variables = Readonly<Record<string, string | undefined>>;

/** `TOOL_AGENT` with any text in it is an explicit opt-in (spec 5.3, rule 3). */
export function isAgent(variables: Variables): boolean {
  return (variables['TOOL_AGENT'] ?? '') !== '';
}
