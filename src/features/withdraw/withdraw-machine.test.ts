import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { KycStatus } from '#core/contract/account/identity.ts';
import { walletEntry } from '#core/contract/wallet/wallet-entry.fixture.ts';
import { fail, type Outcome, ok } from '#core/failure.ts';
import { type AssetCode, assetOf } from '#core/money/currencies.ts';
import { problemIn } from '#core/money/withdraw-form.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import type { SendingAnswer } from '#withdrawal/sending.ts';
import { DetailsForm } from './details-form.tsx';
import { ReviewStep } from './review-step.tsx';
import { AmountBox } from './withdraw-amount-box.tsx';
import type { Familiarity, WithdrawDeps, WithdrawRequest } from './withdraw-deps.ts';
import { withdrawDraftFrom } from './withdraw-draft.ts';
import { createWithdraw } from './withdraw-machine.ts';
import { formIn } from './withdraw-state.ts';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const XRP = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const OTHER_XRP = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';

const route = {
  payment_route_id: 'btc-bitcoin',
  currency_id: 'BTC',
  crypto_network_name: 'Bitcoin',
  is_active: 'on',
  min_deposit: '0.0001',
  min_withdrawal: '0.0002',
  withdrawal_fee: '0.00005',
  confirmations: 2,
  needs_tag: false,
};

const entry = walletEntry('BTC', {
  free_balance: '0.5',
  free_balance_quoted: '50000.00000000',
  price: '100000',
});

const answer = (request: WithdrawRequest): SendingAnswer => ({
  status: 'success',
  data: {
    withdrawal_id: 'w1',
    amount: request.amount,
    fee: '0.00005',
    total: '0.10005',
    currency_id: 'BTC',
  },
});

type Told = readonly [string, string, { title: string; duration: number } | undefined];

interface Scene {
  /** `unanswered`: nobody says what it is. */
  readonly kyc?: KycStatus | 'unanswered';
  readonly twoFactor?: boolean;
  /** What the server knows of it, where that is another thing. */
  readonly twoFactorNow?: boolean;
  /** It is turned off while the dialog is open. */
  readonly off?: boolean;
  readonly lookalike?: boolean;
  readonly isNew?: boolean;
  readonly saved?: Familiarity;
  /** Nobody has said whose the address is. */
  readonly unsaid?: boolean;
  /** Control of the wallet was not shown yet. */
  readonly control?: boolean;
  /** How often the address cannot be asked about. */
  readonly unchecked?: number;
  /** What is left of the day's limit. */
  readonly usdLeft?: string;
  readonly result?:
    | 'done'
    | 'refused'
    | 'closed'
    | 'minimum'
    | 'unknown'
    | 'code'
    | 'lookalike'
    | 'password'
    | 'transferCode';
  /** The server says that such a transfer is confirmed by itself. */
  readonly confirmed?: boolean;
  readonly checked?: 'done' | 'never' | 'until left';
}

const recipient = {
  counterparty: { owner: 'customer', name: '', country: '', provider: '' },
  saidAt: '2026-01-01T00:00:00.000Z',
} as const;
const control = { message: 'Sign this' };

function world(scene: Scene = {}) {
  const sent: WithdrawRequest[] = [];
  const told: Told[] = [];
  const codes: string[] = [];
  const saidOf: unknown[] = [];
  let intents = 0;
  let held = 0;
  let unchecked = scene.unchecked ?? 0;
  const last = (): WithdrawRequest => sent.at(-1) as WithdrawRequest;
  let routes = [route];
  let twoFactor = scene.twoFactor ?? false;
  const refusals = {
    code: { status: 'error', code: 'INVALID_CODE', message: 'Invalid 2FA code' },
    refused: { status: 'error', code: 'INSUFFICIENT_BALANCE', message: 'Insufficient balance' },
    minimum: {
      status: 'error',
      code: 'BELOW_MINIMUM',
      message: 'The minimum withdrawal is 0.3 BTC',
      field: 'amount',
    },
    off: { status: 'error', code: 'INVALID_INPUT', message: 'Two-factor authentication is off.' },
    closed: {
      status: 'error',
      code: 'ROUTE_UNAVAILABLE',
      message: 'Payment route not found for selected network',
    },
    password: {
      status: 'error',
      code: 'INVALID_CREDENTIALS',
      message: 'Current password is incorrect',
    },
    transferCode: {
      status: 'error',
      code: 'INVALID_CODE',
      mailed: true,
      message: 'Invalid code. You have 4 tries left.',
    },
    lookalike: { status: 'error', code: 'ADDRESS_LOOKALIKE', message: 'Compare every character.' },
  } as const;
  const deps: WithdrawDeps = {
    twoFactor: () => twoFactor,
    setTwoFactor: (on) => {
      twoFactor = on;
    },
    routes: async () =>
      ok({
        status: 'success' as const,
        data: routes,
        withdrawalHold: null,
        withdrawalLimit: { usd: '50000', usd_left: scene.usdLeft ?? '50000' },
        ...(scene.twoFactorNow !== undefined && { twoFactor: scene.twoFactorNow }),
        ...(scene.confirmed && { confirmed: ['BTC'] }),
      }),
    async balances(show) {
      show([entry], new Date(), false);
      return true;
    },
    kyc: async () => (scene.kyc === 'unanswered' ? undefined : (scene.kyc ?? 'approved')),
    async familiarity() {
      unchecked -= 1;
      if (unchecked >= 0) return undefined;
      const said = scene.unsaid === true && saidOf.length === 0 ? undefined : recipient;
      const isShown = saidOf.includes('0xsigned');
      return {
        ...(said && { recipient: scene.control && !isShown ? { ...said, control } : said }),
        ...(scene.saved ?? { known: scene.isNew || scene.lookalike ? 'new' : 'used' }),
        ...(scene.lookalike && { lookalike: { address: BTC, label: 'Vault' } }),
      };
    },
    async describe(_, counterparty) {
      saidOf.push(counterparty);
      return ok({ status: 'success' });
    },
    async prove(_, signature) {
      if (signature !== '0xsigned') {
        const refusal = {
          status: 'error',
          code: 'INVALID_INPUT',
          message: 'Not of this text',
        } as const;
        return fail({ kind: 'refused', status: 422, refusal });
      }
      saidOf.push(signature);
      return ok({ status: 'success' });
    },
    async verifyCode(code) {
      codes.push(code);
      if (scene.off) return fail({ kind: 'refused', status: 422, refusal: refusals.off });
      return ok(code === '123456');
    },
    failureText: (failure, fallback) =>
      failure.kind === 'refused' ? failure.refusal.message : fallback,
    newIntent(summary) {
      intents += 1;
      return {
        summary,
        async send(request) {
          sent.push(request);
          const refused = scene.result !== 'lookalike' || !request.addressCompared;
          if (scene.result && scene.result !== 'done' && scene.result !== 'unknown' && refused) {
            const refusal = refusals[scene.result];
            return { kind: 'refused', failure: { kind: 'refused', status: 422, refusal } };
          }
          return scene.result === 'unknown'
            ? { kind: 'unknown' }
            : { kind: 'done', value: answer(request) };
        },
        check: async (signal) => {
          if (scene.checked === 'until left') {
            await new Promise((left) => signal.addEventListener('abort', left));
            return { kind: 'unknown' };
          }
          return scene.checked === 'done'
            ? { kind: 'done', value: answer(last()) }
            : { kind: 'never' };
        },
      };
    },
    openIntents: () => [],
    hold() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
    tell: (kind, text, options) => told.push([kind, text, options]),
  };
  const machine = createWithdraw(deps, assetOf('BTC'), 'AUD');
  const offer = (...now: readonly (typeof route)[]) => {
    routes = [...now];
  };
  return { deps, machine, sent, told, codes, offer, held: () => held, intents: () => intents };
}

/** Everything that was begun has come to rest. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

async function reviewed(scene: Scene = {}) {
  const made = world(scene);
  made.machine.start();
  await settle();
  made.machine.setMoney('AUD', '1.5');
  made.machine.take(`bitcoin:${BTC}?amount=0.1`);
  made.machine.press();
  await settle();
  // A look-alike is a new recipient, which asks for it.
  if (scene.lookalike) made.machine.typePassword('Mine-2026!');
  return made;
}

describe('WD-06 the identity check stands before the review', () => {
  test.each([
    ['rejected', 'Your account verification was rejected. Please contact support for assistance.'],
    [
      'submitted',
      'Your account verification is under review. Please wait for approval before making withdrawals.',
    ],
  ] as const)('%s is told for five seconds', async (kyc, text) => {
    const { machine, told } = await reviewed({ kyc });
    expect(told).toEqual([['error', text, { title: 'Verification Required', duration: 5_000 }]]);
    expect(machine.state.phase).toBe('form');
  });

  test.each(['pending', 'incomplete', 'not_started'] as const)(
    '%s opens the verification prompt',
    async (kyc) => {
      const { machine, told } = await reviewed({ kyc });
      expect(machine.state.verifying).toBe(true);
      expect(told).toEqual([]);
    },
  );

  test('BEY-23 no answer says nothing about the customer, and can be asked for again', async () => {
    const { machine, told } = await reviewed({ kyc: 'unanswered' });
    expect(machine.state).toMatchObject({ phase: 'form', verifying: false });
    expect(machine.state.error).toMatch(
      /^We could not load your verification status.* Nothing was sent\.$/,
    );
    expect(told).toEqual([]);
  });
});

describe('KEEP-07 whose the recipient is', () => {
  const ada = { owner: 'other', name: 'Ada Lovelace', country: 'LT', provider: '' } as const;

  test('of one that nobody has said it of is asked before the review, once', async () => {
    const { machine } = await reviewed({ unsaid: true });
    expect(machine.state.phase).toBe('form');
    expect(machine.state.asking).toMatchObject({ review: { address: BTC } });
    expect(await machine.say(ada)).toBeUndefined();
    expect(machine.state).toMatchObject({ phase: 'review', asking: undefined });
    machine.back();
    machine.press();
    await settle();
    expect(machine.state).toMatchObject({ phase: 'review', asking: undefined });
  });

  test('closing the question sends nothing and keeps the form', async () => {
    const { machine, sent } = await reviewed({ unsaid: true });
    machine.stopAsking();
    expect(machine.state).toMatchObject({ phase: 'form', asking: undefined, address: BTC });
    expect(sent).toEqual([]);
  });

  test('an own wallet is shown to be that before the review, and a wrong signature is told', async () => {
    const { machine } = await reviewed({ control: true });
    expect(machine.state).toMatchObject({ phase: 'form', asking: { control } });
    expect(await machine.prove('0xother')).toBe('Not of this text');
    expect(await machine.lookAgain()).toBe('No deposit from this wallet has arrived yet.');
    expect(machine.state.asking).toMatchObject({ control });
    expect(await machine.prove('0xsigned')).toBeUndefined();
    expect(machine.state).toMatchObject({ phase: 'review', asking: undefined });
  });

  test('what the review shows can be said otherwise there', async () => {
    const { machine } = await reviewed();
    machine.sayOtherwise();
    expect(machine.state.asking).toMatchObject({ said: recipient.counterparty });
    expect(await machine.say(ada)).toBeUndefined();
    expect(machine.state).toMatchObject({ phase: 'review', asking: undefined });
  });
});

describe('WD-07 the second factor', () => {
  test('without 2FA the review is enough', async () => {
    const { machine, sent } = await reviewed();
    expect(sent).toEqual([]);
    machine.confirm();
    machine.confirm();
    await settle();
    expect(sent).toEqual([
      {
        amount: '0.1',
        cryptoAddress: BTC,
        paymentRouteId: 'btc-bitcoin',
        fee: '0.00005',
        saidAt: recipient.saidAt,
      },
    ]);
    expect(machine.state.phase).toBe('success');
  });

  test('with 2FA nothing is sent before the right code', async () => {
    const { machine, sent, codes } = await reviewed({ twoFactor: true });
    machine.confirm();
    await machine.submitCode('');
    expect(machine.state.codeError).toBe('Please enter 2FA code');
    await machine.submitCode('000000');
    expect(machine.state.codeError).toBe('Invalid 2FA code. Please try again.');
    expect(sent).toEqual([]);
    await machine.submitCode('123456');
    expect(codes).toEqual(['000000', '123456']);
    expect(sent).toHaveLength(1);
    expect(machine.state.phase).toBe('success');
  });

  test.each([true, false])(
    'turned on or off on another device it is as the server says: %s',
    async (now) => {
      const { machine, sent } = await reviewed({ twoFactor: !now, twoFactorNow: now });
      machine.confirm();
      await settle();
      expect(machine.state.phase).toBe(now ? 'code' : 'success');
      expect(sent).toHaveLength(now ? 0 : 1);
    },
  );

  test('turned off while its dialog is open it sends nothing, says so, and is not asked for again', async () => {
    const { machine, sent } = await reviewed({ twoFactor: true, off: true });
    machine.confirm();
    await machine.submitCode('123456');
    expect(machine.state).toMatchObject({
      phase: 'review',
      error: 'Two-factor authentication is off.',
    });
    expect(sent).toEqual([]);
    machine.confirm();
    await settle();
    expect(sent).toHaveLength(1);
  });

  test('what the server says of a code stands in place of the usual words', async () => {
    const { machine, deps, sent } = await reviewed({ twoFactor: true });
    const refusal = { status: 'error', code: 'TOO_MANY', message: 'Too many attempts.' } as const;
    deps.verifyCode = async () => fail({ kind: 'refused', status: 429, refusal });
    machine.confirm();
    await machine.submitCode('123456');
    expect(machine.state).toMatchObject({ phase: 'code', codeError: 'Too many attempts.' });
    expect(sent).toEqual([]);
  });

  test('SPEC-10 a code of another length is not sent, and its text goes when another is typed', async () => {
    const { machine, codes, sent } = await reviewed({ twoFactor: true });
    machine.confirm();
    await machine.submitCode('123');
    expect(machine.state.codeError).toBe('Enter all six digits of the code');
    expect(codes).toEqual([]);
    machine.typeCode();
    expect(machine.state.codeError).toBeUndefined();
    await machine.submitCode('123456');
    expect(sent).toHaveLength(1);
  });

  test('SPEC-10 a server that failed is not called a wrong code', async () => {
    const { machine, deps } = await reviewed({ twoFactor: true });
    deps.verifyCode = async () => fail({ kind: 'unreadable', status: 502, reason: 'sealed' });
    machine.confirm();
    await machine.submitCode('123456');
    expect(machine.state.codeError).toBe('The code could not be checked. Please try again.');
  });

  test('cancelling it sends nothing and says so', async () => {
    const { machine, sent, told } = await reviewed({ twoFactor: true });
    machine.confirm();
    machine.cancelCode();
    expect(told).toEqual([['error', '2FA verification cancelled', undefined]]);
    expect(machine.state.phase).toBe('review');
    expect(sent).toEqual([]);
  });
});

describe('WD-09 BEY-02 what became of it', () => {
  test('a refusal is told and the review stays', async () => {
    const { machine } = await reviewed({ result: 'refused' });
    machine.confirm();
    await settle();
    expect(machine.state).toMatchObject({ phase: 'review', error: 'Insufficient balance' });
  });

  test('WD-09 a route that was closed, or has another fee by now, leads back to the details as they are now', async () => {
    const { machine, sent, offer } = await reviewed({ result: 'closed' });
    offer({ ...route, is_active: 'off' });
    machine.confirm();
    await settle();
    expect(sent[0]).toMatchObject({ fee: '0.00005' });
    expect(machine.state).toMatchObject({
      phase: 'form',
      error: 'Payment route not found for selected network',
      address: BTC,
      routes: [],
    });
    machine.press();
    await settle();
    expect(machine.state.phase).toBe('form');
    offer({ ...route, withdrawal_fee: '0.00009' });
    machine.reload();
    await settle();
    machine.press();
    await settle();
    expect(machine.state).toMatchObject({ phase: 'review', review: { fee: '0.00009' } });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['done', 'success', undefined],
    ['never', 'review', 'Withdrawal failed. Please try again. Nothing was sent.'],
  ] as const)('a lost answer is asked for: %s', async (checked, phase, error) => {
    const { machine, sent } = await reviewed({ result: 'unknown', checked });
    machine.confirm();
    await settle();
    expect(machine.state).toMatchObject({ phase, error });
    expect(sent).toHaveLength(1);
  });

  test('BEY-01 the intent is made before the review; a closed key is not used again', async () => {
    const { machine, intents } = await reviewed({ result: 'unknown', checked: 'never' });
    expect(intents()).toBe(1);
    machine.confirm();
    await settle();
    expect(intents()).toBe(2);
  });
});

test('WD-08 behind a withdrawal nothing of it stays in the form', async () => {
  const { machine } = await reviewed();
  machine.confirm();
  await settle();
  expect(machine.state).toMatchObject({ phase: 'success', address: BTC, amount: { text: '0.1' } });
  machine.clear();
  expect(machine.state).toMatchObject({ address: '', tag: '', noTag: false, amount: { text: '' } });
});

test('BEY-14 a look-alike is sent to only after it was compared', async () => {
  const { machine, sent } = await reviewed({ lookalike: true });
  machine.confirm();
  await settle();
  expect(sent).toEqual([]);
  machine.setCompared(true);
  machine.confirm();
  await settle();
  expect(sent[0]).toMatchObject({ addressCompared: true });
});

test.each([
  [1, { address: BTC, label: 'Vault' }],
  [2, undefined],
])(
  'BEY-14 a look-alike that only the server knew of can be compared and sent to (%i unanswered)',
  async (unchecked, lookalike) => {
    const scene = { lookalike: true, unchecked, result: 'lookalike' } as const;
    const { machine, sent } = await reviewed(scene);
    machine.confirm();
    await settle();
    expect(machine.state).toMatchObject({
      phase: 'review',
      lookalike: true,
      error: 'Compare every character.',
    });
    expect(machine.state.review?.familiarity?.lookalike).toEqual(lookalike);
    machine.confirm();
    await settle();
    expect(sent).toHaveLength(1);
    machine.setCompared(true);
    machine.confirm();
    await settle();
    expect(sent[1]).toMatchObject({ addressCompared: true });
    expect(machine.state.phase).toBe('success');
  },
);

test('BEY-03 the review shows asset, network, whole address, tag, what arrives, fee, total and their value', async () => {
  const { machine } = await reviewed();
  const { state } = machine;
  const { review } = state;
  if (!review) throw new Error('no review');
  const html = (more: object = {}): string => {
    const shown = { ...review, ...more };
    const step = { machine, state, review: shown, online: true, onBack: () => undefined };
    return rendered(createElement(ReviewStep, step));
  };
  const lines = [...html().matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(
    ([, name = '', value = '']) => [name, words(value)],
  );
  expect(lines).toEqual([
    ['Asset', 'Bitcoin'],
    ['Network', 'Bitcoin'],
    ['Usual time', 'about 30 minutes once it is sent'],
    ['Longest time', '90 minutes, then write to us'],
    ['Confirmations', 'at least 2'],
    ['Recipient gets', '0.1 BTC AU$15,000.00'],
    ['Network fee', '0.00005 BTC AU$7.50'],
    ['Total from your wallet', '0.10005 BTC AU$15,007.50'],
  ]);
  const [, address = ''] =
    /<span class="addr" translate="no">(.*?)<\/span>(?=<\/div>|<p)/.exec(html()) ?? [];
  expect(address.replace(/<[^>]*>/g, '')).toBe(BTC);
  expect(words(html())).not.toContain('Destination tag');
  const tagged = { needsTag: true, tag: '104923' };
  expect(words(html(tagged))).toContain('Destination tag 104923');
  const untagged = { needsTag: true, tag: '', noTag: true };
  expect(words(html(untagged))).toContain('Destination tag none, as you confirmed');
});

test('BEY-03 what was reviewed is what is sent, whatever changes behind it', async () => {
  const { machine, sent } = await reviewed();
  machine.setMoney('EUR', '0.9');
  machine.typeAmount('9');
  machine.confirm();
  await settle();
  expect(sent[0]?.amount).toBe('0.1');
});

test('PWA-06 a half-filled form holds updates back until it is done or left', async () => {
  const { machine, held } = world();
  machine.start();
  expect(held()).toBe(0);
  machine.typeAddress('b');
  expect(held()).toBe(1);
  machine.leave();
  expect(held()).toBe(0);
});

test('PWA-06 BEY-26 that a withdrawal was made holds updates back, too, until its page is left', async () => {
  const { machine, held } = await reviewed();
  machine.confirm();
  await settle();
  expect([machine.state.phase, held()]).toEqual(['success', 1]);
  machine.clear();
  machine.leave();
  expect(held()).toBe(0);
});

test('BEY-02 BEY-11 what was sent and not heard of is no form to be sent again', async () => {
  const { machine } = await reviewed({ result: 'unknown', checked: 'until left' });
  machine.confirm();
  await settle();
  expect(machine.state.phase).toBe('checking');
  machine.leave();
  await settle();
  expect(machine.state.phase).toBe('form');
  expect(withdrawDraftFrom(machine.state)).toBeUndefined();
});

test('PWA-06 BEY-02 a withdrawal that is being found out holds nothing up once its page is left', async () => {
  const { machine, held } = await reviewed({ result: 'unknown', checked: 'until left' });
  machine.confirm();
  await settle();
  expect([machine.state.phase, held()]).toEqual(['checking', 1]);
  machine.leave();
  await settle();
  expect(held()).toBe(0);
  // It may have been sent: who signs in again (BEY-11) finds no form that looks as if it was not.
  expect(withdrawDraftFrom(machine.state)).toBeUndefined();
});

test('WD-07 nothing is sent for who left while the code was being checked, and they are told', async () => {
  const { machine, sent, told } = await reviewed({ twoFactor: true });
  machine.confirm();
  const submitted = machine.submitCode('123456');
  machine.leave();
  await submitted;
  expect(sent).toEqual([]);
  expect(told).toEqual([['error', '2FA verification cancelled', undefined]]);
});

/** What is asked is answered when the test says so, in the order of asking. */
function later<T>() {
  const answers: ((value: T) => void)[] = [];
  const ask = (): Promise<T> => new Promise((answer) => answers.push(answer));
  const answer = async (question: number, value: T) => {
    answers[question]?.(value);
    await settle();
  };
  return { ask, answer };
}

/** From the review back, and on to that of another withdrawal. */
async function reviewOther({ machine }: Pick<ReturnType<typeof world>, 'machine'>) {
  machine.back();
  machine.typeAddress(OTHER);
  machine.typeAmount('0.4');
  machine.press();
  await settle();
}

test('WD-07 a code that was cancelled while it was checked sends no other withdrawal', async () => {
  const made = await reviewed({ twoFactor: true });
  const { machine, deps, sent } = made;
  const verified = later<Outcome<boolean>>();
  deps.verifyCode = verified.ask;
  machine.confirm();
  void machine.submitCode('123456');
  machine.cancelCode();
  await reviewOther(made);
  machine.confirm();
  expect(machine.state.phase).toBe('code');
  await verified.answer(0, ok(true));
  expect(sent).toEqual([]);
  expect(machine.state).toMatchObject({ phase: 'code', review: { address: OTHER } });
  void machine.submitCode('654321');
  await verified.answer(1, ok(true));
  expect(sent).toMatchObject([{ amount: '0.4', cryptoAddress: OTHER }]);
});

test.each([ok(false), fail({ kind: 'network' })] as const)(
  'WD-07 a code that was cancelled while it was checked is not told wrong in the next dialog',
  async (outcome) => {
    const { machine, deps } = await reviewed({ twoFactor: true });
    const verified = later<Outcome<boolean>>();
    deps.verifyCode = verified.ask;
    machine.confirm();
    void machine.submitCode('000000');
    machine.cancelCode();
    machine.confirm();
    void machine.submitCode('123456');
    await verified.answer(0, outcome);
    expect(machine.state).toMatchObject({ phase: 'code', codeError: undefined, codeBusy: true });
  },
);

test('BEY-14 what is known of one address is not said of another that is reviewed by now', async () => {
  const made = await reviewed({ result: 'lookalike' });
  const { machine, deps } = made;
  const known = later<Familiarity | undefined>();
  const lookalike = { address: BTC, label: 'Vault' };
  deps.familiarity = known.ask;
  machine.confirm();
  await settle();
  deps.familiarity = async () => ({ known: 'new', lookalike, recipient });
  await reviewOther(made);
  await known.answer(0, { known: 'used' });
  expect(machine.state.review).toMatchObject({ address: OTHER, familiarity: { lookalike } });
});

/** The machine of an asset on one network, its balance and its route known. */
async function on(code: AssetCode, network: string, deps = world().deps) {
  const machine = createWithdraw(
    {
      ...deps,
      async routes() {
        const outcome = await deps.routes();
        if (!outcome.ok) return outcome;
        const own = { ...route, currency_id: code, crypto_network_name: network };
        return ok({ ...outcome.value, data: [{ ...own, needs_tag: code === 'XRP' }] });
      },
      async balances(show) {
        const { scale } = assetOf(code);
        show([{ ...entry, currency: { currency_id: code, precision: scale } }], new Date(), false);
        return true;
      },
    },
    assetOf(code),
    'AUD',
  );
  machine.start();
  await settle();
  return machine;
}

test('BEY-05 a tag and the word that there is none go with the recipient they were said of', async () => {
  const xrp = await on('XRP', 'XRP Ledger');
  xrp.take(`xrpl:${XRP}?dt=7`);
  expect(xrp.state).toMatchObject({ address: XRP, tag: '7' });
  // The same one again, and with a space behind it.
  xrp.take(XRP);
  xrp.typeAddress(`${XRP} `);
  expect(xrp.state.tag).toBe('7');
  xrp.take(OTHER_XRP);
  expect(xrp.state).toMatchObject({ address: OTHER_XRP, tag: '', noTag: false });
  xrp.choose({ address: XRP, network: 'XRP Ledger', tag: '' });
  expect(xrp.state.noTag).toBe(true);
  // A keyboard's own paste is typing.
  xrp.typeAddress(OTHER_XRP);
  expect(xrp.state.noTag).toBe(false);
  xrp.typeAmount('0.1');
  expect(xrp.press()).toMatchObject({ field: 'tag' });
  xrp.typeTag('7');
  xrp.typeAddress('');
  expect(xrp.state.tag).toBe('');
  // Typed before there is a recipient it is the next one's.
  xrp.typeTag('8');
  xrp.take(XRP);
  expect(xrp.state.tag).toBe('8');
});

test('EASE-09 a recipient chosen before the page is taken once its network is known, in place of a draft’s address', async () => {
  const { deps } = world();
  const machine = createWithdraw(deps, assetOf('BTC'), 'AUD');
  const draft = withdrawDraftFrom({ ...machine.state, address: OTHER, phase: 'form' });
  const chosen = { address_id: 'a', label: 'Vault', currency_id: 'BTC', network: 'Bitcoin' };
  machine.start(draft, undefined, { ...chosen, address: BTC, tag: '' });
  await settle();
  expect(machine.state).toMatchObject({ address: BTC, routeId: 'btc-bitcoin', error: undefined });
  // A later answer about the networks leaves alone what was typed since.
  machine.typeAddress(OTHER);
  machine.reload();
  await settle();
  expect(machine.state.address).toBe(OTHER);
});

test('EASE-09 a recipient on a network that is closed now is not filled in for another one', async () => {
  const btc = await on('BTC', 'Bitcoin');
  btc.choose({ address: BTC, network: 'Lightning', tag: '' });
  expect(btc.state).toMatchObject({
    address: '',
    error: 'BTC can’t be sent on the Lightning network right now.',
  });
});

test('HARD-15 the word that there is no tag is sent, and only where it was given', async () => {
  const { deps, sent } = world();
  const xrp = await on('XRP', 'XRP Ledger', deps);
  const send = async (): Promise<void> => {
    expect(xrp.press()).toBeUndefined();
    await settle();
    xrp.confirm();
    await settle();
  };
  xrp.typeAddress(XRP);
  xrp.typeAmount('0.1');
  expect(xrp.press()).toMatchObject({ field: 'tag' });
  xrp.setNoTag(true);
  await send();
  expect(sent.at(-1)).toMatchObject({ noTag: true });
  expect(sent.at(-1)).not.toHaveProperty('tag');
});

test('BEY-05 where a network knows no tag none is sent', async () => {
  const { machine, sent } = await reviewed();
  machine.back();
  machine.take(`bitcoin:${BTC}?tag=5`);
  machine.press();
  await settle();
  machine.confirm();
  await settle();
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent[0])).not.toContain('"5"');
});

test('D22 a payment link never fills in the amount of another coin, nor another network', async () => {
  const sol = await on('SOL', 'Solana');
  const wallet = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  sol.take(`solana:${wallet}?amount=50&spl-token=${mint}`);
  expect(sol.state).toMatchObject({ address: wallet, amount: { text: '' } });
  const usdc = await on('USDC', 'Solana');
  usdc.take(`solana:${wallet}?amount=50&spl-token=${mint}`);
  expect(usdc.state).toMatchObject({ address: wallet, amount: { text: '50' } });

  const eth = await on('ETH', 'Ethereum');
  eth.typeAddress('typed');
  eth.take('ethereum:0x9858EfFD232B4033E47d90003D41EC34EcaEda94@137?value=1e18');
  expect(eth.state).toMatchObject({ address: 'typed', amount: { text: '' } });
  expect(eth.state.error).toMatch(/^This link is for a network that ETH can’t be sent on/);
  eth.take(`bitcoin:${BTC}?req-unknown=1`);
  expect(eth.state.address).toBe('typed');
  expect(eth.state.error).toMatch(/^This link asks for something/);
  eth.take('ethereum:0x9858EfFD232B4033E47d90003D41EC34EcaEda94@1?value=1e18');
  expect(eth.state).toMatchObject({ amount: { text: '1' }, error: undefined });
});

test('WD-09 a form that is filled in keeps its network where it cannot be asked for again', async () => {
  const { deps } = world();
  const machine = createWithdraw(deps, assetOf('BTC'), 'AUD');
  machine.start();
  await settle();
  deps.routes = async () => fail({ kind: 'network' });
  machine.reload();
  await settle();
  expect(machine.state).toMatchObject({ routesStatus: 'ready', routeId: 'btc-bitcoin' });
  expect(machine.state.routes).toHaveLength(1);
});

test('BEY-05 a tag that is taken away while the identity check is asked for is missed', async () => {
  const { deps } = world();
  const kyc = later<KycStatus>();
  deps.kyc = kyc.ask;
  const xrp = await on('XRP', 'XRP Ledger', deps);
  xrp.typeAddress(XRP);
  xrp.typeTag('7');
  xrp.typeAmount('0.1');
  expect(xrp.press()).toBeUndefined();
  xrp.typeTag('');
  await kyc.answer(0, 'approved');
  expect(xrp.state).toMatchObject({ phase: 'form', tried: true, review: undefined });
  xrp.typeTag('7');
  xrp.press();
  await kyc.answer(1, 'approved');
  expect(xrp.state).toMatchObject({ phase: 'review', review: { tag: '7' } });
});

/** The machine of a world whose balances and limits are answered when the test says so. */
function withLateAnswers() {
  const { deps } = world();
  const balances = later<string>();
  const limits = later<string | undefined>();
  deps.balances = async (show) => {
    show([{ ...entry, free_balance: await balances.ask() }], new Date(), false);
    return true;
  };
  const { routes } = deps;
  deps.routes = async () => {
    const usd_left = await limits.ask();
    const outcome = await routes();
    if (usd_left === undefined || !outcome.ok) return fail({ kind: 'network' });
    return ok({ ...outcome.value, withdrawalLimit: { usd: '50000', usd_left } });
  };
  const machine = createWithdraw(deps, assetOf('BTC'), 'AUD');
  machine.start();
  return { machine, balances, limits };
}

test('a balance or a limit that was asked for earlier does not replace a later one', async () => {
  const { machine, balances, limits } = withLateAnswers();
  machine.resume();
  machine.resume();
  await balances.answer(0, '0.3');
  await limits.answer(0, '300');
  expect(machine.state).toMatchObject({ holding: { available: '0.3' }, limitLeft: '300' });
  await balances.answer(2, '0.1');
  await limits.answer(2, '100');
  await balances.answer(1, '0.2');
  await limits.answer(1, undefined);
  expect(machine.state).toMatchObject({
    holding: { available: '0.1' },
    limitLeft: '100',
    routesStatus: 'ready',
  });
});

test('a balance or a limit that was asked for before a withdrawal is not shown after it', async () => {
  const { machine, balances, limits } = withLateAnswers();
  await balances.answer(0, '0.5');
  await limits.answer(0, '500');
  machine.resume();
  machine.setMoney('AUD', '1.5');
  machine.take(`bitcoin:${BTC}?amount=0.001`);
  machine.press();
  await settle();
  machine.confirm();
  await settle();
  expect(machine.state.phase).toBe('success');
  await balances.answer(1, '0.49');
  await limits.answer(1, '490');
  expect(machine.state).toMatchObject({ holding: { available: '0.5' }, limitLeft: '500' });
  await balances.answer(2, '0.4');
  await limits.answer(2, '400');
  expect(machine.state).toMatchObject({ holding: { available: '0.4' }, limitLeft: '400' });
});

test('WD-07 who left before the withdrawal was refused for its code is told', async () => {
  const { machine, told, held } = await reviewed({ result: 'code' });
  machine.confirm();
  machine.leave();
  await settle();
  expect(told).toEqual([['error', 'Invalid 2FA code', undefined]]);
  expect(held()).toBe(0);
});

test('WD-09 without payment routes that is known, and nothing can be sent', async () => {
  const { deps } = world();
  const broken = createWithdraw(
    { ...deps, routes: async () => fail({ kind: 'network' }) },
    assetOf('BTC'),
    'AUD',
  );
  broken.start();
  await settle();
  expect(broken.state).toMatchObject({ routesStatus: 'failed', routes: [] });
});

test('D22 a payment link fills in address, amount and tag; BEY-08 commas are decimal marks', async () => {
  const { machine } = world();
  machine.take(` bitcoin:\u200b${BTC}?amount=0.25 `);
  expect(machine.state).toMatchObject({ address: BTC, amount: { text: '0.25', unit: 'crypto' } });
  machine.typeAmount('0.2');
  machine.typeAmount('0.25');
  machine.typeAmount('1,234');
  expect(machine.state.doubt).toMatch(/two ways/);
  expect(machine.state.amount.text).toBe('0.25');
});

test('WD-05 crypto keeps digits, one dot and eight decimals, fiat two behind its symbol', () => {
  const { machine } = world();
  machine.setMoney('AUD', '1.5');
  const kept = (typed: string): string => {
    machine.typeAmount(typed);
    return machine.state.amount.text;
  };
  const field = (): string => {
    const { state } = machine;
    const box = { machine, state, problem: undefined, masked: false, children: null };
    const [, shown = ''] =
      /<div class="amount__row">(.*?)<\/div>/.exec(
        renderToStaticMarkup(createElement(AmountBox, box)),
      ) ?? [];
    const [, value = ''] = / value="([^"]*)"/.exec(shown) ?? [];
    return `${/<span class="sym"[^>]*>(.*?)<\/span>/.exec(shown)?.[1] ?? ''} ${value}`;
  };
  expect(['1', '1.', '1.2', '1.2.', '1.2x', '1.23456789', '1.234567891'].map(kept)).toEqual([
    ...['1', '1.', '1.2', '1.2', '1.2', '1.23456789', '1.23456789'],
  ]);
  expect(field()).toBe(' 1.23456789');
  machine.quick('50');
  expect(['50.', '50.2', '50.25', '50.257'].map(kept)).toEqual(['50.', '50.2', '50.25', '50.25']);
  expect(field()).toBe('AU$ 50.25');
});

test('BEY-08 a pasted amount is taken in the unit of the field only', () => {
  const { machine } = world();
  machine.setMoney('AUD', '1.5');
  machine.typeAmount('AU$50');
  expect(machine.state.amount).toMatchObject({ unit: 'crypto', text: '' });
  expect(machine.state.doubt).toMatch(/^That isn’t an amount in BTC\./);
  machine.typeAmount('0.5 BTC');
  expect(machine.state.amount.text).toBe('0.5');
  expect(machine.state.doubt).toBeUndefined();
  machine.quick('100');
  machine.typeAmount('0.25 BTC');
  expect(machine.state.amount).toMatchObject({ unit: 'fiat', text: '100' });
  machine.typeAmount('AU$50');
  expect(machine.state.amount.text).toBe('50');
});

test('BEY-04 WD-02 a network that is switched off under a typed address becomes no other by itself', async () => {
  const { machine, offer } = world();
  const other = { ...route, payment_route_id: 'btc-other', crypto_network_name: 'Lightning' };
  offer(route, other);
  machine.start();
  await settle();
  machine.setMoney('AUD', '1.5');
  machine.typeAddress(BTC);
  machine.typeAmount('0.1');
  offer({ ...route, is_active: 'off' }, other);
  machine.resume();
  await settle();
  expect(problemIn(formIn(machine.state))).toMatchObject({ field: 'network' });
  machine.chooseRoute('btc-other');
  expect(problemIn(formIn(machine.state))?.field).not.toBe('network');
});

test.each([
  ['12345678901', '12345678901'],
  ['Tag 104923 memo 2', 'Tag104923memo2'],
])('BEY-05 what is no tag (%s) is not cut into somebody else’s', (typed, kept) => {
  const { machine } = world();
  machine.typeTag(typed);
  expect(machine.state.tag).toBe(kept);
});

test('BEY-05 a tag is typed as an exchange shows it, in groups', () => {
  const { machine } = world();
  machine.typeTag(' 104 923');
  expect(machine.state.tag).toBe('104923');
});

test('a payment link that comes at once but is no paste is understood, and one typed key by key is not', async () => {
  const { machine } = world();
  machine.start();
  await settle();
  machine.typeAddress(`bitcoin:${BTC}?amount=0.1`);
  expect(machine.state).toMatchObject({ address: BTC, amount: { text: '0.1' } });
  machine.typeAddress(`bitcoin:${OTHER}`);
  expect(machine.state.address).toBe(OTHER);
  // An address that is typed over it stays.
  machine.typeAddress('');
  for (const at of 'bitcoin:bc1'.split('').keys())
    machine.typeAddress('bitcoin:bc1'.slice(0, at + 1));
  expect(machine.state.address).toBe('bitcoin:bc1');
});

test.each([
  [{ isNew: true }, true],
  [{ saved: { known: 'saved', label: 'Vault', neverSent: true } }, true],
  [{ saved: { known: 'saved', label: 'Vault' } }, false],
  [{}, false],
  [{ isNew: true, twoFactor: true }, false],
] as const)('HARD-21 the review of %j asks for the password: %s', async (scene, asked) => {
  const { machine, sent } = await reviewed(scene);
  expect(machine.asksPassword()).toBe(asked);
  if (!asked) return;
  machine.confirm();
  expect(machine.state).toMatchObject({
    phase: 'review',
    passwordError: 'Current password is required',
  });
  machine.typePassword('Mine-2026!');
  machine.confirm();
  await settle();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ password: 'Mine-2026!' });
  expect(machine.state).toMatchObject({ phase: 'success', password: '' });
});

describe('KEEP-15 a transfer that is confirmed by itself', () => {
  test('asks for the password and the code, one after the other, and sends both', async () => {
    const { machine, sent } = await reviewed({ confirmed: true });
    expect(machine.asksPassword()).toBe(true);
    expect(machine.transfer()).toMatchObject({ amount: '0.1', cryptoAddress: BTC });
    machine.confirm();
    expect(machine.state.passwordError).toBe('Current password is required');
    machine.typePassword('Mine-2026!');
    machine.confirm();
    expect(machine.state.transferCodeError).toBe('Enter the code for this transfer');
    expect(sent).toEqual([]);
    machine.typeTransferCode('12345678');
    expect(machine.state.transferCodeError).toBeUndefined();
    machine.confirm();
    await settle();
    expect(sent).toMatchObject([{ password: 'Mine-2026!', transferCode: '12345678' }]);
    // Neither is kept behind it.
    expect(machine.state).toMatchObject({ phase: 'success', password: '', transferCode: '' });
  });

  test('a wrong code is told at its field, also where the review did not know that one is asked for', async () => {
    const { machine, sent } = await reviewed({ result: 'transferCode' });
    machine.confirm();
    await settle();
    expect(machine.state).toMatchObject({
      phase: 'review',
      confirms: true,
      transferCodeError: 'Invalid code. You have 4 tries left.',
      error: undefined,
    });
    machine.typePassword('Mine-2026!');
    machine.typeTransferCode('11111111');
    machine.confirm();
    await settle();
    expect(sent.at(-1)).toMatchObject({ password: 'Mine-2026!', transferCode: '11111111' });
    // What was typed stays, to be mended.
    expect(machine.state).toMatchObject({ password: 'Mine-2026!', transferCode: '11111111' });
    machine.back();
    expect(machine.state).toMatchObject({ password: '', transferCode: '' });
  });

  test('SPEC-10 a mailed code of another length is not sent', async () => {
    const { machine, sent } = await reviewed({ confirmed: true });
    machine.typePassword('Mine-2026!');
    machine.typeTransferCode('123456');
    machine.confirm();
    await settle();
    expect(machine.state.transferCodeError).toBe('Enter all eight digits of the code');
    expect(sent).toEqual([]);
  });

  test('WD-07 with 2FA on its dialog comes behind the code, and no password is asked for', async () => {
    const { machine, sent, codes } = await reviewed({ confirmed: true, twoFactor: true });
    expect(machine.asksPassword()).toBe(false);
    machine.confirm();
    expect(machine.state.transferCodeError).toBe('Enter the code for this transfer');
    machine.typeTransferCode('12345678');
    machine.confirm();
    expect(machine.state.phase).toBe('code');
    await machine.submitCode('123456');
    await settle();
    expect(codes).toEqual(['123456']);
    expect(sent).toMatchObject([{ transferCode: '12345678' }]);
  });

  test('a passkey that signed it sends at once, without dialog and code; a new recipient needs the password', async () => {
    const known = await reviewed({ confirmed: true, twoFactor: true });
    known.machine.confirmSigned('signed-for-this1');
    await settle();
    expect(known.sent).toMatchObject([{ transferCode: 'signed-for-this1' }]);
    const unknown = await reviewed({ confirmed: true, isNew: true });
    expect(unknown.machine.check(true)).toBe(false);
    expect(unknown.machine.state.passwordError).toBe('Current password is required');
    unknown.machine.confirmSigned('signed-for-this1');
    await settle();
    expect(unknown.sent).toEqual([]);
    unknown.machine.typePassword('Mine-2026!');
    unknown.machine.confirmSigned('signed-for-this1');
    await settle();
    expect(unknown.sent).toMatchObject([
      { password: 'Mine-2026!', transferCode: 'signed-for-this1' },
    ]);
  });

  test('elsewhere neither is asked for nor sent', async () => {
    const { machine, sent } = await reviewed();
    expect(machine.asksPassword()).toBe(false);
    machine.confirm();
    await settle();
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('transferCode');
  });
});

test('SPEC-01 a field that is refused after the review is the form’s again, with the text at it until it changes', async () => {
  const { machine } = await reviewed({ result: 'minimum' });
  machine.confirm();
  await settle();
  const { state } = machine;
  const text = 'The minimum withdrawal is 0.3 BTC';
  expect(state).toMatchObject({ phase: 'form', review: undefined, error: text });
  const form = { machine, online: true, masked: false, ratesMissing: false };
  const shown = (): string => rendered(createElement(DetailsForm, { ...form, state }));
  expect(words(shown()).split(text)).toHaveLength(2);
  expect(shown()).toMatch(
    /aria-invalid="true"[^>]*inputMode="decimal"|inputMode="decimal"[^>]*aria-invalid="true"/i,
  );
  machine.typeAmount('0.4');
  expect(shown()).not.toContain(text);
});

test('HARD-21 a wrong password is told at its field, also where the review did not know that it is asked for', async () => {
  const { machine, sent } = await reviewed({ result: 'password' });
  expect(machine.asksPassword()).toBe(false);
  machine.confirm();
  await settle();
  expect(machine.asksPassword()).toBe(true);
  expect(machine.state).toMatchObject({
    phase: 'review',
    passwordError: 'Current password is incorrect',
    error: undefined,
  });
  machine.typePassword('Mine-2026!');
  machine.confirm();
  await settle();
  expect(sent.at(-1)).toMatchObject({ password: 'Mine-2026!' });
  // It is not kept behind the review.
  machine.back();
  expect(machine.state.password).toBe('');
});

test.each([
  ['50000', 'Max0.49995\u00a0BTC,your balance'],
  ['20000', 'Max0.19995\u00a0BTC,today’s limit'],
  ['0', 'Max0\u00a0BTC,today’s limit'],
])(
  'HARD-20 with %s USD left of the day’s limit, Max says what it follows',
  async (usdLeft, said) => {
    const { machine } = world({ usdLeft });
    machine.start();
    await settle();
    const { state } = machine;
    const box = { machine, state, problem: undefined, masked: false, children: null };
    const [, max = ''] = /<button[^>]*>(<span>Max.*?)<\/button>/.exec(
      renderToStaticMarkup(createElement(AmountBox, box)),
    ) ?? [''];
    expect(max.replace(/<[^>]*>/g, '')).toBe(said);
  },
);

test('LIVE-08 “address book only” is said with the details, before anything is reviewed', async () => {
  const { machine, deps } = world();
  deps.familiarity = async () => ({ known: 'new', bookOnly: { from: null } });
  machine.start();
  await settle();
  machine.take(`bitcoin:${BTC}?amount=0.1`);
  machine.press();
  await settle();
  expect(machine.state).toMatchObject({
    phase: 'form',
    review: undefined,
    error: '“Address book only” is on, and this recipient is not in your address book.',
  });
});

test('LIVE-04 a link that was opened fills in an empty form, once the networks are known, and never a filled one', async () => {
  const link = `bitcoin:${BTC}?amount=0.001`;
  const { machine } = world();
  machine.start(undefined, undefined, undefined, link);
  expect(machine.state.address).toBe('');
  await settle();
  expect(machine.state).toMatchObject({ address: BTC, amount: { text: '0.001' } });

  const filled = world();
  filled.machine.start();
  await settle();
  filled.machine.take(`bitcoin:${OTHER}?amount=0.2`);
  const draft = withdrawDraftFrom(filled.machine.state);
  const again = world();
  again.machine.start(draft, undefined, undefined, link);
  await settle();
  expect(again.machine.state).toMatchObject({
    address: OTHER,
    amount: { text: '0.2' },
    error: 'This form was filled in already. Nothing of the link was used.',
  });
});

test.each([
  ['address', { address: OTHER, amount: '' }],
  ['amount', { address: '', amount: '0.2' }],
])(
  'HARD-99 LIVE-04 a link that was opened takes nothing from a form with only its %s',
  async (_, typed) => {
    const begun = world();
    begun.machine.start();
    await settle();
    begun.machine.typeAddress(typed.address);
    begun.machine.typeAmount(typed.amount);
    const draft = withdrawDraftFrom(begun.machine.state);
    const { machine } = world();
    machine.start(draft, undefined, undefined, `bitcoin:${BTC}?amount=0.001`);
    await settle();
    expect(machine.state).toMatchObject({
      address: typed.address,
      amount: { text: typed.amount },
      error: 'This form was filled in already. Nothing of the link was used.',
    });
  },
);
