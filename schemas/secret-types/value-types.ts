/** What the values of secrets may be, as rules of policies name it. */
export const VALUE_TYPES = [
  'port',
  'url',
  'http_url',
  'email',
  'hostname',
  'ip',
  'cidr',
  'integer',
  'number',
  'boolean',
  'uuid',
  'json',
  'base64',
  'hex',
  'jwt',
  'pem',
  'semver',
  'date',
  'duration',
  'aws_access_key_id',
  'github_token',
  'stripe_key',
  'slack_token',
] as const;

export type ValueType = (typeof VALUE_TYPES)[number];
