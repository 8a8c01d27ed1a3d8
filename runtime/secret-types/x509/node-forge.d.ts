/**
 * The parts of node-forge that are used, each a module of its own: the whole library is five times as large. Its bytes are texts of
 * characters up to U+00FF, which Node calls latin1.
 */
declare module 'node-forge/lib/asn1.js' {
  interface Bytes {
    getBytes(): string;
  }
  interface Asn1 {
    readonly tagClass: number;
    readonly type: number;
    readonly constructed: boolean;
    readonly value: string | readonly Asn1[];
  }
  const asn1: {
    readonly Class: Readonly<Record<'UNIVERSAL' | 'CONTEXT_SPECIFIC', number>>;
    readonly Type: Readonly<Record<Type, number>>;
    create(tagClass: number, type: number, constructed: boolean, value: string | readonly Asn1[]): Asn1;
    fromDer(bytes: string, options: { readonly decodeBitStrings: boolean }): Asn1;
    toDer(structure: Asn1): Bytes;
    oidToDer(id: string): Bytes;
    derToOid(bytes: string): string;
    integerToDer(value: number): Bytes;
    dateToUtcTime(date: Date): string;
    dateToGeneralizedTime(date: Date): string;
  };
  type Type =
    | 'BITSTRING'
    | 'BMPSTRING'
    | 'BOOLEAN'
    | 'GENERALIZEDTIME'
    | 'INTEGER'
    | 'NULL'
    | 'OCTETSTRING'
    | 'OID'
    | 'SEQUENCE'
    | 'SET'
    | 'UTCTIME'
    | 'UTF8';
  export = asn1;
}

/** Identifiers by name, and names by identifier. */
declare module 'node-forge/lib/oids.js' {
  const oids: Readonly<Record<string, string>>;
  export = oids;
}

declare module 'node-forge/lib/rc2.js' {
  interface Decipher {
    readonly output: { getBytes(): string };
    start(iv: string): void;
    update(input: unknown): void;
    finish(): boolean;
  }
  const rc2: { createDecryptionCipher(key: string, bits: number): Decipher };
  export = rc2;
}

declare module 'node-forge/lib/util.js' {
  const util: { createBuffer(bytes: string): unknown };
  export = util;
}
