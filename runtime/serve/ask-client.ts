/** Questions for values, which a client answers in place of a person at the terminal (`client.prompt`). */
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import type { Ask, Question } from '../execute/ports.js';
import type { Incoming } from '../json-rpc/incoming.js';
import type { JsonObject } from '../json-rpc/json-text.js';
import { SecretValue } from '../values/secret-value.js';
import { clientMethods } from './protocol.js';

const PROMPT = 'client.prompt';

/** A client that declines, or gives something else than an answer, leaves the question unanswered. */
export function askClient(incoming: Incoming): Ask {
  return async (question) => {
    try {
      const result = await incoming.request(PROMPT, paramsOf(question));
      const value = result['value'];
      const isAnswer = clientMethods[PROMPT].result.fault(result, 'tolerant') === null && typeof value === 'string';
      return isAnswer ? { kind: 'answer', value: SecretValue.fromText(value) } : UNAVAILABLE;
    } catch {
      // What gave the request up is known to the operation.
      return UNAVAILABLE;
    }
  };
}

const UNAVAILABLE = { kind: 'unavailable' } as const;

/** An input that the scope hides has no name for the client. */
function paramsOf(question: Question): JsonObject {
  const { profile, destination } = question;
  const name = 'inputOf' in question ? `${HIDDEN_INPUT} of ${question.inputOf}` : question.secret;
  return { name, profile, ...(destination !== null && { target_provider: destination.provider }) };
}
