import { expect, type Page } from '@playwright/test';
import type { Account } from '#tests/support/accounts.ts';
import { signIn, test } from '#tests/support/e2e.ts';

declare global {
  var moved: string[];
}

interface Moved {
  readonly node: Node | null;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

/** Writes down what moves up or down by itself; what follows a press may. */
const watchMoves = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    globalThis.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('sources' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of entry.sources as readonly Moved[]) {
          const far = Math.round(currentRect.top - previousRect.top);
          if (far !== 0) globalThis.moved.push(`${far} px: ${node?.textContent?.slice(0, 40)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
};

/** Longer than a press still counts for what moves. */
const LATE_MS = 700;

const late = async (page: Page): Promise<void> => {
  await page.context().route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
};

const follow = (name: RegExp) => (page: Page) => page.getByRole('link', { name }).first().click();

const journeys: readonly {
  readonly name: string;
  readonly from: string;
  readonly go?: (page: Page) => Promise<void>;
  /** Stands on the page once everything has arrived. */
  readonly whole: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'the address to deposit Bitcoin',
    from: '/assets/receive',
    go: follow(/^Bitcoin/),
    whole: (page) => expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible(),
  },
  {
    name: 'the address and the tag to deposit XRP',
    from: '/assets/receive',
    go: follow(/^Ripple/),
    whole: (page) => expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible(),
  },
  {
    name: 'a withdrawal',
    from: '/assets/send',
    go: follow(/^Bitcoin/),
    whole: (page) => expect(page.getByRole('button', { name: /^Max 0/ })).toBeVisible(),
  },
  {
    name: 'an asset',
    from: '/wallet',
    go: follow(/^Bitcoin/),
    whole: async (page) => {
      await expect(page.getByText(/^Low /)).toBeVisible();
      await expect(page.getByTestId('asset-balance')).toContainText('0.5');
    },
  },
  {
    name: 'the wallet',
    from: '/wallet',
    whole: (page) => expect(page.getByRole('link', { name: /^Bitcoin/ })).toContainText('0.5'),
  },
  {
    name: 'a swap',
    from: '/swap',
    whole: (page) => expect(page.getByText(/0\.5.BTC/).first()).toBeVisible(),
  },
  {
    name: 'the history',
    from: '/transactions',
    whole: (page) =>
      expect(page.getByRole('listitem').filter({ hasText: '+0.5' }).first()).toBeVisible(),
  },
];

const open = async (page: Page, account: Account, from: string): Promise<void> => {
  await signIn(page, account);
  await page.goto(from);
  await page.waitForFunction(() => document.querySelector('main a, main button'));
};

for (const { name, from, go, whole } of journeys) {
  test(`on a slow connection nothing moves away under a thumb: ${name}`, async ({
    page,
    customer,
  }) => {
    await watchMoves(page);
    const account = await customer({ balances: { BTC: '0.5', XRP: '20' } });
    if (go) {
      await open(page, account, from);
      await late(page);
      await go(page);
    } else {
      await signIn(page, account);
      await late(page);
      await page.goto(from);
    }
    await whole(page);
    expect(await page.evaluate(() => globalThis.moved)).toEqual([]);
  });
}
