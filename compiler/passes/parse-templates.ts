/** The templates of composed secrets; loads the grammar only if there is one. */
import type { Diagnostic, Report } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import type { ParsedTemplate, TemplateProblem } from '../template/parse-template.js';
import { placeOf, type WrittenManifest, type WrittenProfile, type WrittenSecret } from '../tree/written.js';

type ParseTemplate = (text: string) => ParsedTemplate;

export async function parseTemplates(
  manifests: readonly WrittenManifest[],
  report: Report,
): Promise<readonly WrittenManifest[]> {
  if (!manifests.some(hasTemplate)) return manifests;
  const { parseTemplate } = await import('../template/parse-template.js');
  return manifests.map((manifest) => ({
    ...manifest,
    profiles: new Map(
      [...manifest.profiles].map(([name, profile]) => [name, withTemplates(profile, parseTemplate, report)]),
    ),
  }));
}

function hasTemplate(manifest: WrittenManifest): boolean {
  return [...manifest.profiles.values()].some(({ secrets }) =>
    [...secrets.values()].some(({ fields }) => fields.composed !== undefined),
  );
}

function withTemplates(profile: WrittenProfile, parseTemplate: ParseTemplate, report: Report): WrittenProfile {
  const secrets = [...profile.secrets].map(
    ([name, secret]) => [name, withTemplate(secret, parseTemplate, report)] as const,
  );
  return { ...profile, secrets: new Map(secrets) };
}

function withTemplate(secret: WrittenSecret, parseTemplate: ParseTemplate, report: Report): WrittenSecret {
  if (secret.fields.composed === undefined) return secret;
  const parsed = parseTemplate(secret.fields.composed);
  if (parsed.kind === 'template') return { ...secret, template: parsed };
  for (const problem of parsed.problems) report(templateMistake(secret, problem));
  return { ...secret, broken: new Set([...secret.broken, 'composed']) };
}

function templateMistake(secret: WrittenSecret, { kind, text, start, end }: TemplateProblem): Diagnostic {
  const where = { at: { ...placeOf(secret, 'composed'), span: { start, end } } };
  switch (kind) {
    case 'unclosed':
      return syntax.E0103({ secret: secret.name }, where);
    case 'malformed':
      return syntax.E0104({ secret: secret.name, text }, where);
    case 'fallback operator':
      return syntax.E0105({ secret: secret.name, text }, where);
    case 'no braces':
      return syntax.E0107({ secret: secret.name, text }, where);
    case 'no reference':
      return syntax.E0106({ secret: secret.name }, { at: placeOf(secret, 'composed') });
  }
}
