/** A manifest of stored, composed and defaulted values, and what the server has of them. */

export const manifestFor = (uri, more = '') => `
[project]
name = "shop"
revision = "1.0"
require_reason = false

[providers.team]
uri = "${uri}"

[defaults]
providers = ["team"]

[profiles.default]
API_KEY = { description = "x" }
DB_PASSWORD = { description = "x" }
URL = { description = "x", composed = "postgres://\${API_KEY}:\${DB_PASSWORD}@h/{{x}}/$\${}" }
PART = { description = "x", ref = { item = "shared", field = "doc" }, extract = { format = "json", pointer = "/a/1/name" } }
SELECTED = { description = "x", from = "API_KEY", extract = { format = "json", pointer = "/k" } }
PACKED = { description = "x", encoding = "base64" }
${more}

[scopes.api]
secrets = ["API_KEY", "URL", "PART", "SELECTED", "PACKED"SHOWN]
`;

/** As the server has them, by path and field. */
export const STORED = {
  'tool/shop/default/API_KEY': { value: '{"k":"a \\"quoted\\" ${x} text\\n{{ .no }} ünï"}' },
  'tool/shop/default/DB_PASSWORD': { value: 'p€ <&> \'"\\ {{ .DB_PASSWORD }}' },
  'tool/shop/default/PACKED': { value: Buffer.from('packed text').toString('base64') },
  'tool/shop/default/THERE': { value: '' },
  'tool/shop/default/TLS_KEY': { value: '-----BEGIN "KEY"-----\n\\ {{ ünï }}\n-----END-----\n' },
  shared: { doc: '{"a":[0,{"name":"part of \\u00e4 list"}]}' },
};

export async function fill({ address, token }) {
  const ask = (method, path, body) =>
    fetch(`${address}/v1/${path}`, { method, headers: { 'X-Vault-Token': token }, body: JSON.stringify(body) });
  await ask('POST', 'sys/mounts/secret', { type: 'kv', options: { version: '2' } });
  // The first write may find the mount upgrading.
  for (const [path, data] of Object.entries(STORED))
    for (let tries = 0; ; tries++) {
      const { ok, status } = await ask('POST', `secret/data/${path}`, { data });
      if (ok) break;
      if (tries === 100) throw new Error(`the server answers ${status}`);
      await new Promise((resume) => setTimeout(resume, 100));
    }
}
