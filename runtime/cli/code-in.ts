/** The code of a finding, as people copy it: `e0203`, `[E0203]` and `error[E0203]:` mean the same. */
export function codeIn(text: string): string {
  return /^(?:error|warning)?\[?([ew]\d{4})\]?:?$/iu.exec(text.trim())?.[1]?.toUpperCase() ?? text;
}
