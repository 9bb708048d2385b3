import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { kycStatuses } from '#core/contract/account/identity.ts';
import { REVIEW_TIME } from '#core/people/verification-texts.ts';
import { kyc } from '#transport/session/kyc.ts';
import { session } from '#transport/session/session.ts';
import { words } from '#ui/hooks/rendered.fixture.tsx';
import { FirstSteps } from './first-steps.tsx';
import { WalletNotices } from './wallet-notices.tsx';
import { moneyOf } from './wallet-view.ts';

/** The steps as a customer with this status sees them, and the one that is open. */
function steps(status: (typeof kycStatuses)[number]) {
  Object.assign(session, { user: { id: 'u-1', address: '', city: '', state: '', postal: '' } });
  kyc.data = { kyc_data: [{ kyc_property: 'kyc_status', kyc_value: status }] };
  const html = renderToStaticMarkup(
    <Router ssrPath="/wallet">
      <FirstSteps />
    </Router>,
  );
  const all = html.split('<li>').slice(1);
  const open = all.filter((one) => /^<details[^>]* open=""/.test(one)).map(words);
  return { all: all.map(words), open };
}

test('EASE-02 one of three steps is open: the first, or an identity check that was begun, which stands last', () => {
  for (const status of kycStatuses) {
    const { all, open } = steps(status);
    expect([status, all.length, open.length]).toEqual([status, 3, 1]);
    expect(open[0]).toContain(status === 'incomplete' ? '3 Verify your identity' : '1 Add money');
    expect(all[2]).toContain('Verify your identity');
  }
});

test('EASE-02 the identity step says what needs it, what is done, and how long a review takes', () => {
  expect(steps('not_started').all[2]).toContain('Optional');
  expect(steps('not_started').all[2]).toContain(
    'Needed only to withdraw, and to buy for more than',
  );
  expect(steps('submitted').all[2]).toContain(`Under Review ${REVIEW_TIME}`);
  expect(steps('approved').all[2]).toContain('Done');
});

test('EASE-02 a review under way stands above the wallet, with how long it takes', () => {
  const shown = (underReview: boolean) =>
    words(
      renderToStaticMarkup(
        createElement(WalletNotices, {
          state: { status: 'ready', failure: undefined },
          money: moneyOf('USD', { status: 'ready', rates: {} }, (usd) => usd),
          online: true,
          agedAt: undefined,
          underReview,
          onRetry: () => undefined,
        }),
      ),
    );
  expect(shown(false)).toBe('');
  expect(shown(true)).toContain(REVIEW_TIME);
  expect(shown(true)).toContain('buy up to $200 at a time');
});
