/** Credentials that an external provider asks for: the alias, then the keyring, then a person where the operation asks (semantics 16). */
import { describe, expect, test } from '@jest/globals';
import type { StoreAccess } from '#runtime/access/store-access.js';
import type { ConcreteStore } from '#runtime/link/linked-plan.js';
import type { Answer, WriteEntry } from '#runtime/providers/provider.js';
import { failed, StoreFailureError } from '#runtime/providers/store-failure.js';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import { externalCredential } from '#runtime/stores/external-credentials.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { keyring } from '#schemas/providers/keyring.js';

const ITEM = 'tool/provider-credentials/acme/hash/token';
const BOUND = { token: { store: 1, at: { kind: 'native', item: 'T' } } } as const;
const found = (text: string): Answer => ({ kind: 'found', value: SecretValue.fromText(text) });
const ABSENT: Answer = { kind: 'absent' };

interface Made {
  readonly keyring?: Answer;
  readonly alias?: Answer;
  readonly answer?: string;
  readonly required?: boolean;
}

async function asked({ keyring: held = ABSENT, alias, answer, required = true }: Made) {
  const records: Pick<StoreAccess, 'action' | 'outcome' | 'provider'>[] = [];
  const writes: string[] = [];
  const questions: unknown[] = [];
  const store: ConcreteStore = {
    kind: 'store',
    scheme: 'acme',
    uri: 'acme://x',
    aliases: ['team'],
    credentials: alias === undefined ? {} : BOUND,
  };
  const value = await externalCredential(
    store,
    { name: 'token', item: ITEM, required },
    {
      credential: async () => {
        if (alias?.kind === 'found') return alias.value;
        throw new CredentialFault({
          kind: alias?.kind === 'failed' ? alias.failure.kind : 'missing-credential',
          detail: 'd',
        });
      },
      requirePrivate: async () => {},
      keyring: async () => ({
        kind: 'open',
        scheme: 'keyring',
        abilities: keyring.abilities(),
        store: {
          kind: 'open',
          identity: async () => 'keyring',
          read: async () => [held],
          write: async (entries: readonly WriteEntry[]) => {
            for (const { at, value: text } of entries)
              writes.push(`${at.kind === 'native' ? at.item : ''}=${text.revealText()}`);
            return [{ kind: 'written' }];
          },
        },
      }),
      write: async (_source, written) => {
        writes.push(`alias=${written.revealText()}`);
        return { kind: 'written' };
      },
      ask:
        answer === undefined
          ? null
          : {
              ask: async (question) => {
                questions.push(question);
                return answer === '' ? null : SecretValue.fromText(answer);
              },
              stored: async () => {},
            },
      record: ({ action, outcome, provider }) => records.push({ action, outcome, provider }),
      called: () => 'dotenv:.env',
      signal: new AbortController().signal,
    },
  ).catch((error: unknown) => (error instanceof StoreFailureError ? error.failure.kind : String(error)));
  return { value: value instanceof SecretValue ? value.revealText() : value, records, writes, questions };
}

describe('an alias that binds it', () => {
  test('answers, and the keyring is not asked', async () =>
    expect(await asked({ alias: found('a'), keyring: found('k') })).toMatchObject({ value: 'a', records: [] }));
  test('without a value is an error', async () =>
    expect(await asked({ alias: ABSENT, keyring: found('k') })).toMatchObject({ value: 'missing-credential' }));
  test('without a value is where the answer of a person goes', async () =>
    expect(await asked({ alias: ABSENT, answer: 'typed' })).toMatchObject({
      value: 'typed',
      writes: ['alias=typed'],
      questions: [{ name: 'token', alias: 'team', source: 'dotenv:.env' }],
      records: [{ action: 'set', outcome: 'written', provider: 'dotenv:.env' }],
    }));
  test('that cannot be read is no reason to ask', async () =>
    expect(await asked({ alias: failed('denied', 'd'), answer: 'typed' })).toMatchObject({
      value: 'denied',
      questions: [],
    }));
});

describe('the keyring', () => {
  test('answers', async () =>
    expect(await asked({ keyring: found('k') })).toMatchObject({
      value: 'k',
      records: [{ action: 'get', outcome: 'found', provider: 'keyring://' }],
    }));
  test('that has none, or an empty one, is missing', async () => {
    for (const held of [ABSENT, found('')])
      expect(await asked({ keyring: held })).toMatchObject({ value: null, records: [{ outcome: 'missing' }] });
  });
  test('takes what a person answers, for a required one', async () => {
    expect(await asked({ answer: 'typed' })).toMatchObject({
      value: 'typed',
      writes: [`${ITEM}=typed`],
      questions: [{ name: 'token', alias: 'team', source: 'keyring' }],
    });
    expect(await asked({ answer: 'typed', required: false })).toMatchObject({ value: null, questions: [] });
    expect(await asked({ answer: '' })).toMatchObject({ value: null, writes: [] });
  });
  test('that cannot be used is an error for a required one alone', async () => {
    expect(await asked({ keyring: failed('locked', 'd') })).toMatchObject({
      value: 'locked',
      records: [{ outcome: 'error' }],
    });
    expect(await asked({ keyring: failed('locked', 'd'), required: false })).toMatchObject({ value: null });
  });
});
