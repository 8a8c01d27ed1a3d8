/** What reading a document of SOPS loads: for a usual key of age neither its library nor Node's `fetch`, which that one starts. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sopsJson } from './sops-documents.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

const SCRIPT = `
  import { decryptHere } from '#runtime/providers/sops/decrypt-here.js';
  import { parseDocument } from '#runtime/providers/sops/parse-document.js';
  const [identity, text] = process.argv.slice(1);
  const found = await decryptHere(await parseDocument(Buffer.from(text), 'json'), [identity]);
  const isFetchLoaded = process.moduleLoadList.some((name) => name.includes('undici'));
  console.log(JSON.stringify({ found, isFetchLoaded }));
`;

test('a usual key of age is read without the library', async () => {
  const identity = await generateX25519Identity();
  const text = await sopsJson([await identityToRecipient(identity)], { A: 'value' });
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT, '--', identity, text], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const { found, isFetchLoaded } = JSON.parse(printed);
  expect(JSON.stringify(found)).toContain('"value"');
  expect(isFetchLoaded).toBe(false);
});
