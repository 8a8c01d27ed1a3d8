/** `export --format k8s`: the manifest of a Secret, for `kubectl apply -f -`. */
import { decodeUtf8 } from '../../values/utf8.js';
import { yamlKey, yamlText } from '../../values/yaml-text.js';

export interface SecretObject {
  readonly name: string;
  readonly values: readonly (readonly [string, Uint8Array])[];
  /** Whether texts are written as texts. What is not text is written in base64 in any case. */
  readonly showsText: boolean;
}

export function exportK8s({ name, values, showsText }: SecretObject): string {
  const data: string[] = [];
  const texts: string[] = [];
  for (const [key, bytes] of values) {
    const text = showsText ? decodeUtf8(bytes) : null;
    if (text === null) data.push(`  ${yamlKey(key)}: ${yamlText(Buffer.from(bytes).toString('base64'))}\n`);
    else texts.push(`  ${yamlKey(key)}: ${yamlText(text)}\n`);
  }
  const head = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${yamlText(name)}\ntype: Opaque\n`;
  return head + block('data', data) + block('stringData', texts);
}

function block(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${name}:\n${lines.join('')}`;
}
