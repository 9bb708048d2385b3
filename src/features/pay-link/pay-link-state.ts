import { proxy } from 'valtio/vanilla';
import { getPaymentRoutes, type PaymentRoute } from '#core/contract/funds.ts';
import { readShared, type SharedPayment } from '#core/domain/shared-payment.ts';
import { readCodes } from '#platform/read-code.ts';
import { type Shared, takeShared } from '#platform/shared-inbox.ts';
import { readThrough } from '#transport/read-through.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { whenCustomerChanges } from '#transport/session.ts';

/** What there is to ask about; `picture`: a picture without a code, `large`: one that is too large, `lost`: nothing arrived. */
export type Opened =
  | { readonly kind: 'reading' }
  | SharedPayment
  | { readonly kind: 'picture' | 'large' | 'lost' };

interface PayLink {
  opened: Opened;
  /** Undefined until they are known. */
  routes: readonly PaymentRoute[] | undefined;
  failed: boolean;
}

export const payLink = proxy<PayLink>({
  opened: { kind: 'reading' },
  routes: undefined,
  failed: false,
});

async function codesIn(picture: Blob): Promise<readonly string[]> {
  try {
    const bitmap = await createImageBitmap(picture);
    const texts = await readCodes(bitmap);
    bitmap.close();
    return texts;
  } catch {
    // It is no picture, or one that this browser cannot show.
    return [];
  }
}

async function read({ text, picture, tooLarge }: Shared): Promise<Opened> {
  const codes = picture.size > 0 ? await codesIn(picture) : [];
  // Read together: a text and a picture that name different recipients are several.
  const found = readShared([text, ...codes].join('\n'));
  if (found.kind !== 'nothing') return found;
  if (tooLarge) return { kind: 'large' };
  return picture.size > 0 && codes.length === 0 ? { kind: 'picture' } : found;
}

/** Reads the link of this page's address, or what was shared; without either, what was opened before stays. */
export async function open(link: string | undefined): Promise<void> {
  if (link !== undefined) {
    payLink.opened = readShared(link);
    return;
  }
  const isTheirs = sameCustomer();
  // By the device's clock, as the service worker has no other.
  const shared = await takeShared(caches, Date.now()).catch(() => undefined);
  const opened = shared && (await read(shared));
  if (!isTheirs()) return;
  if (opened) payLink.opened = opened;
  else if (payLink.opened.kind === 'reading') payLink.opened = { kind: 'lost' };
}

/** On which networks each asset can be sent; from the device first. */
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

/** What was opened is forgotten: the customer has left it, or is another one. */
export function forgetOpened(): void {
  payLink.opened = { kind: 'reading' };
}

whenCustomerChanges(() => {
  forgetOpened();
  payLink.routes = undefined;
});
