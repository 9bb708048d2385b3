/** The environment variable that names the mutant for the tests' own process: its place in the list. */
export const MUTANT = 'KOPA_MUTANT';

/** A fault in one place of the code, and the test that has to notice it. */
export interface Mutant {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
  readonly project: 'page' | 'server';
  /** The test's file, and a part of its title that stands there as it is. */
  readonly test: string;
  readonly title: string;
}

const server = (test: string, file: string): Pick<Mutant, 'project' | 'test' | 'file'> => ({
  ...{ project: 'server', test: `tests/contract/${test}.test.ts`, file: `server/${file}.ts` },
});
const beside = (file: string): Pick<Mutant, 'project' | 'test' | 'file'> => ({
  ...{ project: 'page', test: `src/${file}.test.ts`, file: `src/${file}.ts` },
});

const withdraw = 'services/money-out/withdrawals/withdraw';
const cashOut = beside('features/cash-out/cash-out-machine');
const withdrawal = beside('features/withdraw/withdraw-machine');
const bridge = beside('platform/worker/worker-bridge');
const readThrough = beside('transport/calls/read-through');
const refresh = beside('transport/session/refresh');
const listen = beside('app/live/listen');
const total = beside('platform/kept/last-total');

/**
 * Faults chosen by hand in code that Stryker does not reach, because it needs a server, a device or a browser: who may
 * send money, how much, with which proof, and what a page shows. Each is tried against its one test (`npm run
 * test:mutants`).
 */
// Pieces of templates are meant as they are written there.
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are code, not templates
export const mutants: readonly Mutant[] = [
  // Who may send money where, and with which proof.
  {
    ...server('frozen-account', withdraw),
    from: "(known !== 'new' && !neverSent && confirmed !== 'code')",
    to: "(known !== 'new' && confirmed !== 'code')",
    title: 'a recipient saved for longer than a day asks for the password until something was sent',
  },
  {
    ...server('frozen-account', withdraw),
    from: "(known !== 'new' && !neverSent && confirmed !== 'code')",
    to: "(!neverSent && confirmed !== 'code')",
    title:
      'a withdrawal to a recipient never sent to before asks for the password, later ones do not',
  },
  {
    ...server('withdrawal', withdraw),
    from: 'if (lookalike && !withdrawal.looked)',
    to: 'if (lookalike && !lookalike.address)',
    title: 'a look-alike is refused until it has been compared',
  },
  {
    ...server('withdrawal', withdraw),
    from: "WITHDRAWAL_HELD_SECONDS[isNew || isUnsure ? 'new' : 'known']",
    to: "WITHDRAWAL_HELD_SECONDS[isUnsure ? 'new' : 'known']",
    title: 'a new address is recognised and held longer',
  },
  {
    ...server('payee', withdraw),
    from: 'isUnsure && (isNew || neverSent)',
    to: 'isUnsure && neverSent === true && !isNew',
    title: 'cash waits a day where the bank does not say whose a new account is',
  },
  {
    ...server('funds', withdraw),
    from: 'if (centsOf(withdrawal) > left) {',
    to: 'if (centsOf(withdrawal) > left + 1n) {',
    title: 'the daily limit is reached to the cent, fee included, and not passed by one',
  },
  {
    ...server('funds', 'services/money-out/withdrawals/second-factor-grant'),
    from: 'where session_id = ${sessionId} and expires_at > ${clock.sql} returning 1`',
    to: 'where session_id = ${sessionId} returning 1`',
    title:
      'a code whose answer was lost stays right for its session until its one withdrawal is made',
  },
  {
    ...server('withdrawal', 'services/money-out/withdrawals/known-addresses'),
    from: 'doubted_at is null and created_at <= ${clock.sqlIn(-SAVED_RECIPIENT_KNOWN_SECONDS)} as trusted',
    to: 'doubted_at is null as trusted',
    title: 'an address just saved in the address book counts as new for a day',
  },
  {
    ...server('payout', 'services/money-out/withdrawals/payout-checks'),
    from: "if (compareNames(namesOf(user), account.holder) !== 'same') {",
    to: "if (compareNames(namesOf(user), account.holder) === 'other') {",
    title: 'cash goes to no account in a name that is only nearly the customer’s',
  },
  {
    ...server('payee', 'services/money-out/withdrawals/payee'),
    from: "if (saw === 'close' && confirmed) return payee;",
    to: "if (saw === 'close') return payee;",
    title: 'nearly the name is paid to only once just that was seen and confirmed',
  },
  {
    ...server('payee', 'services/money-out/withdrawals/payee'),
    from: "if (saw === 'close' && confirmed) return payee;",
    to: 'if (confirmed) return payee;',
    title: 'nearly the name is paid to only once just that was seen and confirmed',
  },
  {
    ...server('payee', 'services/money-out/withdrawals/payee'),
    from: 'if (account.payee_allowed) return payee;',
    to: 'if (confirmed) return payee;',
    title: 'an account in another name is paid to only once an officer allowed it',
  },
  {
    ...server('address-book-only', 'services/money-out/withdrawals/address-book-only'),
    from: 'return saved <= since || counts <= now ?',
    to: 'return saved <= since || counts > since.getTime() ?',
    title: 'a recipient saved while it is on counts after 24 hours',
  },
  {
    ...server('security', 'services/money-out/withdrawals/security-hold'),
    from: 'if (!until || until.getTime() <= now) return null;',
    to: 'if (!until || until.getTime() > now) return null;',
    title: 'a password reset holds withdrawals for a day',
  },
  {
    ...server('money-attacks', 'services/money-out/withdrawals/withdrawal-checks'),
    from: 'if (request.fee !== undefined && parseUnits(request.fee, scale) !== feeUnits) {',
    to: 'if (request.fee === undefined && parseUnits(route.min_withdrawal, scale) !== feeUnits) {',
    title: 'a withdrawal is refused if its fee is no longer the one that was reviewed',
  },
  {
    ...server('funds', 'services/money-out/withdrawals/withdrawal-checks'),
    from: "return sent === '' && !own && !request.noTag",
    to: "return sent === '' && own && !request.noTag",
    title: 'an XRP withdrawal without a tag is refused unless the request says that none is meant',
  },
  {
    ...server('strong-authentication', 'services/money-out/withdrawals/transfer-confirmation'),
    from: 'JSON.stringify([asset.code, route.network, address, tag, String(units)])',
    to: 'JSON.stringify([asset.code, route.network, address, tag])',
    title: 'a code counts for this amount, recipient, network, session and transfer alone',
  },
  {
    ...server('strong-authentication', 'services/money-out/withdrawals/transfer-confirmation'),
    from: '  device: sessionId,\n',
    to: "  device: '',\n",
    title: 'a code counts for this amount, recipient, network, session and transfer alone',
  },
  // Who decides about what is held.
  {
    ...server('desk-held', 'services/checks/held/held'),
    from: 'return sum === undefined || sum > TWO_OFFICERS_EUR_CENTS;',
    to: 'return sum !== undefined && sum > TWO_OFFICERS_EUR_CENTS;',
    title: 'what has no known value needs two officers, however little it may be',
  },
  {
    ...server('desk-held', 'services/checks/held/held'),
    from: 'sum > TWO_OFFICERS_EUR_CENTS;',
    to: 'sum >= TWO_OFFICERS_EUR_CENTS;',
    title: 'one person is enough for EUR 15,000 to the cent, and not for a cent more',
  },
  // Once, and at the price that was shown.
  {
    ...server('swap-confirm', 'platform/operations'),
    from: 'before.request_hash !== hashOf(operation.request)',
    to: 'before.request_hash === operation.path',
    title: 'other parameters under a used key are refused and move nothing',
  },
  {
    ...server('money-attacks', 'platform/operations'),
    from: 'before.operation !== operation.path ||',
    to: "before.operation === '' ||",
    title: 'a key used for one operation is refused for another of the same content',
  },
  {
    ...server('swap-confirm', 'services/exchange/swaps/swap-confirm'),
    from: "    .where('expires_at', '>', deps.clock.sql)\n",
    to: '',
    title: 'the server decides when a quote has expired',
  },
  {
    ...server('swap-confirm', 'services/exchange/swaps/swap-confirm'),
    from: 'if (claimed && !claimed.close_enough) return',
    to: 'if (claimed && !claimed.id) return',
    title:
      'a newer quote is taken instead of the one that was seen only if it gives at most 0.25 % less',
  },
  {
    ...server('recurring-buys', 'services/exchange/recurring/recurring-buys'),
    from: 'if (Number(count) >= MOST_RECURRING_BUYS) {',
    to: 'if (Number(count) > MOST_RECURRING_BUYS) {',
    title: 'a customer has twenty recurring buys at most, and an ended one is none',
  },
  // Who is signed in.
  {
    ...server('session', 'services/access/sessions/login-guard'),
    from: 'where ${forgotten} or held.locked_until <= ${now}',
    to: 'where true',
    title: 'a locked account opens again after its time',
  },
  {
    ...server('security', 'services/access/sessions/sessions'),
    from: "      .where('id', '=', sessionId)\n      .where('user_id', '=', owner.userId)\n",
    to: "      .where('id', '=', sessionId)\n      .where('user_id', '!=', owner.userId)\n",
    title: 'devices are listed, and one or all others can be signed out',
  },
  {
    ...refresh,
    from: 'const endingStatuses = [401, 403, 422];',
    to: 'const endingStatuses = [401, 403, 422, 500];',
    title: 'no readable refusal ends the session but those that say so',
  },
  {
    ...refresh,
    from: '  // Another tab may have refreshed, or signed out, while this one waited for the lock.\n  adoptStored();\n',
    to: '',
    title: 'what another tab refreshed a while ago is taken over, and not asked for again',
  },
  // What a page sends.
  {
    ...cashOut,
    from: 'needsConfirming(state.payee.answer) && !state.payeeConfirmed',
    to: 'needsConfirming(state.payee.answer) && !state.payee',
    title: 'an account in a similar name is sent to only once the customer said that it is theirs',
  },
  {
    ...cashOut,
    from: '...(state.payeeConfirmed && { payeeConfirmed: true }),',
    to: "...(typeof state.payee === 'object' && { payeeConfirmed: true }),",
    title: 'nothing has to be said, and nothing is said to the server',
  },
  {
    ...cashOut,
    from: "payee: accountId && 'asking', payeeConfirmed: false }",
    to: "payee: accountId && 'asking' }",
    title: 'the word about one account is none about the next',
  },
  {
    ...cashOut,
    from: 'if (counts()) state.payee = answer;',
    to: 'if (payeeAnswers) state.payee = answer;',
    title: 'the word about one account is none about the next',
  },
  {
    ...cashOut,
    from: "if (state.payee === 'asking') return",
    to: 'if (state.payee === undefined) return',
    title: 'nothing is sent while the bank is being asked',
  },
  {
    ...cashOut,
    from: "neverSent: ({ account }) => account.standing !== 'known',",
    to: "neverSent: ({ account }) => account.standing === 'new',",
    title: 'an account never paid to asks for the password where there is no second factor',
  },
  {
    ...withdrawal,
    from: "if (state.address !== '' || state.amount.text !== '') {",
    to: "if (state.address !== '' && state.amount.text !== '') {",
    title: 'a link that was opened takes nothing from a form with only its',
  },
  // What a page shows, of whom, and from which version.
  {
    ...readThrough,
    from: "    if (answered) return;\n    const kept =\n      typeof snapshot === 'object' ? await only(fromText(name, endpoint, snapshot)) : snapshot;\n    if (answered) return;\n",
    to: "    const kept =\n      typeof snapshot === 'object' ? await only(fromText(name, endpoint, snapshot)) : snapshot;\n",
    title: 'a copy that comes after the answer is not shown over it',
  },
  {
    ...readThrough,
    from: 'const { userId: owner, only } = scope();',
    to: 'const { userId: owner } = scope(); const only = <T>(work: Promise<T>): Promise<T> => work;',
    title: 'the copy of a customer who has left meanwhile is shown to nobody',
  },
  {
    ...total,
    from: 'if (!vault || vault.userId !== userId || isLocked(vault)) return undefined;',
    to: 'if (!vault || isLocked(vault)) return undefined;',
    title: 'is that of the customer who is signed in, and of nobody else',
  },
  {
    ...total,
    from: 'if (later && !navigator.onLine) return undefined;',
    to: 'if (later && navigator.onLine) return undefined;',
    title: 'an earlier total than the answer that is kept is not shown',
  },
  {
    ...bridge,
    from: 'if (served) offer(navigator.serviceWorker.controller);',
    to: 'offer(navigator.serviceWorker.controller);',
    title: 'the first worker of a device is no update, and each later one is',
  },
  {
    ...bridge,
    from: "if ((await askToActivate(waiting)) === 'deferred') return false;",
    to: 'await askToActivate(waiting);',
    title: 'a worker that says it has to wait is waited for, and nothing is loaded before',
  },
  {
    ...bridge,
    from: 'if (!(await takesOver(waiting))) return false;',
    to: 'await takesOver(waiting);',
    title: 'a worker that never takes over is not loaded from',
  },
  {
    ...bridge,
    from: 'async function attempt(): Promise<boolean> {\n  if (flowHere()) return false;\n',
    to: 'async function attempt(): Promise<boolean> {\n',
    title: 'in a flow of this tab nobody is asked to take over',
  },
  {
    ...bridge,
    from: 'if (await isOurs(version)) offer(version);',
    to: 'offer(version);',
    title: 'what waits is offered if it says that it is ours, and an empty script is not',
  },
  {
    ...listen,
    from: "if (behindLock.peek() !== 'shown') return;",
    to: "if (behindLock.peek() === 'gone') return;",
    title: 'a change looks for notices, but not behind the app lock',
  },
  {
    ...listen,
    from: "if (!onlineNow()) return Promise.reject(new Error('offline'));",
    to: '',
    title: 'offline nothing is asked for, and at once when the connection is back',
  },
  {
    ...listen,
    from: '...(after && { [LAST_EVENT_HEADER]: after }),',
    to: '',
    title: 'the stream is asked for in the customer’s session and from no cache',
  },
  // What the rules of money say.
  {
    ...beside('core/money/withdraw-form'),
    from: 'return limit !== undefined && units + fee > limit',
    to: 'return limit !== undefined && units > limit',
    title: 'HARD-99 what the day allows only without the fee',
  },
  {
    ...beside('core/statement/cost-basis'),
    from: '  compare(a.kind, b.kind) ||\n',
    to: '',
    title: 'what was bought at the very moment of a sale was bought before it',
  },
  {
    ...beside('core/time/day-span'),
    from: '(from === undefined || at >= from)',
    to: '(from === undefined || at > from)',
    title: 'a range has its first and its last day, and is open where no day is named',
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code, not templates
