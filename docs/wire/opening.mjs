/** The params with which the cases open a session, unless they change them. */

export function openingOf({ side, uri }, folder) {
  return side === 'resolver' ? resolver(folder) : provider(uri.replaceAll('{folder}', folder));
}

const base = (protocol, limits, application) => ({
  protocol,
  versions: [1],
  client: { name: 'wire-suite', version: '1' },
  limits,
  application,
});

function resolver(folder) {
  return base(
    'tool.resolver',
    { max_frame_bytes: 1_048_576, max_in_flight: 8 },
    {
      manifest: { kind: 'path', path: `${folder}/manifest.toml` },
      provider: null,
      profile: null,
      scope: null,
      reason: null,
    },
  );
}

function provider(uri) {
  const context = { project: 'wire', profile: 'default', base_dir: null, reason: null };
  return base(
    'tool.provider',
    { max_frame_bytes: 1_048_576, max_in_flight: 16 },
    { scheme: uri.slice(0, uri.indexOf(':')), uri, context },
  );
}
