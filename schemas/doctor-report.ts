/** The JSON of `tool doctor`: what works here, and what to do about the rest. No values. */

export const DOCTOR_FORMAT = 1;

/** In the order in which they are examined. */
export const DOCTOR_TOPICS = [
  'tool',
  'folder',
  'manifest',
  'plan',
  'profile',
  'configuration',
  'approval',
  'reason',
  'cache',
  'audit',
  'store',
  'contact',
] as const;
export type DoctorTopic = (typeof DOCTOR_TOPICS)[number];

/** `note`: it works, and is worth knowing; `error`: commands will fail. */
export type DoctorStatus = 'ok' | 'note' | 'warning' | 'error';

export interface DoctorFinding {
  readonly topic: DoctorTopic;
  readonly status: DoctorStatus;
  /** The store that it is about, without credentials; null: none. */
  readonly store: string | null;
  readonly message: string;
  /** What to do. */
  readonly help: string | null;
  /** The words of the command that does it. */
  readonly command: readonly string[] | null;
}

export interface DoctorReport {
  readonly format: typeof DOCTOR_FORMAT;
  /** Whether there is no error. */
  readonly ok: boolean;
  readonly contacted: boolean;
  readonly findings: readonly DoctorFinding[];
}
