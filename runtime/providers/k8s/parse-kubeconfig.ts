/** The YAML of a kubeconfig; a file of its own, because the parser is only loaded for a store of Kubernetes. */
import { isScalar, parseDocument, visit } from 'yaml';
import { objectIn } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';
import type { KubeconfigFields } from './kubeconfig.js';

/** Messages of the parser quote the file, which may hold tokens and keys, so that only the line is shown. */
export function parseKubeconfig(text: string, shown: string): { readonly fields: KubeconfigFields } | Failed {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined)
    return failed('malformed', `${shown} is not valid YAML (line ${error.linePos?.[0].line ?? 1})`);
  // No number is read: a name or a token of digits is the text that is written. An extension is for another program.
  visit(document, {
    Pair: (_, { key }) => (isScalar(key) && key.value === 'extension' ? visit.SKIP : undefined),
    Scalar: (_, node) => {
      if (typeof node.value === 'number') node.value = node.source;
    },
  });
  const fields = contentOf(() => document.toJS({ maxAliasCount: 100 }) ?? {});
  return fields === null ? failed('malformed', `${shown} is not a kubeconfig`) : { fields };
}

/** Too many aliases make the conversion throw. */
function contentOf(convert: () => unknown): KubeconfigFields | null {
  try {
    return objectIn(convert());
  } catch {
    return null;
  }
}
