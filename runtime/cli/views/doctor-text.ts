/** What the doctor found, for people: a line for what is well, and one for each finding, with what to do. No values. */
import type { DoctorFinding, DoctorReport, DoctorStatus } from '#schemas/doctor-report.js';
import type { Paint, Style } from './paint.js';
import { shellWord } from './shell-word.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

const MARKS: Readonly<Record<DoctorStatus, readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'success'],
  note: ['○', 'success'],
  warning: ['!', 'warning'],
  error: ['✗', 'error'],
};

export function doctorText({ findings, contacted }: DoctorReport, width: number, paint: Paint): string {
  const lines = findings.map((finding) => blockOf(finding, width, paint));
  return `${lines.join('')}\n${summary(findings, contacted)}\n`;
}

function blockOf(finding: DoctorFinding, width: number, paint: Paint): string {
  const { topic, status, store, message, help, command } = finding;
  const [mark, style] = MARKS[status];
  const subject = store === null ? topic : `${topic} ${store}`;
  const [first = '', ...more] = hanging(`${mark} `, escapeForTerminal(`${subject}: ${message}`), width);
  const isToDo = status === 'warning' || status === 'error';
  const advice = [
    ...(help !== null && isToDo ? helpLines(help, width) : []),
    // A command is copied whole.
    ...(command !== null && isToDo ? [`    ${escapeForTerminal(command.map(shellWord).join(' '))}`] : []),
  ];
  return [paint(style, mark) + first.slice(mark.length), ...more, ...advice].map((line) => `${line}\n`).join('');
}

/** Further lines are to be copied, and stay whole. */
function helpLines(help: string, width: number): readonly string[] {
  const [first = '', ...more] = help.trimEnd().split('\n').map(escapeForTerminal);
  return [...hanging('    ', first, width), ...more.map((line) => `    ${line}`.trimEnd())];
}

function summary(findings: readonly DoctorFinding[], contacted: boolean): string {
  const count = (wanted: DoctorStatus) => findings.filter(({ status }) => status === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const found = [
    ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ];
  const asked = contacted ? '' : '; stores were not contacted';
  return `${found.length === 0 ? 'All is well' : found.join(', ')}${asked}`;
}
