import { assetLink } from '#core/carried/asset-link.ts';
import type { InsidePath } from '#core/routes.ts';

/** A page opened by `g` and a letter. */
interface ShortcutPage {
  readonly key: string;
  readonly name: string;
  readonly href: InsidePath;
}

export const places: readonly ShortcutPage[] = [
  { key: 'w', name: 'Wallet', href: '/wallet' },
  { key: 't', name: 'Transactions', href: '/transactions' },
  { key: 's', name: 'Swap', ...assetLink('/swap', undefined) },
  { key: 'b', name: 'Buy or sell', ...assetLink('/buy-sell', undefined) },
  { key: 'd', name: 'Deposit', href: '/assets/receive' },
  { key: 'x', name: 'Withdraw', href: '/assets/send' },
  { key: 'p', name: 'Profile', href: '/profile' },
];

/** How long after the first key the second one counts. */
const SECOND_MS = 1_500;

export type Action =
  | { readonly kind: 'search' }
  | { readonly kind: 'help' }
  | { readonly kind: 'go'; readonly href: InsidePath };

/**
 * Recognises key sequences: `/`, `?`, or `g` and the letter of a page. `at` is in milliseconds of a clock
 * that never goes back.
 */
export function createShortcuts() {
  let begunAt = Number.NEGATIVE_INFINITY;
  return (key: string, at: number): Action | undefined => {
    const isSecond = at - begunAt <= SECOND_MS;
    begunAt = Number.NEGATIVE_INFINITY;
    if (isSecond) {
      const place = places.find((one) => one.key === key);
      if (place) return { kind: 'go', href: place.href };
    }
    if (key === '/') return { kind: 'search' };
    if (key === '?') return { kind: 'help' };
    if (key === 'g') begunAt = at;
    return undefined;
  };
}
