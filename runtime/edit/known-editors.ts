/** What is known of editors: what makes them wait for the file, and what keeps them from keeping copies of it elsewhere. */

export interface KnownEditor {
  readonly names: RegExp;
  /** Added after its own words, before the file. */
  readonly words?: (folder: string) => readonly string[];
  /** Words that make it wait until the file is closed: the first is added if none of them is there. */
  readonly waits?: readonly [string, ...string[]];
  /** It writes a file into its working folder when it is ended by a signal. */
  readonly worksInFolder?: true;
  /** It finds its server by the variables for temporary files. */
  readonly keepsVariables?: true;
}

const EDITORS: readonly KnownEditor[] = [
  {
    // No file of registers, no swap file, no undo history, no backup in the folder that the user has for them.
    names: /^(?:n?vim|rvim|vimx)(?:[.-][\w.]+)?$/u,
    words: () => [...NO_REGISTERS, ...NO_COPIES],
  },
  { names: /^[gm](?:vim|view)$/u, words: () => [...NO_REGISTERS, ...NO_COPIES], waits: ['-f', '--nofork'] },
  { names: /^r?nano$/u, words: (folder) => ['--backupdir', folder] },
  {
    names: /^emacs(?:[.-][\w.-]+|\d[\w.]*)?$/u,
    words: () => ['--eval', '(setq make-backup-files nil auto-save-default nil create-lockfiles nil)'],
  },
  { names: /^emacsclient(?:[.-][\w.-]+)?$/u, keepsVariables: true },
  { names: /^(?:joe|jmacs|jpico|jstar|rjoe)$/u, words: () => ['-nobackups', '-nodeadjoe'] },
  { names: /^micro$/u, words: () => ['-backup', 'false', '-savehistory', 'false', '-saveundo', 'false'] },
  { names: /^r?ed$/u, worksInFolder: true },
  {
    names:
      /^(?:code|code-insiders|code-oss|codium|vscodium|cursor|windsurf|positron|zed|zeditor|subl|sublime_text|atom)$/u,
    waits: ['--wait', '-w'],
    keepsVariables: true,
  },
  { names: /^(?:gedit|xed|pluma|bbedit|nova|idea|pycharm|webstorm|goland)$/u, waits: ['--wait', '-w'] },
  { names: /^mate$/u, waits: ['-w', '--wait'] },
  { names: /^kate$/u, waits: ['--block', '-b'] },
];
const NO_REGISTERS = ['-i', 'NONE', '-n'];
/** An editor built without one of the options says nothing of it. */
const NO_COPIES = ['-c', 'silent! set noundofile', '-c', 'silent! set nobackup nowritebackup patchmode='];

/** Names of Vim that other editors have, too, such as nvi and that of BusyBox, which refuse its options. */
export const LIKE_VI = /^(?:r?vi|ex|r?view)$/u;

/** `names`: as it is called, and as its file is called when links are followed. */
export function knownEditor(names: readonly string[]): KnownEditor | null {
  return EDITORS.find((editor) => names.some((name) => editor.names.test(name))) ?? null;
}
