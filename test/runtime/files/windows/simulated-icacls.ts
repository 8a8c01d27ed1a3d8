/** `icacls` and `whoami` as documented, on lists in memory: what they write, take and return. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunSystemProgram } from '#runtime/files/windows/icacls.js';

export const USER = 'S-1-5-21-1-2-3-1001';
const SHORT: Readonly<Record<string, string>> = { 'S-1-5-18': 'SY', 'S-1-5-32-544': 'BA' };

export class SimulatedIcacls {
  readonly lists = new Map<string, string>();
  readonly calls: string[] = [];
  /** What a system without lists of its own does, such as Wine: it succeeds and writes nothing. */
  isSilent = false;
  refusesRestore = false;

  readonly run: RunSystemProgram = (name, words) => {
    this.calls.push([name, ...words.map((word) => basename(word))].join(' '));
    if (this.isSilent) return { status: 0, stdout: '' };
    if (name === 'whoami.exe') return { status: 0, stdout: `\r\nUSER INFORMATION\r\n\r\npc\\me ${USER}\r\n` };
    const [path = '', verb, ...rest] = words;
    return { status: this.#icacls(path, verb, rest) ? 0 : 5, stdout: '' };
  };

  #icacls(path: string, verb: string | undefined, rest: readonly string[]): boolean {
    const [file = ''] = rest;
    if (verb === '/save') {
      const list = this.lists.get(path);
      if (list === undefined) return false;
      writeFileSync(file, `${basename(path)}\r\n${list}\r\n`, 'utf16le');
      return true;
    }
    if (verb === '/restore') {
      if (this.refusesRestore) return false;
      const [name = '', list = ''] = readFileSync(file, 'utf16le').split('\r\n');
      this.lists.set(join(path, name), list);
      return true;
    }
    const granted = rest.filter((word) => word.startsWith('*')).map((word) => /^\*([^:]*):(.*)$/u.exec(word) ?? []);
    this.lists.set(path, `D:PAI${granted.map(([, who = '', how = '']) => entry(who, how)).join('')}`);
    return verb === '/inheritance:r';
  }
}

function entry(who: string, how: string): string {
  return `(A;${how.startsWith('(OI)(CI)') ? 'OICI' : ''};FA;;;${SHORT[who] ?? who})`;
}
