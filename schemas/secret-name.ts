/** Unicode letters, digits and `_`, not starting with a digit (semantics 1.5). `defaults` is the profile's table. */
export function isSecretName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name);
}
