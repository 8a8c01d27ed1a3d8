/** How findings of the doctor are made. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { DoctorFinding, DoctorStatus, DoctorTopic } from '#schemas/doctor-report.js';
import type { Call } from '../session/call.js';
import { Failure, UsageError } from '../failure.js';

export interface Remedy {
  readonly store?: string;
  readonly help?: string | null;
  readonly command?: readonly string[];
}

export function finding(
  topic: DoctorTopic,
  status: DoctorStatus,
  message: string,
  { store, help = null, command }: Remedy = {},
): DoctorFinding {
  return { topic, status, store: store ?? null, message, help, command: command ?? null };
}

/** What another part of the tool refuses, in its words. Anything else is a bug, and goes on. */
export function findingsOf(topic: DoctorTopic, error: unknown, remedy: Remedy = {}): readonly DoctorFinding[] {
  if (error instanceof UsageError) return [finding(topic, 'error', error.message, { help: error.help, ...remedy })];
  if (!(error instanceof Failure)) throw error;
  return error.diagnostics.map((diagnostic) => findingOf(topic, diagnostic, remedy));
}

/** A command of the tool on the manifest of the call. */
export function onManifest({ options }: Call, command: string): readonly string[] {
  const { file } = options;
  if (file === null) return ['tool', command];
  return ['tool', command, ...(file.startsWith('-') ? [`--file=${file}`] : ['--file', file])];
}

export function findingOf(
  topic: DoctorTopic,
  { code, severity, message, help, quote }: Diagnostic,
  remedy: Remedy = {},
): DoctorFinding {
  const said = quote === null ? message : `${message}: ${quote}`;
  return finding(topic, severity, `${said} (${code})`, { help, ...remedy });
}
