/**
 * A guard before moto, which enforces no resources: each request passes if a policy allows it, as the simulator of IAM judges. Resources
 * and permissions are those of AWS's references
 * (docs.aws.amazon.com/service-authorization/latest/reference/list_awssecretsmanager.html, list_awssystemsmanager.html, list_awskeymanagementservice.html).
 */
import { createServer } from 'node:http';
import { listening } from '../shared/loopback.mjs';
import { ACCOUNT } from './simulator.mjs';
import { REGION } from './world.mjs';

/** The key that entries below `keyed/` are encrypted with, and how an address names it. */
export const KEY = {
  alias: 'alias/mine',
  arn: `arn:aws:kms:${REGION}:${ACCOUNT}:key/11111111-2222-4333-8444-555555555555`,
};

/** `policy` is set before each run; `seen`: the operations of that run. */
export async function guardedMoto({ address, ask }, simulator) {
  const guard = { policy: null, seen: [] };
  const isAllowed = (right) => simulator.isAllowed(guard.policy, right);
  const denialOf = async (rights) => {
    for (const right of rights) if (!(await isAllowed(right))) return right;
    return null;
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const operation = request.headers['x-amz-target'].split('.')[1];
    const input = JSON.parse(body);
    guard.seen.push(operation);
    const denied = await denialOf(await rightsOf(operation, input, ask));
    if (denied !== null) return answer(response, 400, accessDenied(denied));
    const kept = operation === 'BatchGetSecretValue' ? await splitBatch(input, ask, denialOf) : { input, errors: [] };
    if (kept.input === null) return answer(response, 200, { SecretValues: [], Errors: kept.errors });
    const sent = await fetch(address, {
      method: 'POST',
      headers: passedOn(request.headers),
      body: JSON.stringify(kept.input),
    });
    const output = await sent.json();
    if (kept.errors.length > 0) output.Errors = [...(output.Errors ?? []), ...kept.errors];
    return answer(response, sent.status, output);
  });
  // It ends with the suite.
  return Object.assign(guard, await listening(server.unref()));
}

function passedOn({ authorization, 'x-amz-target': target, 'content-type': type }) {
  return { authorization, 'x-amz-target': target, 'content-type': type };
}

function answer(response, status, output) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(output));
}

function accessDenied({ action, resource }) {
  const message = `User: arn:aws:iam::${ACCOUNT}:user/tool is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  return { __type: 'AccessDeniedException', message, Message: message };
}

/** A batch answers for the secrets that its caller may read; for each of the others, it has an error. */
async function splitBatch(input, ask, denialOf) {
  const errors = [];
  const allowed = [];
  for (const id of input.SecretIdList) {
    const denied = await denialOf(await rightsOf('GetSecretValue', { SecretId: id }, ask));
    if (denied === null) allowed.push(id);
    else errors.push({ SecretId: id, ErrorCode: 'AccessDeniedException', Message: accessDenied(denied).message });
  }
  return { input: allowed.length === 0 ? null : { ...input, SecretIdList: allowed }, errors };
}

async function rightsOf(operation, input, ask) {
  switch (operation) {
    case 'GetSecretValue':
      return [
        await ofSecret('GetSecretValue', input.SecretId, ask),
        ...ofKey('secretsmanager', ['Decrypt'], input.SecretId),
      ];
    case 'BatchGetSecretValue':
      return [{ action: 'secretsmanager:BatchGetSecretValue', resource: '*' }];
    case 'CreateSecret':
      return [
        await ofSecret('CreateSecret', input.Name, ask),
        ...(input.Tags === undefined ? [] : [await ofSecret('TagResource', input.Name, ask)]),
        ...ofKey('secretsmanager', ['GenerateDataKey', 'Decrypt'], input.Name),
      ];
    case 'PutSecretValue':
      return [
        await ofSecret('PutSecretValue', input.SecretId, ask),
        ...ofKey('secretsmanager', ['GenerateDataKey', 'Decrypt'], input.SecretId),
      ];
    case 'GetParameters':
      return input.Names.flatMap((name) => [
        { action: 'ssm:GetParameters', resource: parameterArn(name) },
        ...(input.WithDecryption ? ofKey('ssm', ['Decrypt'], name) : []),
      ]);
    case 'PutParameter':
      return [
        { action: 'ssm:PutParameter', resource: parameterArn(input.Name) },
        ...ofKey('ssm', ['Encrypt', 'GenerateDataKey'], input.Name),
      ];
    default:
      throw new Error(`no permission is known for ${operation}`);
  }
}

/** A secret that does not exist has an ARN for policies, too: "securely grant permissions to a secret that doesn't yet exist" (User Guide). */
async function ofSecret(action, id, ask) {
  const found = await ask('secretsmanager', 'DescribeSecret', { SecretId: id }).catch(() => null);
  const resource = found?.ARN ?? `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:${id}-a1B2c3`;
  return { action: `secretsmanager:${action}`, resource };
}

/** The name may be pinned to a version or a label. */
function parameterArn(name) {
  if (name.startsWith('arn:')) return name;
  return `arn:aws:ssm:${REGION}:${ACCOUNT}:parameter/${name.replace(/^\//u, '').replace(/:[^:]+$/u, '')}`;
}

/** The service uses the key for its caller, who needs the right to it. The account's own key needs none. */
function ofKey(service, operations, name) {
  if (!name.includes('keyed/')) return [];
  const context = { 'kms:ViaService': `${service}.${REGION}.amazonaws.com`, 'kms:ResourceAliases': [KEY.alias] };
  return operations.map((operation) => ({ action: `kms:${operation}`, resource: KEY.arn, context }));
}
