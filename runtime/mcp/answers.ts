/** Answers as agents get them: JSON, whose texts are cleaned; and what is told of a failure, which is never a text of a store or of a source. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { OwnText } from '../analysis/agents/own-text.js';
import { shownFinding } from '../analysis/agents/shown-finding.js';
import { cleaned } from '../analysis/cleaned.js';
import { Failure, UsageError } from '../failure.js';

export function answered(data: object): CallToolResult {
  return result(cleanedAll(data) as Record<string, unknown>);
}

/** A refusal. What nobody expected may hold anything, so nothing of it is told. */
export function refused(error: unknown): CallToolResult {
  return { ...result({ errors: errorsOf(error).map(cleanedAll) }), isError: true };
}

function result(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function errorsOf(error: unknown): readonly object[] {
  if (error instanceof UsageError) return [{ message: error.message, help: error.help }];
  if (error instanceof Failure && error.diagnostics.length > 0) return error.diagnostics.map(shownFinding).map(shown);
  return [{ message: 'this failed inside of the server', help: null }];
}

function shown({ code, title, message, help }: Diagnostic): object {
  return { code, title, message, help };
}

function cleanedAll(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (value instanceof OwnText) return value.toJSON();
  if (Array.isArray(value)) return value.map(cleanedAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleaned(key), cleanedAll(part)]));
}
