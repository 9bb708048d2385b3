import { proxy } from 'valtio/vanilla';
import { getPaymentRoutes, type PaymentRoute } from '#core/contract/funds.ts';
import { readShared, type SharedPayment } from '#core/domain/shared-payment.ts';
import { serverNow } from '#platform/clock.ts';
import { readCodes } from '#platform/read-code.ts';
import { type Shared, takeShared } from '#platform/shared-inbox.ts';
import { readThrough } from '#transport/read-through.ts';

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
  const said = readShared(text);
  if (said.kind !== 'nothing' || (picture.size === 0 && !tooLarge)) return said;
  if (tooLarge) return { kind: 'large' };
  const codes = await codesIn(picture);
  return codes.length === 0 ? { kind: 'picture' } : readShared(codes.join('\n'));
}

/** Reads the link of this page's address, or what was shared. */
export async function open(link: string | undefined): Promise<void> {
  payLink.opened = { kind: 'reading' };
  if (link !== undefined) {
    payLink.opened = readShared(link);
    return;
  }
  const shared = await takeShared(caches, serverNow()).catch(() => undefined);
  payLink.opened = shared ? await read(shared) : { kind: 'lost' };
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
