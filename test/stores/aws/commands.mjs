/** The stores through the tool's commands: values, failures that no default hides, a hundred secrets, ways to find keys. */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { listening } from '../shared/loopback.mjs';
import { manifestOf } from '../shared/tool.mjs';
import { KEYS, keyOf, operationOf, REGION } from './world.mjs';

const ENTRIES = 100;
const DELAY_MS = 500;

export function commands({ address, ask, tool, between }) {
  const quiet = ({ stdout, stderr }) => doesNotMatch(stdout + stderr, /canary|at .*\.js:/);
  const hundred = (spec, service, put, calls) => async () => {
    const names = Array.from({ length: ENTRIES }, (_, index) => `KEY_${index}`);
    for (const name of names) await ask(service, ...put(name));
    const way = await between(DELAY_MS, [calls]);
    const secrets = names.map((name) => `${name} = { description = "A key" }`).join('\n');
    const environment = { ...KEYS, AWS_ENDPOINT_URL: way.address };
    const ran = await tool(manifestOf(spec, secrets), ['export', '--format', 'json'], { environment });
    way.stop();
    deepStrictEqual([ran.status, ran.stderr], [0, '']);
    const values = JSON.parse(ran.stdout);
    ok(names.every((name) => values[name] === name.toLowerCase()));
    // All at once: one round trip.
    deepStrictEqual([way.seen.requests.length, way.seen.most], [calls, calls]);
  };
  /** A value that is read with keys that are found in this way; gives which key signed the requests. */
  const foundKey = async (spec, { environment = {}, files = {} }) => {
    const way = await between(0);
    const got = await tool(manifestOf(spec), ['get', 'KEY'], {
      environment: { AWS_ENDPOINT_URL: way.address, ...environment },
      files,
    });
    way.stop();
    deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'of the chain', '']);
    const { requests } = way.seen;
    return { operations: requests.map(operationOf), keys: new Set(requests.map(keyOf)) };
  };
  const chained = (check) => async () => {
    await ask('ssm', 'PutParameter', {
      Name: '/tool/shop/default/KEY',
      Value: 'of the chain',
      Type: 'String',
      Overwrite: true,
    });
    await check();
  };
  const role = 'arn:aws:iam::123456789012:role/reader';

  return {
    ...Object.fromEntries(
      ['awssm', 'awsps'].map((scheme) => [
        `${scheme}: what is set is read again`,
        async () => {
          const uri = `${scheme}://${REGION}?prefix=commands`;
          const set = await tool(manifestOf(uri), ['set', 'KEY'], { input: 'correct horse' });
          deepStrictEqual([set.status, set.stdout], [0, '']);
          match(set.stderr, /target: item=\/?commands\/tool\/shop\/default\/KEY\n/);
          const got = await tool(manifestOf(uri), ['get', 'KEY']);
          deepStrictEqual([got.status, got.stdout.trimEnd(), got.stderr], [0, 'correct horse', '']);
          quiet(set);
          const missing = await tool(manifestOf(uri, 'GONE = { description = "A key" }'), ['get', 'GONE']);
          strictEqual(missing.status, 1);
          match(
            missing.stderr,
            scheme === 'awssm' ? /awssm: no secret commands\/tool/ : /awsps: no parameter \/commands\/tool/,
          );
          const removed = await tool(manifestOf(uri), ['delete', 'KEY']);
          strictEqual(removed.status, 1);
          match(removed.stderr, /does not remove entries/);
        },
      ]),
    ),

    'a default hides no server that is gone, no region and no keys that are missing': async () => {
      const weak = 'KEY = { description = "A key", default = "weak" }';
      const cases = [
        [
          { ...KEYS, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
          /error\[E1104\][\s\S]*127\.0\.0\.1:1 refused the connection/,
        ],
        [{}, /error\[E1112\][\s\S]*AWS_ACCESS_KEY_ID/],
        [{ AWS_PROFILE: 'gone' }, /error\[E1112\][\s\S]*the AWS files have no profile `gone`/],
      ];
      for (const [environment, said] of cases) {
        const got = await tool(manifestOf(`awssm://${REGION}`, weak), ['get', 'KEY'], { environment });
        deepStrictEqual([got.status, got.stdout], [1, '']);
        match(got.stderr, said);
        quiet(got);
      }
      const nowhere = await tool(manifestOf('awssm', weak), ['get', 'KEY']);
      match(nowhere.stderr, /error\[E1108\][\s\S]*names no region/);
    },

    [`awssm: ${ENTRIES} secrets at ${DELAY_MS} ms take one round trip of five requests`]: hundred(
      `awssm://${REGION}`,
      'secretsmanager',
      (name) => ['CreateSecret', { Name: `tool/shop/default/${name}`, SecretString: name.toLowerCase() }],
      5,
    ),
    [`awsps: ${ENTRIES} parameters at ${DELAY_MS} ms take one round trip of ten requests`]: hundred(
      `awsps://${REGION}?prefix=hundred`,
      'ssm',
      (name) => [
        'PutParameter',
        { Name: `/hundred/tool/shop/default/${name}`, Value: name.toLowerCase(), Type: 'String' },
      ],
      10,
    ),

    'keys of a role, through the token service': chained(async () => {
      const files = {
        '.aws/config': `[profile reader]\nregion = ${REGION}\nrole_arn = ${role}\nsource_profile = base\n`,
        '.aws/credentials': '[base]\naws_access_key_id = AKIDBASE\naws_secret_access_key = canary-s\n',
      };
      const { operations, keys } = await foundKey('awsps://reader@', { files });
      deepStrictEqual([operations[0], operations.length, [...keys][0]], ['AssumeRole', 2, 'AKIDBASE']);
      ok([...keys][1].startsWith('ASIA'));
    }),

    'keys of a web identity, as workloads of Kubernetes have it': chained(async () => {
      const files = { 'token.jwt': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' };
      const { operations } = await foundKey(`awsps://${REGION}`, {
        files,
        environment: { AWS_ROLE_ARN: role, AWS_WEB_IDENTITY_TOKEN_FILE: 'home/token.jwt' },
      });
      deepStrictEqual([operations[0], operations.length], ['AssumeRoleWithWebIdentity', 2]);
    }),

    'keys of a container': chained(async () => {
      const asked = [];
      const double = createServer((request, response) => {
        asked.push(request.headers.authorization);
        const Expiration = new Date(Date.now() + 3_600_000).toISOString();
        response.end(JSON.stringify({ AccessKeyId: 'AKIDCONTAINER', SecretAccessKey: 's', Token: 't', Expiration }));
      });
      const container = await listening(double);
      const { keys } = await foundKey(`awsps://${REGION}`, {
        environment: {
          AWS_CONTAINER_CREDENTIALS_FULL_URI: `${container.address}/keys`,
          AWS_CONTAINER_AUTHORIZATION_TOKEN: 'canary-token',
        },
      });
      container.stop();
      deepStrictEqual([[...keys], asked], [['AKIDCONTAINER'], ['canary-token']]);
    }),

    'keys of single sign-on; a session that has expired says how to sign in': chained(async () => {
      const asked = [];
      const double = createServer((request, response) => {
        asked.push([request.url.split('?')[0], request.headers['x-amz-sso_bearer_token']]);
        const roleCredentials = {
          accessKeyId: 'AKIDSSO',
          secretAccessKey: 's',
          sessionToken: 't',
          expiration: Date.now() + 3_600_000,
        };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ roleCredentials }));
      });
      const portal = await listening(double);
      const config = `[profile work]\nregion = ${REGION}\nsso_session = corp\nsso_account_id = 123456789012\nsso_role_name = Reader
[sso-session corp]\nsso_region = ${REGION}\nsso_start_url = https://corp.awsapps.com/start\n`;
      const session = (expiresAt) => ({
        '.aws/config': config,
        [`.aws/sso/cache/${createHash('sha1').update('corp').digest('hex')}.json`]: JSON.stringify({
          accessToken: 'canary-access',
          expiresAt: expiresAt.toISOString(),
          region: REGION,
          startUrl: 'https://corp.awsapps.com/start',
        }),
      });
      const environment = { AWS_PROFILE: 'work', AWS_ENDPOINT_URL_SSO: portal.address };
      const { keys } = await foundKey('awsps', { environment, files: session(new Date(Date.now() + 3_600_000)) });
      deepStrictEqual([[...keys], asked], [['AKIDSSO'], [['/federation/credentials', 'canary-access']]]);
      const late = await tool(manifestOf('awsps'), ['get', 'KEY'], { environment, files: session(new Date(0)) });
      portal.stop();
      strictEqual(late.status, 1);
      match(late.stderr, /error\[E1112\][\s\S]*aws sso login --profile work/);
      quiet(late);
    }),

    'keys of a program': chained(async () => {
      const printed = '{"Version":1,"AccessKeyId":"AKIDPROGRAM","SecretAccessKey":"s"}';
      const files = { '.aws/config': `[default]\nregion = ${REGION}\ncredential_process = /bin/echo '${printed}'\n` };
      deepStrictEqual([...(await foundKey('awsps', { files })).keys], ['AKIDPROGRAM']);
    }),

    'signatures are verified, and a denied read is named': async () => {
      await ask('iam', 'CreateUser', { UserName: 'reader' });
      const made = await ask('iam', 'CreateAccessKey', { UserName: 'reader' });
      const [, id] = /<AccessKeyId>([^<]+)/.exec(made);
      const [, key] = /<SecretAccessKey>([^<]+)/.exec(made);
      const statement = { Effect: 'Allow', Action: ['secretsmanager:GetSecretValue'], Resource: '*' };
      const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
      await ask('iam', 'PutUserPolicy', { UserName: 'reader', PolicyName: 'read', PolicyDocument });
      await ask('secretsmanager', 'CreateSecret', {
        Name: 'signed/tool/shop/default/KEY',
        SecretString: 'with rights',
      });
      await fetch(`${address}/moto-api/reset-auth`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: '0',
      });
      try {
        const get = (environment, uri = `awssm://${REGION}?prefix=signed`) =>
          tool(manifestOf(uri), ['get', 'KEY'], { environment });
        const environment = { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: key };
        const good = await get(environment);
        deepStrictEqual([good.status, good.stdout.trimEnd(), good.stderr], [0, 'with rights', '']);
        const wrong = await get({ ...environment, AWS_SECRET_ACCESS_KEY: 'canary-wrong' });
        deepStrictEqual([wrong.status, wrong.stdout], [1, '']);
        match(wrong.stderr, /error\[E1102\]/);
        quiet(wrong);
        // moto denies in XML; how AWS does it is tested with a double of our own.
        const denied = await get(environment, `awsps://${REGION}?prefix=signed`);
        deepStrictEqual([denied.status, denied.stdout], [1, '']);
        match(denied.stderr, /error\[E1102\]/);
      } finally {
        await fetch(`${address}/moto-api/reset-auth`, {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: '1000000',
        });
      }
    },
  };
}
