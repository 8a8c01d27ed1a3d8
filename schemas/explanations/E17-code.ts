/** Explanations of what programs read. */
import { type Explanations, shell } from './explanation.js';

export const code: Explanations = {
  E1701: {
    text: '`tool add --from-code NAME` declares names that programs in the folder of the manifest read. None of them reads this one, at least not where it can be seen: a program may compute the name. Nothing was declared.',
    wrong: shell('tool add --from-code STRIPE_KY'),
    right: shell('tool add --from-code STRIPE_KEY'),
  },
  E1702: {
    text: '`tool add --from-code NAME` declares names that no profile of the manifest declares, and never changes a declaration. A secret that is declared in another profile alone is added to a profile with `tool add NAME --profile PROFILE`.',
    wrong: shell('tool add --from-code STRIPE_KEY --profile staging'),
    right: shell('tool add STRIPE_KEY --profile staging --description "Key of the shop"'),
  },
  W1701: {
    text: 'A program reads a variable of its environment that no profile of the manifest declares, so that `tool run` gives it no value. Often the name is misspelt in one of the two. Variables that the system, shells, languages and CI services set are not reported, nor those that a program sets itself. `tool add --from-code` declares what is missing.',
    wrong: shell("echo 'process.env.STRIPE_KY' > pay.js", 'tool lint --code'),
    right: shell("echo 'process.env.STRIPE_KEY' > pay.js", 'tool lint --code'),
  },
  W1702: {
    text: 'The manifest declares a secret whose name is in no program that was compared, and no other secret is made of it. A secret that nobody needs is a risk without a use. The name counts as read wherever it stands outside of comments, so that helper functions and files of other languages are taken into account; documents, dotenv files and lock files are not.',
    wrong: shell('tool lint --code', 'grep -r OLD_TOKEN .'),
    right: shell('# after the declaration of OLD_TOKEN was removed', 'tool lint --code'),
  },
  W1703: {
    text: 'The program computes the name of the variable that it reads: `process.env[name]`, `os.getenv(prefix + "_KEY")`. Whether a profile declares it cannot be said, so the place is listed for you to look at. A constant that has a string in the same file is followed.',
    wrong: shell("echo 'process.env[name]' > config.js", 'tool lint --code'),
    right: shell("echo 'process.env[name] // tool: allow W1703 -- names of a list' > config.js", 'tool lint --code'),
  },
  W1704: {
    text: 'The file is in a language that is compared, but it is minified, larger than 1 MB, cannot be read, or its parser does not accept it. What it reads is not known.',
    wrong: shell('tool lint --code public/app.min.js'),
    right: shell('tool lint --code src'),
  },
};
