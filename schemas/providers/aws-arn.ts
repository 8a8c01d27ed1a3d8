/** Names that AWS gives to everything it has, such as `arn:aws:ssm:eu-central-1:123456789012:parameter/app`. */

export function isArn(name: string): boolean {
  return name.startsWith('arn:');
}

interface Resource {
  readonly service: 'secretsmanager' | 'ssm';
  /** How the last part begins. */
  readonly start: 'secret:' | 'parameter/';
  /** In messages. */
  readonly title: string;
}

/** Null if it is the ARN of such a resource. Regions, accounts and names are left to AWS. */
export function arnProblem(arn: string, { service, start, title }: Resource): string | null {
  const [, , itsService, , , ...last] = arn.split(':');
  const resource = last.join(':');
  const isOurs = itsService === service && resource.startsWith(start) && resource.length > start.length;
  return isOurs ? null : `is not the ARN of ${title}`;
}
