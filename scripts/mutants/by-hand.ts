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
    from: "HELD_SECONDS[isNew || isUnsure ? 'new' : 'known']",
    to: "HELD_SECONDS[isUnsure ? 'new' : 'known']",
    title: 'a new address is recognised and held longer',
  },
  {
    ...server('payee', withdraw),
    from: 'isUnsure && (isNew || neverSent)',
    to: 'isUnsure && neverSent === true && !isNew',
    title: 'cash waits a day where the bank does not say whose a new account is',
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
    from: 'doubted_at is null and created_at <= ${clock.sqlIn(-SAVED_SECONDS)} as trusted',
    to: 'doubted_at is null as trusted',
    title: 'an address just saved in the address book counts as new for a day',
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
  // Who is signed in.
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
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are code, not templates
