/** Names that indicate a credential. Whole words count: `TOKENIZER` is not one. */

/** Runs of words. `PUBLIC_KEY` and a mere `KEY` are left alone. */
const CREDENTIALS: readonly (readonly string[])[] = [
  ['PASSWORD'],
  ['PASSWD'],
  ['PASSPHRASE'],
  ['PWD'],
  ['SECRET'],
  ['SECRETS'],
  ['TOKEN'],
  ['CREDENTIAL'],
  ['CREDENTIALS'],
  ['APIKEY'],
  ['API', 'KEY'],
  ['ACCESS', 'KEY'],
  ['PRIVATE', 'KEY'],
  ['ENCRYPTION', 'KEY'],
  ['SIGNING', 'KEY'],
  ['MASTER', 'KEY'],
];

/** A last word that makes it the name of something about a credential: its place, its name, its lifetime. */
const ABOUT: ReadonlySet<string> = new Set(
  `URL URI ENDPOINT HOST PORT ADDRESS DOMAIN FILE FILENAME PATH DIR DIRECTORY NAME ID TYPE KIND ALGORITHM HEADER PREFIX
  ISSUER AUDIENCE SCOPE SCOPES LENGTH SIZE BITS TTL EXPIRY EXPIRATION LIFETIME TIMEOUT AGE SECONDS MINUTES HOURS DAYS
  ENABLED REQUIRED POLICY STORE MANAGER PROVIDER`.split(/\s+/u),
);

/** `holds`: a credential by its name. `about`: something about one. `other`: neither. */
export type NameKind = 'holds' | 'about' | 'other';

export function credentialName(name: string): NameKind {
  const words = wordsOf(name);
  if (!CREDENTIALS.some((run) => holdsRun(words, run))) return 'other';
  return ABOUT.has(words.at(-1) ?? '') ? 'about' : 'holds';
}

/** Upper-case words of `API_KEY`, `apiKey` and `ApiKey2`; digits end a word and are not part of one. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toUpperCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

function holdsRun(words: readonly string[], run: readonly string[]): boolean {
  return words.some((_word, start) => run.every((word, index) => words[start + index] === word));
}
