/** Store specs: grammar, judgement, spelling, redaction. */
import fc from 'fast-check';
import { hiddenInSource } from '#compiler/source/hidden-in-source.js';
import { providers } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { conventionText } from '#schemas/stores/convention.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { identityText } from '#schemas/stores/identity.js';
import { faultWords } from '#schemas/stores/judge.js';
import { judgeSpec, schemeFault, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { filePathOf, parseStoreUri, renderStoreUri } from '#schemas/addresses/store-uri.js';
import { SPELLINGS } from '../../helpers/credential-spellings.js';
import { must, target } from '../target.js';
import { anyText, anyWord, damaged } from '../texts.js';

const SPECS = [
  ...['keyring', 'keyring://folder/{project}/{profile}/{key}', 'dotenv', 'dotenv:.env.prod', 'dotenv:///abs/.env'],
  ...['dotenv:~/x/.env', 'file:./secrets', 'env://', 'null://', 'vault://host:8200/secret?kv=2', 'awssm://eu-west-1'],
  ...[
    'onepassword://account@Vault',
    'user:pa%20ss@host',
    'kdbx:./a.kdbx?keyfile=k',
    'C:\\secrets',
    'file:C:/secrets?x=1&x=2',
  ],
];
const built = fc
  .tuple(
    fc.constantFrom(...Object.keys(providers), 'x', '1password'),
    fc.constantFrom(':', '://', ''),
    anyWord,
    anyWord,
    anyWord,
  )
  .map(([scheme, colon, authority, path, query]) => `${scheme}${colon}${authority}/${path}?${query}=${path}`);

const CANARY = 'canary0451';

/** Whatever is around an address, its credential is hidden, also where a TOML file is shown. */
function mustHide(around: string): void {
  const address = SPELLINGS[around.length % SPELLINGS.length]?.(CANARY) ?? '';
  for (const text of [`${around} ${address}`, `\`${address}\` ${around}`]) {
    const shown = withoutCredentials(text);
    must(!shown.includes(CANARY), `a credential is shown: ${shown}`);
  }
  const line = `x = ${JSON.stringify(address)} # ${around.replace(/[\r\n]/gu, ' ')}`;
  const hidden = hiddenInSource(line)({ start: 0, end: line.length }, true);
  const at = line.indexOf(CANARY);
  must(
    hidden.some(({ start, end }) => start <= at && at + CANARY.length <= end),
    `a credential is shown: ${line}`,
  );
}

export const storeUris = target({
  name: 'store-uris',
  share: 14,
  inputs: fc.oneof(damaged(SPECS), built, anyText),
  judge: (text) => {
    const { uri, faults } = judgeSpec(text);
    for (const fault of faults) must(faultWords(fault).message !== '', 'a fault has words');
    mustHide(text);
    conventionText(uri, { project: 'p', profile: 'q', key: 'K' });
    if (uri === null) return;
    schemeFault(uri, UNCLAIMED);
    must(
      typeof identityText(uri, { project: 'shop', profile: 'default' }) === 'string' &&
        typeof filePathOf(uri) === 'string',
      'a store has an identity',
    );
    const canonical = canonicalSpec(uri);
    must(canonical.isWellFormed(), 'a spec has a canonical spelling');
    const respelled = parseStoreUri(canonical);
    if (faults.length === 0)
      must(respelled.kind === 'uri' && canonicalSpec(respelled) === canonical, `${canonical} is not its own spelling`);
    const password = uri.userinfo?.password ?? '';
    const written = renderStoreUri(uri);
    const again = parseStoreUri(written);
    must(again.kind === 'uri', `${written} is no spec`);
    must(renderStoreUri(again) === written, `${written} becomes ${renderStoreUri(again)}`);
    // The same text may stand elsewhere in the address, where it is no password.
    must(password === '' || written.includes(':***@'), 'a password is shown');
  },
});
