/** What programs read, compared with what a manifest declares. */
import { defineCodes } from './define.js';

type Name = { name: string };

export const code = defineCodes({
  E1701: {
    title: 'name that no program reads',
    kind: 'secret_not_found',
    message: (p: Name & { nearest: string | null }) => `no program reads \`${p.name}\``,
    help: (p) =>
      p.nearest === null ? 'leave out `--from-code` to declare it all the same' : `did you mean \`${p.nearest}\`?`,
  },
  E1702: {
    title: 'name that is declared',
    kind: 'invalid_spec',
    message: (p: Name) => `the manifest declares \`${p.name}\``,
    help: (p) => `to declare it in another profile too, use \`tool add ${p.name} --profile NAME\``,
  },
  W1701: {
    title: 'undeclared variable',
    kind: 'invalid_spec',
    message: (p: Name & { places: number; nearest: string | null }) =>
      `no profile declares \`${p.name}\`${p.places === 1 ? '' : `, which is read in ${p.places} places`}`,
    help: (p) =>
      p.nearest === null
        ? `declare it with \`tool add ${p.name}\`, or accept it with \`--allow ${p.name}\``
        : `did you mean \`${p.nearest}\`?`,
  },
  W1702: {
    title: 'secret that nothing reads',
    kind: 'invalid_spec',
    message: (p: Name & { files: number; computed: number }) =>
      p.files === 1
        ? `the one file that was compared does not read \`${p.name}\``
        : `none of the ${p.files} files that were compared reads \`${p.name}\``,
    help: (p) =>
      p.computed === 0
        ? 'remove the declaration, or accept it with `--allow W1702`'
        : `see whether ${p.computed === 1 ? 'the name that is computed (W1703) is' : `one of the ${p.computed} names that are computed (W1703) is`} this one; if not, remove the declaration`,
  },
  W1703: {
    title: 'name that is computed',
    kind: 'invalid_spec',
    message: () => 'which variable this reads is known only when the program runs',
    help: () => 'write the name itself, or accept it with a comment `tool: allow W1703`',
  },
  W1704: {
    title: 'file that is not compared',
    kind: 'io',
    message: (p: { file: string; reason: string }) => `\`${p.file}\` is not compared: ${p.reason}`,
    help: () => 'compare it by eye, or accept it with `--allow W1704`',
  },
});
