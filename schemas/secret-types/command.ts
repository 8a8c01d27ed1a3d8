/** What a shell command prints. */
import type { SecretTypeDescriptor } from './descriptor.js';

export const command = {
  type: 'command',
  title: 'output of a command',
  can: ['generate'],
  convertsFrom: [],
  options: { command: { kind: 'text', required: true, isCommand: true } },
  result: 'text',
  formats: [],
  roles: [],
} as const satisfies SecretTypeDescriptor;
