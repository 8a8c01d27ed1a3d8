/** What the tests of both stores of AWS have in common. */
import type { FakeAws } from '../../helpers/doubles/aws.js';
import type { HttpStoreWorld } from './http-store.js';
import type { MachineRow } from './machine.js';

/** Throttling is status 400 at AWS; what has status 429 is in front of it. */
export function awsWorld(aws: FakeAws): Pick<HttpStoreWorld, 'double' | 'refusal' | 'expireToken'> {
  const codes: Readonly<Record<number, string>> = {
    401: 'UnrecognizedClientException',
    403: 'AccessDeniedException',
    429: 'ThrottlingException',
    500: 'InternalServiceError',
    503: 'ServiceUnavailable',
  };
  const refusal = (status: number) => ({
    __type: codes[status] ?? 'ValidationException',
    message: 'an error occurred',
  });
  return { double: aws, refusal, expireToken: () => aws.keys.clear() };
}

const configured = (config: string) => ({ files: { 'home/.aws/config': config } });

export function machineOfAws(scheme: 'awssm' | 'awsps', service: string): readonly MachineRow[] {
  return [
    [scheme, 'the region', {}, { AWS_REGION: 'eu-west-1' }, { AWS_REGION: 'eu-west-2' }],
    [`${scheme}://eu-west-1`, 'the profile', {}, { AWS_PROFILE: 'one' }, { AWS_PROFILE: 'two' }],
    [`${scheme}://eu-west-1`, 'the endpoint', {}, {}, { AWS_ENDPOINT_URL: 'https://aws.test' }],
    [`${scheme}://eu-west-1`, 'its own endpoint', {}, {}, { [`AWS_ENDPOINT_URL_${service}`]: 'https://aws.test' }],
    [
      `${scheme}://eu-west-1`,
      'the account of the key',
      {},
      { AWS_ACCESS_KEY_ID: 'ASIAY34FZKBOKMUTVV7A' },
      { AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE' },
    ],
    [
      scheme,
      'the region of a profile',
      {},
      configured('[default]\nregion = eu-west-1\n'),
      configured('[default]\nregion = eu-west-2\n'),
    ],
    [
      `${scheme}://eu-west-1`,
      'the role of a profile',
      {},
      configured('[default]\nrole_arn = arn:aws:iam::1:role/a\n'),
      configured('[default]\nrole_arn = arn:aws:iam::2:role/a\n'),
    ],
  ];
}
