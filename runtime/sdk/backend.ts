/** What a session is asked by a program: in this process, or in another one. */
import type { SecretValue } from '../values/secret-value.js';
import type { NamedResult } from './named-result.js';
import type { SecretsReport } from './report.js';
import type { Resolved } from './resolved.js';

export interface Backend {
  get(name: string): Promise<NamedResult>;
  set(name: string, value: SecretValue): Promise<void>;
  /** Whether there was a value. */
  delete(name: string): Promise<boolean>;
  load(): Promise<Resolved>;
  report(): Promise<SecretsReport>;
  /** After all that was asked. */
  close(): Promise<void>;
}
