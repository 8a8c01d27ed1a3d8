/** Sentences about what `tool scan` found, for all of its formats but JSON. */
import type { ScanFinding, ScanForm, ScannedSecret, ScanReport } from '#schemas/scan-report.js';

const FORM_WORDS: Readonly<Record<ScanForm, string>> = {
  plain: 'as it is',
  line: 'in part: a line of it',
  base64: 'in base64',
  hex: 'in hex',
  url: 'as in a URL',
  json: 'as in JSON',
  shell: 'with escapes',
  html: 'as in HTML',
  'utf-16': 'in UTF-16',
};

/** `API_KEY (default, production)`, several joined. */
export function secretsWords(secrets: readonly ScannedSecret[]): string {
  return secrets.map(({ secret, profiles }) => `${secret} (${profiles.join(', ')})`).join(', ');
}

export function findingWords({ secrets, form, commit }: ScanFinding): string {
  const where = commit === null ? '' : `, since commit ${commit.slice(0, 12)}`;
  return `the value of ${secretsWords(secrets)}, ${FORM_WORDS[form]}${where}`;
}

/** What was not looked for: names by reason. */
export function notLookedForWords({ notLookedFor }: ScanReport): readonly string[] {
  const reasons = [...new Set(notLookedFor.map(({ reason }) => reason))].sort();
  return reasons.map((reason) => {
    const names = notLookedFor.filter((one) => one.reason === reason).map((one) => secretsWords([one]));
    const shown =
      names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
    return `not looked for: ${shown.join(', ')}: ${REASON_WORDS[reason]}`;
  });
}

const MOST_NAMES = 10;
const REASON_WORDS: Readonly<Record<ScanReport['notLookedFor'][number]['reason'], string>> = {
  default: 'the value is a default of the manifest',
  empty: 'the value is empty',
  'no value': 'no value here',
  'store failed': 'the store failed',
  'too large': 'the value is too large',
  'too short': 'too short',
};
