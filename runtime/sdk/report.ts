/** What is there and what is missing, without values: the report of `check --json`. */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { ResolutionReport, SecretReport, ViolationReport } from '#schemas/report.js';
import { nameAs } from './inspected.js';
import type { Warning } from './warning.js';

export interface ReportedSecret {
  readonly name: string;
  /** `error`: its store failed, or its value cannot be used, so that it is not known whether there is one. */
  readonly status: SecretReport['status'];
  readonly required: boolean;
  /** The store that answered, or that failed; null where none was asked. */
  readonly sourceProvider: string | null;
  /** With status `error` only. */
  readonly errorKind: ErrorKind | null;
  readonly defaultApplied: boolean;
  /** A value would be generated. */
  readonly generated: boolean;
  readonly asPath: boolean;
}

export class SecretsReport {
  /** As reports show it; empty where nothing had to be contacted. */
  readonly provider: string;
  readonly profile: string;
  readonly scope: string | null;
  /** By name. */
  readonly secrets: readonly ReportedSecret[];
  readonly constraintViolations: readonly ViolationReport[];
  /** Also how stores failed. */
  readonly warnings: readonly Warning[];
  readonly #document: ResolutionReport;

  /** @internal */
  constructor(document: ResolutionReport, warnings: readonly Warning[]) {
    this.provider = document.provider;
    this.profile = document.profile;
    this.scope = document.scope ?? null;
    this.secrets = document.secrets.map(reportedSecret);
    this.constraintViolations = document.constraint_violations ?? [];
    this.warnings = warnings;
    this.#document = document;
  }

  /** The document of `check --json`. */
  toJSON(): ResolutionReport {
    return this.#document;
  }
}

nameAs('SecretsReport', SecretsReport);

function reportedSecret(secret: SecretReport): ReportedSecret {
  return {
    name: secret.name,
    status: secret.status,
    required: secret.required,
    sourceProvider: secret.source_provider ?? null,
    errorKind: secret.error_kind ?? null,
    defaultApplied: secret.default_applied,
    generated: secret.generated,
    asPath: secret.as_path,
  };
}
