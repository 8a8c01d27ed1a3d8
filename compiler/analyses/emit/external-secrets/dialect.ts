/** Templates of External Secrets, engine v2: every fetched entry is a text under the name of its secret. */
import { type Dialect, valueExpression, valueTemplate } from '../parts/go-template.js';
import { quoted } from '../parts/quoted.js';
import { type Made, missableEntries, type Service } from '../parts/recipe.js';

/** What is there, as a table that can be asked for a name: `.` itself cannot. */
const THERE = '{{ $there := dict }}{{ range $name, $value := . }}{{ $_ := set $there $name $value }}{{ end }}';

const dialect: Dialect = {
  load: ({ secret }, { otherwise }) => ({
    opening:
      otherwise === null
        ? `{{ $${secret} := .${secret} }}`
        : `{{ $${secret} := ${quoted(otherwise)} }}{{ if hasKey $there ${quoted(secret)} }}{{ $${secret} = .${secret} }}{{ end }}`,
    closing: '',
  }),
  plain: ({ secret }) => `{{ .${secret} }}`,
  named: ({ secret }) => `.${secret}`,
  functions: { fromJson: 'mustFromJson', kindIs: 'kindIs', fail: 'fail' },
};

/** Of a value that is there, or an error. */
export function requiredTemplate(service: Service, made: Made): string {
  const value = valueTemplate(service, made, dialect);
  return value.includes('$there') ? THERE + value : value;
}

/** Of a line of YAML for each value whose entries are there. What is not text would be spelled in another way, so that it fails. */
export function optionalTemplate(service: Service, values: readonly Made[]): string {
  const lines = values.map((made) => {
    const { secret } = made;
    const conditions = missableEntries(service, made).map((entry) => `(hasKey $there ${quoted(entry.secret)})`);
    const { opening, closing, expression } = valueExpression(service, made, dialect);
    const check = `{{ if ne (fromJson (toJson ${expression})) ${expression} }}{{ fail ${quoted(`${secret} is not text`)} }}{{ end }}`;
    const line = `${quoted(secret)}: {{ toJson ${expression} }}\n`;
    return `{{ if and true ${conditions.join(' ')} }}${opening}${check}${line}${closing}{{ end }}`;
  });
  return THERE + lines.join('');
}
