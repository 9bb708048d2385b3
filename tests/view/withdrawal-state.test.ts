import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listNotices, type Staying } from '#core/contract/account/notifications.ts';
import { endOtherSessions, getSecurity } from '#core/contract/account/security.ts';
import {
  cancelWithdrawal,
  getWithdrawal,
  type Withdrawal,
} from '#core/contract/money/withdrawal.ts';
import type { StatementEntry } from '#core/statement/statement.ts';
import { answer, answerBy, lost, type Said } from './support/answers.ts';
import { holding } from './support/holdings.ts';
import { customer, expectAccessible, open, overflow, toasts } from './support/view.ts';

const MINUTE_MS = 60_000;
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * MINUTE_MS).toISOString();

const withdrawal = (over: Partial<Withdrawal> = {}): Withdrawal => ({
  withdrawal_id: 'w1',
  status: 'requested',
  currency_id: 'BTC',
  amount: '0.2',
  fee: '0.00005',
  total: '0.20005',
  network: 'Bitcoin',
  address: ADDRESS,
  tag: '',
  steps: [{ status: 'requested', at: inMinutes(0) }],
  cancellable_until: null,
  transaction_hash: null,
  transaction_url: null,
  ...over,
});

const taken = (...statuses: Withdrawal['status'][]): Partial<Withdrawal> => ({
  status: statuses.at(-1) ?? 'requested',
  steps: statuses.map((status) => ({ status, at: inMinutes(-1) })),
});

const states: Readonly<Record<string, { over: () => Partial<Withdrawal>; current: string }>> = {
  'Waiting until': {
    over: () => ({ cancellable_until: inMinutes(5) }),
    current: 'Waiting, you can cancel, now',
  },
  'Sent, not arrived yet': {
    over: () => taken('requested', 'broadcast'),
    current: 'Sent to the network, now',
  },
  Arrived: { over: () => taken('requested', 'broadcast', 'completed'), current: '' },
  'Stopped. Nothing was sent.': { over: () => taken('requested', 'cancelled'), current: '' },
};

const entry: StatementEntry = {
  kind: 'single',
  id: 'e1',
  label: 'Withdraw',
  status: 'Not sent yet',
  at: Date.UTC(2026, 10, 30),
  trackingId: 'w1',
  direction: 'debit',
  amount: '0.20005',
  currency: 'BTC',
  network: 'Bitcoin',
  sender: '',
  recipient: ADDRESS,
};

const openEntry = (over: Partial<Withdrawal>, width?: number) =>
  open('/transaction-detail', {
    as: customer(),
    answers: [answer(getWithdrawal, { data: withdrawal(over) })],
    state: { transaction: entry },
    ...(width !== undefined && { width }),
  });

const track = page.getByRole('list', { name: 'Progress' });

test.each(Object.entries(states))(
  'EYE-05 a withdrawal’s page says “%s” to the eye and the ear alike',
  async (words, { over, current }) => {
    await openEntry(over());
    const status = page.getByRole('status').filter({ hasText: words });
    await expect.element(status).toBeVisible();
    await expect.element(track).toBeVisible();
    const now = track.getByRole('listitem').elements();
    const steps = now.map((one) => one.querySelector('b')?.textContent ?? '');
    expect(steps[0]).toBe('Requested, done');
    const marked = now.filter((one) => one.getAttribute('aria-current') === 'step');
    expect(marked.map((one) => one.querySelector('b')?.textContent ?? '').join()).toBe(current);
    // What is said by itself names the state alone, and not all the steps in one breath.
    expect(track.element().closest('[role=status], [aria-live]')).toBeNull();
    await expectAccessible();
  },
);

test('EYE-05 what waits can be cancelled until it is sent, and says by the page’s clock when it no longer can', async () => {
  const view = await openEntry({ cancellable_until: inMinutes(5) });
  const cancel = page.getByRole('button', { name: 'Cancel withdrawal' });
  await expect.element(cancel).toBeVisible();
  view.says(
    answerBy(cancelWithdrawal, () => ({ data: withdrawal(taken('requested', 'cancelled')) })),
  );
  await cancel.click();
  await expect.element(page.getByText('Stopped. Nothing was sent.')).toBeVisible();
  await expect.element(cancel).not.toBeInTheDocument();
});

test.each([320, 1920])('EYE-05 the page of a withdrawal fits %i px', async (width) => {
  await openEntry({ cancellable_until: inMinutes(5) }, width);
  await expect.element(track).toBeVisible();
  expect(overflow()).toBe(0);
});

const asked = (over: object = {}): Staying => ({
  kind: 'withdrawal',
  withdrawal_id: 'w1',
  amount: '0.2',
  currency_id: 'BTC',
  recipient: ADDRESS,
  since: inMinutes(-1),
  until: inMinutes(5),
  device: 'Safari on iPhone',
  place: 'Australia',
  ...over,
});

const stays = (...list: Staying[]): Said =>
  answer(listNotices, { data: [], as_of: inMinutes(0), recovery_due: null, stays: list });

async function look(): Promise<void> {
  const { showNotices } = await import('#app/live/notices.ts');
  await showNotices(Date.now());
}

const card = (name: string) => page.getByRole('region', { name });

async function openWith(list: Staying[], path = '/wallet', width = 1280) {
  const view = await open(path, {
    as: customer(),
    answers: [holding({ BTC: '1' }), stays(...list)],
    width,
  });
  await expect.element(page.getByRole('main')).toBeVisible();
  await look();
  return view;
}

test.each(['/wallet', '/help'])(
  'EYE-05 a withdrawal that another device asked for stays on %s: sum, recipient, until when, and what to do',
  async (path) => {
    await openWith([asked()], path);
    const region = card('A withdrawal was requested');
    await expect.element(region).toMatchTextContent(/0\.2\sBTC/);
    await expect.element(region).toMatchTextContent(/Waiting until \d/);
    await expect.element(region).toMatchTextContent('bc1qar0s…zzwf5mdq');
    await expect.element(region).toMatchTextContent('Safari on iPhone, Australia');
    await expect.element(region.getByRole('button', { name: 'This wasn’t me' })).toBeVisible();
    expect(document.querySelector('dialog[open]')).toBeNull();
    await expectAccessible();
  },
);

test.each([false, true])(
  'EYE-05 EYE-11 by ear the notice of a withdrawal has its sum, unless amounts are hidden: %s',
  async (hides) => {
    const view = await openWith([]);
    const { masked, toggleMask } = await import('#platform/kept/preferences.ts');
    if (masked.value !== hides) toggleMask();
    const at = inMinutes(0);
    const notice = {
      notice_id: crypto.randomUUID(),
      text: 'A withdrawal was requested.',
      about: 'w1',
      at,
    };
    view.says(
      answer(listNotices, { data: [notice], as_of: at, recovery_due: null, stays: [asked()] }),
    );
    await look();
    await expect
      .poll(toasts)
      .toEqual([
        expect.stringMatching(
          hides ? /^A withdrawal was requested\.$/ : /^A withdrawal was requested: 0\.2\sBTC\.$/,
        ),
      ]);
    if (masked.value) toggleMask();
  },
);

test('EYE-05 Cancel withdrawal on the card stops the withdrawal, and the card goes', async () => {
  const view = await openWith([asked()]);
  view.says(
    answerBy(cancelWithdrawal, () => ({ data: withdrawal(taken('requested', 'cancelled')) })),
  );
  await card('A withdrawal was requested')
    .getByRole('button', { name: 'Cancel withdrawal' })
    .click();
  await expect.element(card('A withdrawal was requested')).not.toBeInTheDocument();
  expect(view.asked(cancelWithdrawal)).toMatchObject([{ withdrawal_id: 'w1' }]);
});

test('EYE-05 “This wasn’t me” leads to the freeze with its proof, and nothing happens before', async () => {
  const view = await openWith([asked()]);
  await card('A withdrawal was requested')
    .getByRole('button', { name: /wasn’t me/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Freeze account' });
  await expect.element(dialog).toBeVisible();
  expect(document.activeElement?.getAttribute('type')).toBe('password');
  expect(view.asked(endOtherSessions)).toHaveLength(0);
  await expectAccessible();
});

test('EYE-05 once the time is over the card says that it is being sent, and offers no Cancel', async () => {
  const view = await openWith([asked({ until: inMinutes(1) })]);
  const region = card('A withdrawal was requested');
  await expect.element(region.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  await view.passes(MINUTE_MS + 1_000);
  await expect
    .element(region.getByRole('button', { name: 'Cancel withdrawal' }))
    .not.toBeInTheDocument();
  await expect.element(region).toMatchTextContent('It can no longer be cancelled.');
});

test('EYE-05 without a connection the card says how old it is, and its buttons say why not', async () => {
  const view = await openWith([asked()]);
  const { reportSilence } = await import('#platform/page/online.ts');
  await expect.element(card('A withdrawal was requested')).toBeVisible();
  view.says(lost({ path: '/healthz' }));
  await reportSilence();
  const region = card('A withdrawal was requested');
  await expect.element(region).toMatchTextContent(/You are offline: this was so at \d/);
  await expect
    .element(region.getByRole('button', { name: 'Cancel withdrawal' }))
    .toHaveAccessibleDescription('Cancelling needs a connection.');
  await expect
    .element(region.getByRole('button', { name: /wasn’t me/ }))
    .toHaveAccessibleDescription(/Freezing needs a connection/);
});

test('EYE-05 a sign-in of one’s own is put away and does not come back', async () => {
  const signIn: Staying = {
    ...{ kind: 'sign-in', session_id: 's9', at: inMinutes(-1) },
    ...{ device: 'Chrome on Windows', place: 'Australia' },
  };
  await openWith([signIn]);
  const region = card('A new device signed in');
  await expect.element(region).toMatchTextContent('Chrome on Windows, Australia');
  await region.getByRole('button', { name: 'It was me' }).click();
  await expect.element(region).not.toBeInTheDocument();
  await look();
  await expect.element(page.getByRole('link', { name: /^Bitcoin/ })).toBeVisible();
  expect(region.elements()).toHaveLength(0);
});

test.each([320, 390, 1280, 1920])(
  'EYE-05 after a freeze the wallet says what was stopped, what opens when and what to do now, at %i px',
  async (width) => {
    const stopped = [{ amount: '0.2', currency_id: 'BTC', recipient: ADDRESS }];
    const at = inMinutes(-2);
    const freeze: Staying = {
      ...{ kind: 'freeze', at, opens: inMinutes(24 * 60), stopped, two_factor: false },
    };
    await openWith([freeze, asked()], '/wallet', width);
    const region = card('Your account is open again');
    await expect.element(region).toMatchTextContent(/0\.2\sBTC stopped, back in your balance/);
    await expect.element(region).toMatchTextContent(/Withdrawals open.* at \d/);
    await expect
      .element(region.getByRole('link', { name: 'Turn on a second factor' }))
      .toHaveAttribute('href', '/profile/security');
    expect(overflow()).toBe(0);
    await expectAccessible();
    await region.getByRole('button', { name: 'Put this away' }).click();
    await expect.element(region).not.toBeInTheDocument();
    await expect.element(card('A withdrawal was requested')).toBeVisible();
  },
);

test('READ-14 after a freeze the card leads to what is possible now, and says what the identity check costs', async () => {
  const opens = inMinutes(24 * 60);
  const freeze: Staying = {
    ...{ kind: 'freeze', at: inMinutes(-2), opens, stopped: [], two_factor: false },
    mailbox_alone: true,
  };
  const view = await openWith([freeze]);
  view.says(
    answer(getSecurity, {
      data: {
        ...{ twoFactor: false, recoveryCodesLeft: 0, antiPhishingCode: null, sessions: [] },
        ...{ passkeys: [], withdrawalHold: { until: opens, reason: 'password-reset' } },
        ...{ mailboxAlone: true, deviceCounts: false },
      },
    }),
  );
  const region = card('Your account is open again');
  await expect.element(region).toMatchTextContent(/held for 72 hours: passed now, they open on/);
  expect(region.getByRole('link', { name: 'Turn on a second factor' }).elements()).toHaveLength(0);
  await region.getByRole('link', { name: 'First confirm that it is you' }).click();
  const notice = page.getByRole('region', { name: 'Only your mailbox was shown here' });
  await expect.element(notice).toMatchTextContent(/This device is not one of them/);
  await expect.element(notice).toMatchTextContent(/held for 72 hours/);
  await page.getByRole('button', { name: /^Two-factor authentication First confirm/ }).click();
  const dialog = page.getByRole('dialog', { name: 'First confirm that it is you' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Go to the identity check' }).click();
  await expect.poll(() => location.pathname).toBe('/profile/verification');
});
