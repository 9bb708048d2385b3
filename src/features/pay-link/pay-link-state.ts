import { getPaymentRoutes, type PaymentRoute } from '#core/contract/money/funds.ts';
import { readShared, type SharedPayment } from '#core/networks/shared-payment.ts';
import { decode } from '#platform/device/picture-size.ts';
import { readCodes } from '#platform/device/read-code.ts';
import { type Shared, takeShared } from '#platform/worker/shared-inbox.ts';
import { readThrough } from '#transport/calls/read-through.ts';
import { scope, scopedStore } from '#transport/session/scope.ts';

/**
 * What was opened. `picture`: a picture without a code; `large`: a picture that is too large; `lost`: nothing
 * arrived.
 */
export type Opened =
  | { readonly kind: 'reading' }
  | SharedPayment
  | { readonly kind: 'picture' | 'large' | 'lost' };

interface PayLink {
  opened: Opened;
  /** The website that posted it, empty if it hides its name; undefined if nothing says that it was a website. */
  site: string | undefined;
  /** Undefined until loaded. */
  routes: readonly PaymentRoute[] | undefined;
  failed: boolean;
}

export const payLink = scopedStore<PayLink>(() => ({
  opened: { kind: 'reading' },
  site: undefined,
  routes: undefined,
  failed: false,
}));

async function codesIn(picture: Blob): Promise<readonly string[] | 'large'> {
  try {
    const bitmap = await decode(picture);
    if (bitmap === 'large') return bitmap;
    const texts = await readCodes(bitmap);
    bitmap.close();
    return texts;
  } catch {
    // The file is not a picture that this browser can show.
    return [];
  }
}

async function read({ text, picture, tooLarge }: Shared): Promise<Opened> {
  const read = picture.size > 0 ? await codesIn(picture) : [];
  const codes = read === 'large' ? [] : read;
  // Text and picture are read together: if they name different recipients, there are several.
  const found = readShared([text, ...codes].join('\n'));
  if (found.kind !== 'nothing') return found;
  if (tooLarge || read === 'large') return { kind: 'large' };
  return picture.size > 0 && codes.length === 0 ? { kind: 'picture' } : found;
}

/** What was shared, and what it says. */
async function inbox() {
  // By the device's clock, because the service worker has no other.
  const shared = await takeShared(caches, Date.now()).catch(() => undefined);
  return [shared, shared && (await read(shared))] as const;
}

/** Reads the link in the page's address, or what was shared; without either, the earlier content stays. */
export async function open(link: string | undefined): Promise<void> {
  if (link !== undefined) {
    payLink.opened = readShared(link);
    payLink.site = undefined;
    return;
  }
  const [shared, opened] = await scope().only(inbox());
  if (opened) {
    payLink.opened = opened;
    payLink.site = shared?.site;
  } else if (payLink.opened.kind === 'reading') payLink.opened = { kind: 'lost' };
}

/** Loads the networks of each asset, first from the device. */
export async function loadRoutes(): Promise<void> {
  payLink.failed = false;
  const outcome = await readThrough(
    'routes',
    getPaymentRoutes,
    { limit: 100, offset: 0 },
    ({ data }) => {
      payLink.routes = data.filter(({ is_active }) => is_active === 'on');
    },
  );
  payLink.failed = !outcome.ok && payLink.routes === undefined;
}

/** Forgets what was opened, when the customer leaves the page. */
export function forgetOpened(): void {
  payLink.opened = { kind: 'reading' };
  payLink.site = undefined;
}
