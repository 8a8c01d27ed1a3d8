/** The servers of AWS, one for each service and region. */
import { vendorsHost } from './server-name.js';
import type { Reach } from './descriptor.js';

/** Domains of the partitions besides the usual one, by how their regions start. */
const DOMAINS: readonly (readonly [region: string, domain: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['eusc-', 'amazonaws.eu'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
];

export function awsHost(service: string, region: string): string {
  const domain = DOMAINS.find(([start]) => region.startsWith(start))?.[1] ?? 'amazonaws.com';
  return `${service}.${region}.${domain}`;
}

/** Endpoints, the server and the program that give keys, and the region if none is written, are settings of the machine. */
export function awsReach(service: string, region: string): Reach {
  return {
    hosts: region === '' ? [] : [vendorsHost(awsHost(service, region))],
    machine: ['host', 'program', 'file'],
  };
}
