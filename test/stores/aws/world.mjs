/** What the cases share: a way to ask the services as another client does, stores, and the tool in folders of its own. */
import { slowWay } from '../shared/loopback.mjs';
import { openStore } from '../shared/store.mjs';
import { toolIn } from '../shared/tool.mjs';

export const REGION = 'eu-central-1';
export const KEYS = { AWS_ACCESS_KEY_ID: 'AKIDOFTHETEST', AWS_SECRET_ACCESS_KEY: 'canary-secret-access-key' };

export function makeWorld({ address }, folder, command) {
  const around = { AWS_ENDPOINT_URL: address, AWS_EC2_METADATA_DISABLED: 'true' };
  const tool = toolIn(folder, command, around);
  return {
    address,
    /** An operation of a service, by another client. */
    ask: (service, operation, input = {}) => asked(address, service, operation, input),
    /** A store of the project `shop`. */
    open: (spec, variables = {}) => openStore(spec, { variables: { ...KEYS, ...around, ...variables }, folder }),
    /** The tool, which has keys unless another environment is given. Files are those of its home. */
    tool: (manifest, args, { environment = KEYS, files = {}, ...more } = {}) => {
      const inHome = Object.entries(files).map(([path, content]) => [`home/${path}`, content]);
      return tool(manifest, args, { environment, files: Object.fromEntries(inHome), ...more });
    },
    between: (ms, together) => slowWay(address, ms, { together }),
    /** A way to moto, which gets one request at a time: it creates in two steps what AWS creates in one. */
    inTurn: () => {
      let last = Promise.resolve();
      const before = (_, response) => {
        const turn = last;
        last = new Promise((resolve) => response.once('close', resolve));
        return turn;
      };
      return slowWay(address, 0, { before });
    },
  };
}

/** The operation that a request asks for, and the key that signed it. */
export const operationOf = ({ headers, body }) => headers['x-amz-target'] ?? new URLSearchParams(body).get('Action');
export const keyOf = ({ headers }) => /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1];

const TARGETS = { secretsmanager: 'secretsmanager', ssm: 'AmazonSSM' };

/** JSON for the services of the stores; the query protocol for the others. */
async function asked(address, service, operation, input) {
  const target = TARGETS[service];
  const scope = `20260101/${REGION}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=AKID/${scope}, SignedHeaders=host, Signature=0`;
  const form = 'application/x-www-form-urlencoded';
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      authorization,
      ...(target && { 'x-amz-target': `${target}.${operation}` }),
      'content-type': target ? 'application/x-amz-json-1.1' : form,
    },
    body: target
      ? JSON.stringify(input)
      : new URLSearchParams({ Action: operation, Version: '2010-05-08', ...input }).toString(),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${text}`);
  return target ? JSON.parse(text) : text;
}
