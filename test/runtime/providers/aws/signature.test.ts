/** Our signatures are those of AWS's own library. */
import { expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import { signatureOf } from '#runtime/providers/aws/signature.js';
import { Sha256 } from './sha256.js';

const time = new Date('2026-11-22T10:11:12.345Z');

test.each([
  ['keys that last', null, '{"SecretId":"tool/shop/default/KEY"}'],
  ['keys that expire', 'IQoJb3JpZ2luX2VjE/token+with=signs', '{"SecretId":"é😀 \\" and more"}'],
  ['no body', 'token', undefined],
])('%s', async (_, sessionToken, body) => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' };
  const scope = {
    host: 'secretsmanager.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    service: 'secretsmanager',
  };
  const request = {
    method: 'POST',
    path: '/',
    isRepeatable: true,
    headers,
    ...(body !== undefined && { body }),
  } as const;
  const ours = signatureOf(request, { ...keys, sessionToken }, { ...scope, time });

  const theirs = new SignatureV4({
    credentials: { ...keys, ...(sessionToken !== null && { sessionToken }) },
    region: scope.region,
    service: scope.service,
    sha256: Sha256,
    applyChecksum: false,
  });
  const signed = await theirs.sign(
    {
      method: 'POST',
      protocol: 'https:',
      hostname: scope.host,
      path: '/',
      query: {},
      headers: { ...headers, host: scope.host },
      ...(body !== undefined && { body }),
    },
    { signingDate: time },
  );
  expect({ ...headers, host: scope.host, ...ours }).toEqual(signed.headers);
});
