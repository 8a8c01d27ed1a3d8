/** Names that a person typed, as the audit log may have them: any of them may be an address with a credential (semantics 0.1). */

/** What every credential in an address has. */
const MAY_HOLD = /[@%=]|ops_|AGE-SECRET-KEY-/iu;

/** The same names without credentials. What hides them is loaded when there may be one. */
export async function shownNames<Names extends object>(names: Names): Promise<Names> {
  if (
    !Object.values(names)
      .flat()
      .some((name) => MAY_HOLD.test(name ?? ''))
  )
    return names;
  const { withEachText, withoutCredentials } = await import('#schemas/stores/hidden-parts.js');
  return withEachText(names, withoutCredentials);
}
