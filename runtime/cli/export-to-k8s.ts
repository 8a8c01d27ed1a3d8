/** A Secret of Kubernetes with all values. */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail, UsageError } from '../failure.js';
import type { Exporting } from '../session/operations/export.js';
import type { Arguments } from './arguments.js';
import { writeOut } from './output.js';
import { bytesToExport } from './values-to-export.js';
import { exportK8s } from './views/export-k8s.js';

/** What an API server accepts in one Secret. */
const LARGEST_BYTES = 1024 * 1024;

export async function exportToK8s(exporting: Exporting, format: string, args: Arguments): Promise<void> {
  const { resolution } = exporting;
  const name = args.text('name') ?? nameAfter(exporting);
  requireName(name, args.has('name'));
  const values = bytesToExport(resolution, format);
  let left = LARGEST_BYTES;
  for (const [secret, bytes] of values) {
    left -= bytes.length;
    const has = 'makes all values together larger than 1 MiB';
    if (left < 0) fail(delivery.E1216({ secret, has, format }, { about: { profile: resolution.profile, secret } }));
  }
  writeOut(exportK8s({ name, values, showsText: args.has('string-data') }));
}

/** `shop`, or `shop-web` with the scope `web`, as far as Kubernetes has such names. */
function nameAfter({ project, resolution: { scope } }: Exporting): string {
  const words = scope === null ? project : `${project}-${scope}`;
  return words
    .toLowerCase()
    .replace(/[^a-z0-9.]+/gu, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/gu, '');
}

/** A subdomain of DNS, as of every object. */
const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const LONGEST_NAME = 253;

function requireName(name: string, isGiven: boolean): void {
  if (name.length <= LONGEST_NAME && NAME.test(name)) return;
  const what = isGiven ? `\`${name}\` is not a valid name` : 'the name of the project makes no valid name';
  throw new UsageError(
    `${what} of a Secret of Kubernetes`,
    'name it with `--name`: at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends',
  );
}
