/** A program that waits for a line on stdin and then sets one key of a dotenv file: FILE KEY VALUE. */
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, convention, openStore, portsIn } from './open-store.js';

const [file = '', key = '', value = ''] = process.argv.slice(2);
const store = await openStore(`dotenv:${file}`, portsIn('/'));
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const entry = { at: convention(key), value: SecretValue.fromText(value) };
  const [answer] = (await store.write?.([entry], CALL)) ?? [];
  process.exit(answer?.kind === 'written' ? 0 : 1);
});
