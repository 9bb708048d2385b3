import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { checkConfirmation } from '#core/people/validation.ts';
import { createParties } from '#server/adapters/parties.ts';
import { systemClock } from '#server/base/clock.ts';
import { silentLog } from '#server/base/log.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { ENROL_MINUTES } from '#server/services/access/sessions/enrolment.ts';
import { transferText } from '#server/services/checks/held/held.ts';
import { type Help, helpAccount, helps } from '#server/services/staff/admin/account-help.ts';
import {
  addAdministrator,
  enrolAdministrator,
  listAdministrators,
  removeAdministrator,
  type StaffRole,
  staffTitles,
} from '#server/services/staff/admin/administrators.ts';
import { decideHeld } from '#server/services/staff/admin/decide-held.ts';
import { giveAddress } from '#server/services/staff/admin/give-address.ts';
import { declareRestored, trustCopy } from '#server/services/staff/admin/older-copy.ts';
import { operatorHere } from '#server/services/staff/admin/operator.ts';
import {
  bookUnknownTransfer,
  settleUnknownTransfer,
} from '#server/services/staff/admin/settle-transfer.ts';
import { showHeld } from '#server/services/staff/admin/show-held.ts';
import { nameOf, openForTool } from '#server/store/open.ts';
import type { Db } from '#server/store/schema/schema.ts';
import { answeringCommand, done, refused, type Said } from './operator-command.ts';

/**
 * `npm run admin`: administrators of the configured database, and the changes that customers asked for; exits
 * with 1 on a refusal.
 */
const USAGE = `npm run admin -- list
npm run admin -- add EMAIL     (asks for the password; from a pipe, its first line is the password)
npm run admin -- add-officer EMAIL     (the same, for an officer of the desk)
npm run admin -- enrol EMAIL     prints the code with which either signs in once, within an hour, and sets up a second factor
npm run admin -- remove EMAIL
For a customer or an administrator; the reason is recorded in the audit log, and they are told by mail:
npm run admin -- end-sessions EMAIL REASON     signs every device out
npm run admin -- remove-factor EMAIL REASON    removes the second factor and passkeys; withdrawals are held for 72 hours; staff need enrol then
npm run admin -- open-frozen EMAIL REASON      opens an account of staff that its owner froze
npm run admin -- stop-recovery EMAIL REASON    stops a recovery that waits
npm run admin -- give-address EMAIL NEW-EMAIL REASON    gives a customer's account another address: one person begins, the owner passes the identity check, another person says the same, and 72 hours later one of them says it once more; withdrawals are held for 72 hours
What screening holds (docs/screening.md); the reason is recorded, and nobody is told it:
npm run admin -- held                          lists what waits for an answer or a decision
npm run admin -- release ID REASON             it goes on
npm run admin -- refuse ID REASON              a withdrawal is given back, a deposit is kept aside
After a restore (docs/operating/restore.md):
npm run admin -- restored REASON               what customers may have stopped rests, as if the server had noticed
npm run admin -- trust EMAIL REASON            that account no longer rests
npm run admin -- trust everyone REASON         nothing rests any more
npm run admin -- book-transfer REFERENCE EMAIL AMOUNT ASSET REASON    takes it out of that balance, and settles it
npm run admin -- settle-transfer REFERENCE REASON    withdrawals no longer wait for it; no balance changes`;

/**
 * Asks for a password, twice at a terminal, without echoing it. It is no argument of the command, because
 * arguments are visible in process lists and in the shell's history.
 */
async function askPassword(): Promise<{ readonly password: string; readonly problem?: string }> {
  const { stdin } = process;
  const typed = stdin.isTTY;
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  const input = createInterface({ input: stdin, output: nowhere, terminal: typed });
  const lines = input[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    if (typed) process.stderr.write(question);
    const line = await lines.next();
    if (typed) process.stderr.write('\n');
    return line.done ? '' : line.value;
  };
  try {
    const password = await ask('Password: ');
    if (!typed || password === '') return { password };
    const problem = checkConfirmation(password, await ask('The same password again: '));
    return { password, ...(problem && { problem }) };
  } finally {
    input.close();
  }
}

async function add(db: Db, email: string, role: StaffRole, { publicUrl }: Config): Promise<Said> {
  const { password, problem } = await askPassword();
  if (problem) return refused(problem);
  const added = await addAdministrator(
    { db, clock: systemClock() },
    { email, password, role },
    operatorHere(),
  );
  switch (added.kind) {
    case 'added':
      return done(
        `${email} is an ${staffTitles[role]}.\nWhen they sit before ${publicUrl}, run npm run admin -- enrol ${email} and tell them the code: with it they sign in for the first time and set up two-factor authentication or a passkey.`,
      );
    case 'wrong-input':
      return refused(added.text);
    case 'taken':
      return refused(
        `${email} already has an account, which was not changed. Use an address that no customer has.`,
      );
  }
}

async function enrol(deps: Deps, email: string): Promise<Said> {
  const enrolment = await enrolAdministrator(deps, email, operatorHere());
  switch (enrolment.kind) {
    case 'issued':
      return done(
        `${enrolment.code}\nTell it to ${email} yourself, never by email. It counts once, within ${ENROL_MINUTES} minutes: they sign in with their password and this code, and set up two-factor authentication or a passkey.`,
      );
    case 'no-administrator':
      return refused(`No administrator and no officer has the address ${email}.`);
    case 'frozen':
      return refused(`${email} is frozen: open-frozen opens it.`);
    case 'has-factor':
      return refused(`${email} has a second factor. If it is lost, remove-factor removes it.`);
  }
}

async function remove(deps: Deps, email: string): Promise<Said> {
  const removed = await removeAdministrator(deps, email, operatorHere());
  switch (removed) {
    case 'erased':
      return done(`${email} no longer works here and has been signed out everywhere.`);
    case 'already-erased':
    case 'no-administrator':
      return refused(`No administrator and no officer has the address ${email}.`);
    case 'kept':
    case 'balance-not-empty':
    case 'payment-under-way':
    case 'transfer-under-way':
      return refused(
        `The account of ${email} holds funds or has something under way, and was not changed.`,
      );
  }
}

async function help(deps: Deps, what: Help, email: string, reason: string): Promise<Said> {
  const helped = await helpAccount(deps, { email, what, reason }, operatorHere());
  switch (helped) {
    case 'done':
      return done(`Done for ${email}, recorded with its reason; an email tells them.`);
    case 'no-account':
      return refused(`Nobody has the address ${email}.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'no-freeze':
      return refused(
        `${email} is no frozen account of staff. A customer opens theirs with a new password by mail.`,
      );
    case 'no-factor':
      return refused(`${email} has no second factor.`);
    case 'no-recovery':
      return refused(`No recovery of ${email} waits.`);
  }
}

async function give(deps: Deps, [account = '', email = '', ...rest]: readonly string[]) {
  switch (await giveAddress(deps, { account, email, reason: rest.join(' ') }, operatorHere())) {
    case 'asked':
      return done(
        `${email} was sent a link to the identity check. Once it is passed, another person runs this command with the same addresses.`,
      );
    case 'agreed':
      return done(
        'The address of before was told, and can stop it for 72 hours. Then one of you runs this command with the same addresses once more.',
      );
    case 'waits':
      return refused('The address of before can stop it for 72 hours. They are not over.');
    case 'stopped':
      return refused(
        'The address of before stopped it, and the account is frozen. To begin anew, which it cannot stop again, run this command once more.',
      );
    case 'given':
      return done(
        `The account has the address ${email}: a new password by mail opens it. Recorded with its reason.`,
      );
    case 'no-account':
      return refused(`No customer has the address ${account}.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'wrong-address':
      return refused(`${email} is no address.`);
    case 'taken':
      return refused(`Another account has the address ${email}: its owner deletes that one first.`);
    case 'unverified':
      return refused(
        `The identity check of ${account} was refused for good, so that its owner cannot pass another.`,
      );
    case 'same-person':
      return refused('You began this. Another person has to confirm it.');
    case 'unproved':
      return refused('The identity check has not been passed yet.');
    case 'no-answer':
      return refused('The identity provider does not answer. Try again later.');
  }
}

async function settle(deps: Deps, reference: string, reason: string): Promise<Said> {
  const settled = await settleUnknownTransfer(deps, { reference, reason }, operatorHere());
  switch (settled) {
    case 'done':
      return done(`Withdrawals no longer wait for ${reference}; recorded with its reason.`);
    case 'no-transfer':
      return refused(`Withdrawals do not wait for a transfer ${reference}.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
  }
}

async function book(deps: Deps, words: readonly string[]): Promise<Said> {
  const [reference = '', email = '', amount = '', asset = '', ...rest] = words;
  const sent = { reference, email, amount, asset, reason: rest.join(' ') };
  switch (await bookUnknownTransfer(deps, sent, operatorHere())) {
    case 'done':
      return done(
        `${amount} ${asset} left the balance of ${email}. Withdrawals no longer wait for ${reference}; recorded with its reason.`,
      );
    case 'no-transfer':
      return refused(`Withdrawals do not wait for a transfer ${reference}.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'no-account':
      return refused(`Nobody has the address ${email}.`);
    case 'wrong-amount':
      return refused(
        `${amount} ${asset} is no amount of an asset or currency: 0.25 BTC and 500.00 AUD are. Nothing was changed.`,
      );
    case 'insufficient':
      return refused(
        `What ${email} may use is less than ${amount} ${asset}. Nothing was changed: docs/operating/restore.md.`,
      );
  }
}

async function held(deps: Deps): Promise<Said> {
  const lines = (await showHeld(deps, operatorHere())).map((held) => {
    const transfer = transferText(held);
    return [
      `${held.id} of ${held.email} since ${held.asked_at.toISOString()}`,
      ...(transfer === undefined ? [] : [transfer]),
      held.state === 'match' ? `found: ${held.matched}` : 'no answer yet',
    ].join('; ');
  });
  return done(lines.join('\n') || 'Screening holds nothing.');
}

async function decide(
  deps: Deps,
  decision: 'released' | 'rejected',
  id: string,
  reason: string,
): Promise<Said> {
  switch (await decideHeld(deps, { id, decision, reason }, operatorHere())) {
    case 'done':
      return done(
        decision === 'released'
          ? `${id} goes on; recorded with its reason.`
          : `${id} is refused; recorded with its reason.`,
      );
    case 'over':
      return refused(
        `${id} has ended otherwise: nothing is held, and nothing was changed. Whether what was found is reported is decided at the desk.`,
      );
    case 'not-held':
      return refused(`Screening does not hold ${id}, or it was decided: held lists what it holds.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'two-officers':
      return refused(`${id} is worth more than EUR 15,000: two officers release it at the desk.`);
  }
}

async function list(db: Db): Promise<Said> {
  const all = await listAdministrators(db);
  const lines = all.map(
    ({ email, role, two_factor, passkey }) =>
      `${email}${role === 'compliance' ? ', officer' : ''}, two-factor authentication ${two_factor ? 'on' : 'off'}${passkey ? ', with a passkey' : ''}`,
  );
  return done(lines.join('\n') || 'There are no administrators.');
}

type Command = (deps: Deps) => Promise<Said>;

async function restored(deps: Deps, reason: string): Promise<Said> {
  switch (await declareRestored(deps, reason, operatorHere())) {
    case 'done':
      return done('All devices are signed out, and what customers may have stopped rests.');
    case 'nothing':
      return refused('It rests already.');
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'no-account':
      return refused('There is no such account.');
  }
}

async function trust(deps: Deps, whom: string, reason: string): Promise<Said> {
  switch (await trustCopy(deps, { whom, reason }, operatorHere())) {
    case 'done':
      return done(
        whom === 'everyone'
          ? 'Nothing rests any more, and what the copy says goes on; recorded with the reason.'
          : `${whom} no longer rests; recorded with the reason.`,
      );
    case 'nothing':
      return refused(whom === 'everyone' ? 'Nothing rests.' : `${whom} does not rest.`);
    case 'no-reason':
      return refused('Say why: the reason is kept in the audit log.');
    case 'no-account':
      return refused(`Nobody has the address ${whom}.`);
  }
}

function commandOf([name, email, ...rest]: readonly string[]): Command | undefined {
  if (name === 'list' && email === undefined) return ({ db }) => list(db);
  if (name === 'held' && email === undefined) return held;
  if (email === undefined) return undefined;
  if (name === 'restored') return (deps) => restored(deps, [email, ...rest].join(' '));
  if (name === 'trust') return (deps) => trust(deps, email, rest.join(' '));
  if (name === 'release') return (deps) => decide(deps, 'released', email, rest.join(' '));
  if (name === 'refuse') return (deps) => decide(deps, 'rejected', email, rest.join(' '));
  const what = helps.find((known) => known === name);
  if (what) return (deps) => help(deps, what, email, rest.join(' '));
  if (name === 'give-address') return (deps) => give(deps, [email, ...rest]);
  if (name === 'book-transfer') return (deps) => book(deps, [email, ...rest]);
  if (name === 'settle-transfer') return (deps) => settle(deps, email, rest.join(' '));
  if (rest.length > 0) return undefined;
  if (name === 'add') return ({ db, config }) => add(db, email, 'admin', config);
  if (name === 'add-officer') return ({ db, config }) => add(db, email, 'compliance', config);
  if (name === 'enrol') return (deps) => enrol(deps, email);
  if (name === 'remove') return (deps) => remove(deps, email);
  return undefined;
}

async function run(): Promise<Said> {
  const read = readConfig(process.env);
  if (!read.ok) return refused(`The configuration is wrong:\n${read.problems.join('\n')}`);
  const { config } = read;
  const command = commandOf(process.argv.slice(2));
  if (!command) return refused(USAGE);
  const store = await openForTool(config);
  try {
    const { db } = store;
    const clock = systemClock();
    const parties = createParties(config.parties, { db, now: clock.now, log: silentLog });
    const random = (bytes: number): Uint8Array => randomBytes(bytes);
    const { ok, text } = await command({ config, db, clock, random, log: silentLog, parties });
    return { ok, text: `${text}\nIn the ${nameOf(config)}.` };
  } finally {
    await store.close();
  }
}

await answeringCommand(run);
