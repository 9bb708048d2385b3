import { createPublicKey, verify } from 'node:crypto';
import { parseUnits } from '#core/domain/decimal.ts';
import type { Now } from '#server/adapters/clock.ts';
import {
  type ExactJson,
  member,
  NumberText,
  parseExactJson,
  textMember,
} from '#server/adapters/exact-json.ts';
import { fetchText } from '#server/adapters/fetch-text.ts';
import { forged, readNotice } from '#server/adapters/notice.ts';
import { pageOfReports } from './hosted-page-list.ts';
import type { PaymentGateway, PurchaseStatus } from './payment.ts';

export interface HostedPageSettings {
  readonly baseUrl: string;
  /** The address of the provider's transactions, refunds included. */
  readonly transactionsUrl: string;
  /** The address of the provider's reports, by which books are compared; empty: they are not. */
  readonly reportsUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
  /** The shop's public key in the provider's format: base64 of the DER. Empty: all notices are refused. */
  readonly publicKey: string;
}

/** Our status for the state of the gateway's checkout. */
export function statusOfCheckout(
  answer: ExactJson | undefined,
): PurchaseStatus | 'pending' | undefined {
  const checkout = member(answer, 'checkout');
  const status = textMember(checkout, 'status');
  // A card was declined, and the customer may try another one.
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

/** The time of the payment; undefined if the provider does not tell it. */
function paidAtOf(answer: ExactJson | undefined): Date | undefined {
  const response = member(member(answer, 'checkout'), 'gateway_response');
  const text = textMember(member(response, 'payment'), 'paid_at');
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Whether a notice has the provider's RSA-SHA256 signature of exactly this body. */
function signedByShop(publicKey: string, body: Uint8Array, signature: string | undefined): boolean {
  if (!publicKey || !signature) return false;
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' } as const;
  return verify('sha256', body, createPublicKey(key), Buffer.from(signature, 'base64'));
}

/** The real gateway: a hosted page per checkout, whose state is read by its token. */
export function hostedPageGateway(
  settings: HostedPageSettings,
  now: Now = Date.now,
): PaymentGateway {
  const credential = Buffer.from(`${settings.shopId}:${settings.secretKey}`).toString('base64');
  async function ask(
    url: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ExactJson | undefined> {
    const text = await fetchText(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${credential}`,
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return text === undefined ? undefined : parseExactJson(text);
  }
  const checkout = (token: string) =>
    ask(`${settings.baseUrl}/checkouts/${encodeURIComponent(token)}`);

  /**
   * Whether the provider's transactions of a purchase include a refund of its payment; undefined without an
   * answer. Where the checkout does not name its payment there is nothing to look for.
   */
  async function isRefunded(paid: ExactJson | undefined): Promise<boolean | undefined> {
    const uid = textMember(member(paid, 'gateway_response'), 'uid');
    const trackingId = textMember(member(paid, 'order'), 'tracking_id');
    if (uid === undefined || trackingId === undefined) return false;
    const address = `${settings.transactionsUrl}/tracking_id/${encodeURIComponent(trackingId)}`;
    const listed = member(await ask(address), 'transactions');
    if (!Array.isArray(listed)) return undefined;
    return listed.some(
      (one) =>
        textMember(one, 'type') === 'refund' &&
        textMember(one, 'parent_uid') === uid &&
        textMember(one, 'status') === 'successful',
    );
  }

  /** One page of the provider's reports, in the version that has pages. */
  const report = (report_params: object) =>
    ask(`${settings.reportsUrl}/reports`, { report_params }, { 'x-api-version': '3' });

  return {
    sandbox: false,
    async open({ trackingId, amount, currency, description, urls, expiresAt, noticeUrl }) {
      const cents = parseUnits(amount, 2);
      if (cents === undefined || cents > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
      const answer = await ask(`${settings.baseUrl}/checkouts`, {
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
      const opened = member(answer, 'checkout');
      const token = textMember(opened, 'token');
      const redirectUrl = textMember(opened, 'redirect_url');
      return token && redirectUrl ? { token, redirectUrl } : undefined;
    },
    async outcome(token) {
      const answer = await checkout(token);
      const status = statusOfCheckout(answer);
      const paidAt = paidAtOf(answer);
      if (!status) return undefined;
      if (status === 'success') {
        // The checkout stays successful for ever: only the transactions tell that it was given back.
        const refunded = await isRefunded(member(answer, 'checkout'));
        if (refunded === undefined) return undefined;
        return { status, ...(paidAt && { paidAt }), ...(refunded && { refunded }) };
      }
      const expired = textMember(member(answer, 'checkout'), 'status') === 'expired';
      return { status, ...(expired && { expired }) };
    },
    // The provider documents no call that ends a checkout before it expires.
    close: async () => undefined,
    ...(settings.reportsUrl && {
      list: (cursor: string) => pageOfReports(report, cursor, now),
    }),
    async refund(token) {
      const paid = member(await checkout(token), 'checkout');
      const uid = textMember(member(paid, 'gateway_response'), 'uid');
      const order = member(paid, 'order');
      const amount = member(order, 'amount');
      if (uid === undefined || !(amount instanceof NumberText)) return undefined;
      // A refund whose answer was lost is not repeated.
      if (await isRefunded(paid)) return 'refunded';
      // No double refund is possible: the provider refuses a second one of the same payment.
      const answer = await ask(`${settings.transactionsUrl}/refunds`, {
        request: { parent_uid: uid, amount: Number(amount.text), reason: 'Nothing was bought' },
      });
      const status = textMember(member(answer, 'transaction'), 'status');
      return status === 'successful' ? 'refunded' : undefined;
    },
    async purchaseOfNotice(body, header) {
      return signedByShop(settings.publicKey, body, header('content-signature'))
        ? readNotice(body, (notice) => textMember(member(notice, 'transaction'), 'tracking_id'))
        : forged;
    },
  };
}
