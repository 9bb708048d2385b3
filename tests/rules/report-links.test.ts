import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The mails that say what to do where it was not the customer: a link, if their recipient has one. */
const alarming = read('server/adapters/mail/texts.ts')
  .split(/^(?:export )?(?:const|function) /m)
  .filter((part) => /\bnotYou\(/.test(part))
  .flatMap((part) => /^\w+Mail\b/.exec(part)?.[0] ?? []);

/** Without a link: there is nothing to freeze any more, or the address is the customer's no longer. */
const WITHOUT = [
  // It has one, once: a thief at that address would stop it for ever.
  'addressGoesMail',
  'accountDeletedMail',
  'emailReturnedMail',
  // The mail about the request has brought it, and one that was sent or cancelled moves nothing more.
  'withdrawalCancelledMail',
  'withdrawalSentMail',
];

/** What a mail is given as its recipient, wherever it is written, and whether that has a link. */
function recipientsOf(mail: string, source: string): readonly boolean[] {
  const calls = source.matchAll(new RegExp(`\\b${mail}\\(\\s*([^,)]*)`, 'g'));
  return [...calls].map(({ 1: given = '', index }) => {
    // Where it has a name, what the name was given last before counts.
    const before = source.slice(0, index);
    const named = before.lastIndexOf(`const ${given} = `);
    const made = named < 0 ? given : before.slice(named).replace(/^const \w+ = /, '');
    return /^(?:await alarmedRecipientOf|alarmedRecipientFrom)\b/.test(made);
  });
}

test('BEY-13 every mail about security is written to a recipient with a “this wasn’t me” link', () => {
  const sources = globSync('server/{services,api}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read);
  expect(alarming.length).toBeGreaterThan(25);
  const without = alarming.filter((mail) => {
    const links = sources.flatMap((source) => recipientsOf(mail, source));
    return links.length === 0 || links.includes(false);
  });
  // That of the address an account has left is given its link beside the address.
  expect(without.sort()).toEqual([...WITHOUT, 'emailLeftMail'].sort());
  expect(read('server/services/customers/account/change-email.ts')).toContain(
    'emailLeftMail({ ...former, reportUrl })',
  );
});
