import { createPublicKey, verify } from 'node:crypto';
import { parseUnits } from '#core/domain/decimal.ts';
import { type ExactJson, member, parseExactJson, textMember } from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import type { PaymentGateway, PurchaseStatus } from './payment.ts';

export interface HostedPageSettings {
  readonly baseUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
  /** The shop's public key as the provider shows it: base64 of the DER. Empty: notices are refused. */
  readonly publicKey: string;
}

/** Our status for what the gateway says of a checkout. */
export function statusOfCheckout(
  answer: ExactJson | undefined,
): PurchaseStatus | 'pending' | undefined {
  const checkout = member(answer, 'checkout');
  const status = textMember(checkout, 'status');
  // A card was refused and the customer may try another one.
  const goesOn = member(checkout, 'finished') === false;
  switch (status) {
    case undefined:
      return undefined;
    case 'successful':
      return 'success';
    case 'failed':
    case 'error':
      return goesOn ? 'pending' : 'failed';
    case 'declined':
      return goesOn ? 'pending' : 'declined';
    case 'canceled':
    case 'expired':
      return 'cancelled';
    default:
      return member(checkout, 'finished') === true ? 'unknown' : 'pending';
  }
}

/** Whether a notice carries the provider's RSA-SHA256 signature of exactly this body. */
function signedByShop(publicKey: string, body: Uint8Array, signature: string | undefined): boolean {
  if (!publicKey || !signature) return false;
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' } as const;
  return verify('sha256', body, createPublicKey(key), Buffer.from(signature, 'base64'));
}

/** The real party: a gateway that opens a hosted page per checkout and answers for it by its token. */
export function hostedPageGateway(settings: HostedPageSettings): PaymentGateway {
  const credential = Buffer.from(`${settings.shopId}:${settings.secretKey}`).toString('base64');
  async function ask(path: string, body?: object): Promise<ExactJson | undefined> {
    const text = await fetchText(`${settings.baseUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Basic ${credential}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return text === undefined ? undefined : parseExactJson(text);
  }

  return {
    sandbox: false,
    async open({ trackingId, amount, currency, description, urls, expiresAt, noticeUrl }) {
      const cents = parseUnits(amount, 2);
      if (cents === undefined || cents > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
      const answer = await ask('/checkouts', {
        checkout: {
          test: false,
          transaction_type: 'payment',
          order: {
            amount: Number(cents),
            currency,
            description,
            tracking_id: trackingId,
            expired_at: expiresAt.toISOString(),
          },
          settings: {
            success_url: urls.success,
            decline_url: urls.decline,
            fail_url: urls.fail,
            cancel_url: urls.cancel,
            notification_url: noticeUrl,
          },
        },
      });
      const checkout = member(answer, 'checkout');
      const token = textMember(checkout, 'token');
      const redirectUrl = textMember(checkout, 'redirect_url');
      return token && redirectUrl ? { token, redirectUrl } : undefined;
    },
    outcome: async (token) =>
      statusOfCheckout(await ask(`/checkouts/${encodeURIComponent(token)}`)),
    async purchaseOfNotice(body, header) {
      if (!signedByShop(settings.publicKey, body, header('content-signature'))) return undefined;
      const notice = parseExactJson(Buffer.from(body).toString('utf8'));
      return textMember(member(notice, 'transaction'), 'tracking_id');
    },
  };
}
