/** What agents may read: how a manifest is written, and what codes mean. Nothing of this machine. */
import { configurationSchemaText } from '../schemas.js';
import { titledCodes } from '../explain-code.js';
import { explanation } from './findings.js';

export const SCHEMA_URI = 'tool://schema/project';
export const EXPLANATIONS = 'tool://explanations/{code}';

const EXPLANATION = /^tool:\/\/explanations\/([EW]\d{4})$/u;
const JSON_TYPE = 'application/json';

export interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Null for every other address. */
export async function resourceAt(uri: string): Promise<Content | null> {
  if (uri === SCHEMA_URI) return { uri, mimeType: JSON_TYPE, text: await configurationSchemaText('project') };
  const code = EXPLANATION.exec(uri)?.[1];
  if (code === undefined || !titledCodes().codes.some((known) => known.code === code)) return null;
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(await explanation({ code })) };
}
