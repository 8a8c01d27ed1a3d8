/** What of this machine decides on where a store's entries are: for the fingerprints of caches. */

/** What a machine contributes: variables, files below `at`, another folder of the manifest or another user. In variables, `AT` is `at`. */
export interface Machine {
  readonly environment?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly user?: string;
}
type Part = Machine | Readonly<Record<string, string>>;

/** An address whose entries are elsewhere on two machines, which have `both` in common. A part with other names is an environment. */
export type MachineRow = readonly [uri: string, what: string, both: Machine, one: Part, other: Part];

export function machineOf(both: Machine, part: Part): Machine {
  const isMachine = ['environment', 'files', 'links', 'folder', 'user'].some((key) => key in part);
  const machine: Machine = isMachine ? (part as Machine) : { environment: part as Readonly<Record<string, string>> };
  return {
    ...both,
    ...machine,
    environment: { ...both.environment, ...machine.environment },
    files: { ...both.files, ...machine.files },
  };
}

/** Of a store that is a file or a folder: its path starts at the manifest, and links lead on. */
export function machineOfPath(uri: string): readonly MachineRow[] {
  return [
    [uri, 'the checkout', {}, { folder: '/one' }, { folder: '/two' }],
    [
      uri,
      'where a link leads',
      { files: { 'a/values.env': '', 'b/values.env': '' } },
      linked('a', uri),
      linked('b', uri),
    ],
  ];
}

/** The file or the folder of a relative address is a link. */
function linked(to: string, uri: string): Machine {
  const [, name = ''] = /:(?:\.\/)?(.*)$/.exec(uri) ?? [];
  return { links: { [name]: `${to}/values.env` } };
}

/** A variable that moves the API elsewhere. */
export function machineOfEndpoint(uri: string, variable: string): MachineRow {
  return [uri, 'the endpoint', {}, {}, { [variable]: 'https://one.test' }];
}
