/** What becomes of secrets and parameters: written, read, listed, pinned; writers at the same moment; batches. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { byName, CALL, foundValue, inShort, readAll, ref, secret, write } from '../shared/store.mjs';
import { REGION } from './world.mjs';

const TEXTS = ['first', 'two\nlines', 'é\n"\\😀', ' edges '];
const COUNT = 45;

export function entries({ ask, open, between, inTurn }) {
  const sm = `awssm://${REGION}`;
  const ps = `awsps://${REGION}`;
  const names = Array.from({ length: COUNT }, (_, index) => `KEY_${index}`);
  const roundTrip = (spec) => async () => {
    const store = await open(spec);
    deepStrictEqual(await readAll(store, byName('TRIP')), ['absent']);
    for (const text of TEXTS) {
      deepStrictEqual(await write(store, 'TRIP', text), { kind: 'written' });
      deepStrictEqual(await readAll(store, byName('TRIP'), byName('GONE')), [foundValue(text), 'absent']);
    }
    await store.close();
  };
  const many = (spec, calls) => async () => {
    const way = await between(0);
    const store = await open(spec, { AWS_ENDPOINT_URL: way.address });
    const values = names.map((name) => ({ at: byName(name), value: secret(name.toLowerCase()) }));
    ok((await store.write(values, CALL)).every(({ kind }) => kind === 'written'));
    way.seen.requests.length = 0;
    const found = await store.read([...names, 'GONE', 'KEY_0'].map(byName), CALL);
    deepStrictEqual(found.map(inShort), [
      ...names.map((name) => `found ${name.toLowerCase()}`),
      'absent',
      'found key_0',
    ]);
    strictEqual(way.seen.requests.length, calls);
    await store.close();
    way.stop();
  };
  const race = (spec) => async () => {
    const way = await inTurn();
    const store = await open(spec, { AWS_ENDPOINT_URL: way.address });
    const texts = Array.from({ length: 8 }, (_, index) => `writer ${index}`);
    const answers = await Promise.all(texts.map((text) => write(store, 'RACE', text, { onlyIfAbsent: true })));
    deepStrictEqual(answers.map(({ kind }) => kind).sort(), [...Array(7).fill('present'), 'written']);
    const winner = texts[answers.findIndex(({ kind }) => kind === 'written')];
    deepStrictEqual(await readAll(store, byName('RACE')), [`found ${winner}`]);
    for (const answer of answers) if (answer.kind === 'present') strictEqual(answer.value.revealText(), winner);
    await store.close();
    way.stop();
  };

  return {
    'awssm: written, replaced, read': roundTrip(sm),
    'awssm: below a prefix': roundTrip(`${sm}?prefix=team`),
    'awsps: written, replaced, read': roundTrip(ps),
    'awsps: by a template': roundTrip(`${ps}?template=/{profile}/{project}/{key}`),
    [`awssm: ${COUNT} secrets and a missing one take three requests`]: many(`${sm}?prefix=many`, 3),
    [`awsps: ${COUNT} parameters and a missing one take five requests`]: many(`${ps}?prefix=many`, 5),
    'awssm: of writers of a new secret one wins': race(sm),
    'awsps: of writers of a new parameter one wins': race(ps),

    'awssm: bytes, fields, ARNs, key and tags': async () => {
      const store = await open(`${sm}?prefix=kept&kms_key_id=alias/mine&tag.team=platform`);
      await write(store, 'BYTES', new Uint8Array([0, 0xff, 0x0a]));
      const told = await ask('secretsmanager', 'DescribeSecret', { SecretId: 'kept/tool/shop/default/BYTES' });
      deepStrictEqual([told.KmsKeyId, told.Tags], ['alias/mine', [{ Key: 'team', Value: 'platform' }]]);
      const [bytes] = await store.read([byName('BYTES')], CALL);
      strictEqual(Buffer.from(bytes.value.reveal()).toString('hex'), '00ff0a');
      const { ARN } = await ask('secretsmanager', 'CreateSecret', {
        Name: 'app',
        SecretString: '{"user":"u","port":8080}',
      });
      const fields = [
        ref('app', { field: 'user' }),
        ref(ARN, { field: 'port' }),
        ref('app', { field: 'gone' }),
        ref(ARN),
      ];
      deepStrictEqual(await readAll(store, ...fields), [
        'found u',
        'found 8080',
        'absent',
        'found {"user":"u","port":8080}',
      ]);
      await store.close();
    },

    'awssm: a secret that waits for its deletion is not missing': async () => {
      const store = await open(`${sm}?prefix=deleted`);
      await write(store, 'KEY', 'old');
      await ask('secretsmanager', 'DeleteSecret', {
        SecretId: 'deleted/tool/shop/default/KEY',
        RecoveryWindowInDays: 7,
      });
      const [alone] = await store.read([byName('KEY')], CALL);
      match(alone.failure.detail, /is scheduled for deletion/);
      const [inBatch, gone] = await store.read([byName('KEY'), byName('GONE')], CALL);
      deepStrictEqual([inBatch.failure?.kind, gone.kind], ['failed', 'absent']);
      await ask('secretsmanager', 'RestoreSecret', { SecretId: 'deleted/tool/shop/default/KEY' });
      deepStrictEqual(await readAll(store, byName('KEY')), ['found old']);
      await store.close();
    },

    'awssm: the old value stays the previous version': async () => {
      const store = await open(`${sm}?prefix=versions`);
      for (const text of ['one', 'two']) await write(store, 'KEY', text);
      const input = { SecretId: 'versions/tool/shop/default/KEY', VersionStage: 'AWSPREVIOUS' };
      strictEqual((await ask('secretsmanager', 'GetSecretValue', input)).SecretString, 'one');
      await store.close();
    },

    'awsps: versions and labels, and those that do not exist': async () => {
      const store = await open(`${ps}?prefix=pins`);
      for (const text of ['one', 'two', 'three']) await write(store, 'KEY', text);
      const name = '/pins/tool/shop/default/KEY';
      await ask('ssm', 'LabelParameterVersion', { Name: name, ParameterVersion: 2, Labels: ['stable'] });
      const pins = ['1', 'stable', '9', 'gone'].map((version) => ref(name, { version }));
      const answers = await readAll(store, ref(name), ...pins, ref('/pins/gone', { version: '1' }));
      deepStrictEqual(answers, ['found three', 'found one', 'found two', 'failed failed', 'failed failed', 'absent']);
      await store.close();
    },

    'awsps: values are encrypted, and keep their versions': async () => {
      const store = await open(`${ps}?prefix=sealed&tier=advanced`);
      for (const text of ['one', 'two']) await write(store, 'KEY', text);
      const { Parameter } = await ask('ssm', 'GetParameter', { Name: '/sealed/tool/shop/default/KEY' });
      deepStrictEqual([Parameter.Type, Parameter.Version], ['SecureString', 2]);
      ok(Parameter.Value !== 'two');
      await store.close();
    },

    'awsps: all pages of a listing': async () => {
      const store = await open(`${ps}?prefix=listed`);
      for (const name of names.slice(0, 25)) await write(store, name, 'x');
      await ask('ssm', 'PutParameter', { Name: '/listed/tool/shop/default/nested/deep', Value: 'x', Type: 'String' });
      const { entries: found } = await store.list(CALL);
      deepStrictEqual(found.map(({ name }) => name).sort(), names.slice(0, 25).sort());
      await store.close();
    },
  };
}
