/** The endpoint of a service of AWS: its region and its address (providers-cloud 3.1 (5), (6), errata of 2.5). */
import { awsHost } from '#schemas/providers/aws-host.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type Environment, firstVariableIn, variableIn } from '../../values/environment.js';
import { addressIn, basePathOf } from '../bases/endpoint.js';
import { type Failed, failed } from '../store-failure.js';
import type { AwsProfile } from './aws-profile.js';

export interface AwsService {
  readonly title: string;
  /** In its host name and in signatures. */
  readonly name: 'secretsmanager' | 'ssm';
  /** Before the name of an operation. */
  readonly target: 'secretsmanager' | 'AmazonSSM';
  /** In names of settings. */
  readonly setting: 'secrets_manager' | 'ssm';
}

export interface AwsEndpoint {
  readonly kind: 'endpoint';
  readonly region: string;
  readonly origin: string;
  /** The path of an endpoint that is configured with one, as the AWS CLI takes it. */
  readonly basePath: string;
}

/** Files that cannot be read matter only if something is missing without them. */
export function awsEndpointOf(
  uri: StoreUri,
  service: AwsService,
  profile: AwsProfile | Failed,
  environment: Environment,
): AwsEndpoint | Failed {
  const given = uri.authority || firstVariableIn(environment, ['AWS_REGION', 'AWS_DEFAULT_REGION']);
  if (given === '' && profile.kind === 'failed') return profile;
  const region = given || settingOf(profile, 'region');
  if (region === '')
    return failed(
      'unsupported',
      `\`${uri.scheme}\` names no region`,
      `write \`${uri.scheme}://REGION\`, or set \`AWS_REGION\``,
    );
  // It becomes part of a host name, which a text of the manifest must not choose.
  if (!/^[a-z]{2,}(-[a-z0-9]+){1,5}$/.test(region))
    return failed('unsupported', `\`${uri.scheme}\` has a region that is not one of AWS`, 'write it as `eu-central-1`');
  const endpoint = endpointOf(service, profile, environment);
  if (endpoint === '')
    return { kind: 'endpoint', region, origin: usualOrigin(service, region, environment), basePath: '' };
  const url = addressIn(endpoint);
  if (url !== null) return { kind: 'endpoint', region, origin: url.origin, basePath: basePathOf(url) };
  const help = 'write `https://HOST` or `https://HOST/PATH`';
  return failed('unsupported', `the endpoint that is configured for ${service.title} is not an address`, help);
}

function settingOf(profile: AwsProfile | Failed, name: string): string {
  return profile.kind === 'profile' ? (profile.settings.get(name) ?? '') : '';
}

/** The service's own before the general one, variables before files. */
function endpointOf({ setting }: AwsService, profile: AwsProfile | Failed, environment: Environment): string {
  const isIgnored = [variableIn(environment, 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS')]
    .concat(settingOf(profile, 'ignore_configured_endpoint_urls'))
    .some((text) => text.toLowerCase() === 'true');
  if (isIgnored) return '';
  const variables = [`AWS_ENDPOINT_URL_${setting.toUpperCase()}`, 'AWS_ENDPOINT_URL'];
  const own = profile.kind === 'profile' ? (profile.services.get(`${setting}.endpoint_url`) ?? '') : '';
  return firstVariableIn(environment, variables) || own || settingOf(profile, 'endpoint_url');
}

function usualOrigin({ name }: AwsService, region: string, environment: Environment): string {
  const isFips = variableIn(environment, 'AWS_USE_FIPS_ENDPOINT').toLowerCase() === 'true';
  return `https://${awsHost(`${name}${isFips ? '-fips' : ''}`, region)}`;
}
