/** `tool doctor`: what works here, and what to do about the rest. */
import { DOCTOR_FORMAT, type DoctorReport } from '#schemas/doctor-report.js';
import { contact } from '../../doctor/contact.js';
import { examine } from '../../doctor/examine.js';
import type { CommandContext } from '../../session/call.js';
import { type Arguments, PLAN, PROFILE, PROVIDER, SCOPE } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { textWidth } from '../text-width.js';
import { useColour } from '../views/colour.js';
import { doctorText } from '../views/doctor-text.js';
import { jsonText } from '../views/json-text.js';
import { painter } from '../views/paint.js';

const STDOUT = 1;
const FORMATS = ['text', 'json'];

export const doctor: CommandModule = {
  spec: {
    name: 'doctor',
    synopsis: '[--contact] [--format text|json] [OPTIONS]',
    options: [
      { name: 'contact', summary: 'also ask the stores, as check does' },
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default) or json',
        get choices() {
          return FORMATS;
        },
      },
      PROFILE,
      PROVIDER,
      SCOPE,
      PLAN,
    ],
    positionals: { least: 0, most: 0 },
    details: `Examines what commands need here: manifest, plan, profile, user configuration, approval, caches, audit log, and for
each store of the plan its programs, credentials and files. Says what to do about each problem. Without --contact, no
store is contacted and no program of a vendor is started. Nobody is asked, and no value is shown. Exits with 1 if there
is an error.`,
    examples: ['tool doctor', 'tool doctor --contact --profile production', 'tool doctor --format json'],
  },
  async run(args, context) {
    const isJson = formatOf(args) === 'json';
    const call = callOf(args, context);
    const { findings, isContactable } = await examine(call);
    const contacted = args.has('contact') && isContactable;
    const all = contacted ? [...findings, ...(await contact(call, context.interruption.signal))] : findings;
    const ok = all.every(({ status }) => status !== 'error');
    const report: DoctorReport = { format: DOCTOR_FORMAT, ok, contacted, findings: all };
    writeOut(isJson ? jsonText(report) : textOf(report, context));
    return ok ? SUCCESS : FAILURE;
  },
};

function formatOf(args: Arguments): string {
  const format = args.text('format') ?? 'text';
  return FORMATS.includes(format) ? format : notOneOfFormats(format);
}

function notOneOfFormats(format: string): never {
  throw notOneOf(format, FORMATS, 'a format of `tool doctor`', 'formats');
}

function textOf(report: DoctorReport, { variables }: CommandContext): string {
  return doctorText(report, textWidth(STDOUT), painter(useColour(STDOUT, variables)));
}
