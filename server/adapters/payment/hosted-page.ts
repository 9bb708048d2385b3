import { createPublicKey, verify } from 'node:crypto';
import { parseUnits } from '#core/money/decimal.ts';
import type { Now } from '#server/adapters/party/clock.ts';
import {
  type ExactJson,
  member,
  NumberText,
  parseExactJson,
  textMember,
} from '#server/adapters/party/exact-json.ts';
import { forged, readNotice } from '#server/adapters/party/notice.ts';
import { meant, nobodyKnows, type PartyAnswer } from '#server/adapters/party/party-facts.ts';
import { partyLine } from '#server/adapters/party/party-line.ts';
import { disputesIn, settlementOf, trackingIdOf } from './hosted-page-disputes.ts';
import { pageOfReports } from './hosted-page-list.ts';
import type { PaymentGateway, PurchaseStatus, Refunding } from './payment.ts';

export interface HostedPageSettings {
  readonly baseUrl: string;
  /** The host of the provider's transactions, or one of the addresses on it that its documentation names. */
  readonly transactionsUrl: string;
  /** The address of the provider's reports, by which books are compared; empty: they are not. */
  readonly reportsUrl: string;
  readonly shopId: string;
  readonly secretKey: string;
  /** The shop's public key in the provider's format: base64 of the DER. Empty: all notices are refused. */
  readonly publicKey: string;
}

/** The version that the provider's documentation asks for; its reports have another one. */
const VERSION = '2';

/** What is asked of one host: its documentation has transactions at one address, and what a purchase had at another. */
function transactionsAt(url: string) {
  const host = url.replace(/\/(?:v2\/)?transactions\/?$/, '');
  return {
    refunds: `${host}/transactions/refunds`,
    one: (uid: string) => `${host}/transactions/${encodeURIComponent(uid)}`,
    ofPurchase: (id: string) => `${host}/v2/transactions/tracking_id/${encodeURIComponent(id)}`,
  };
}

/** What a transaction that gives back says of itself. */
function refundIn(transaction: ExactJson | undefined): Refunding | undefined {
  const uid = textMember(transaction, 'uid');
  switch (textMember(transaction, 'status')) {
    case 'successful':
      return 'refunded';
    case 'failed':
      return 'refused';
    case undefined:
      return undefined;
    default:
      return uid ? { open: uid } : undefined;
  }
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
  const at = transactionsAt(settings.transactionsUrl);
  const credential = Buffer.from(`${settings.shopId}:${settings.secretKey}`).toString('base64');
  const line = partyLine('payment', { now });
  interface Question {
    readonly url: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether it is an answer to this question at all: an error, for example, comes with any status. */
    readonly isOne?: (answer: ExactJson) => boolean;
  }
  const answered = ({ url, body, headers, isOne }: Question): Promise<PartyAnswer<ExactJson>> =>
    line.ask(
      url,
      {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${credential}`,
          'x-api-version': VERSION,
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
      (text) => {
        const answer = parseExactJson(text);
        return answer !== undefined && (isOne?.(answer) ?? true) ? answer : undefined;
      },
    );
  /** The answer; no fact decides about a payment, so it stays open. */
  const ask = async (question: Question): Promise<ExactJson | undefined> =>
    meant(await answered(question), nobodyKnows);
  const hasTransactions = (answer: ExactJson): boolean =>
    Array.isArray(member(answer, 'transactions'));
  const checkout = (token: string) =>
    ask({
      url: `${settings.baseUrl}/checkouts/${encodeURIComponent(token)}`,
      isOne: (answer) => statusOfCheckout(answer) !== undefined,
    });

  /** All transactions of a purchase, whoever made them; undefined without an answer. */
  async function transactionsOf(trackingId: string): Promise<readonly ExactJson[] | undefined> {
    const question = { url: at.ofPurchase(trackingId), isOne: hasTransactions };
    const listed = member(await ask(question), 'transactions');
    return Array.isArray(listed) ? listed : undefined;
  }

  /** The provider's id of the payment, which its documentation shows at either place. */
  function uidOf(paid: ExactJson | undefined): string | undefined {
    const response = member(paid, 'gateway_response');
    return textMember(response, 'uid') ?? textMember(member(response, 'payment'), 'uid');
  }

  /**
   * What the provider's transactions of a purchase say of its payment: whether it was given back (`none`: there is no
   * refund, or it failed), and the name on the card that paid. Undefined without an answer, and as long as the list does
   * not have the payment yet: whose card it was is not known then. Where the checkout does not name its payment, it is the
   * one that the list has. Of a checkout that is no order of ours there is nothing to look for.
   */
  async function paymentOf(paid: ExactJson | undefined): Promise<
    | {
        readonly refund: 'refunded' | { readonly open: string } | 'none';
        readonly holder?: string | undefined;
        readonly uid?: string | undefined;
      }
    | undefined
  > {
    const named = uidOf(paid);
    const trackingId = textMember(member(paid, 'order'), 'tracking_id');
    if (trackingId === undefined) return { refund: 'none', uid: named };
    const listed = await transactionsOf(trackingId);
    const made = listed?.filter((one) =>
      named === undefined
        ? textMember(one, 'type') === 'payment' && textMember(one, 'status') === 'successful'
        : textMember(one, 'uid') === named,
    );
    const [payment] = made ?? [];
    const uid = textMember(payment, 'uid');
    // Of two, nobody knows which one it was; one that is listed twice is one.
    const isOne = made?.every((one) => textMember(one, 'uid') === uid);
    if (!listed || !isOne || uid === undefined) return undefined;
    const refunds = listed
      .filter(
        (one) => textMember(one, 'type') === 'refund' && textMember(one, 'parent_uid') === uid,
      )
      .map((one) => refundIn(one) ?? { open: '' });
    const holder = textMember(member(payment, 'credit_card'), 'holder');
    if (refunds.includes('refunded')) return { refund: 'refunded', holder, uid };
    const open = refunds.find((one) => one !== 'refused' && one !== 'refunded');
    return { refund: open ?? 'none', holder, uid };
  }

  /** One page of the provider's reports, in the version that has pages. */
  const report = (report_params: object) =>
    ask({
      url: `${settings.reportsUrl}/reports`,
      body: { report_params },
      headers: { 'x-api-version': '3' },
      isOne: hasTransactions,
    });

  return {
    sandbox: false,
    async open({ trackingId, amount, currency, description, urls, expiresAt, noticeUrl }) {
      const cents = parseUnits(amount, 2);
      if (cents === undefined || cents > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
      const answer = await ask({
        url: `${settings.baseUrl}/checkouts`,
        body: {
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
        },
        isOne: (said) => textMember(member(said, 'checkout'), 'token') !== undefined,
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
        const payment = await paymentOf(member(answer, 'checkout'));
        if (payment === undefined) return undefined;
        return {
          status,
          ...(paidAt && { paidAt }),
          ...(payment.holder !== undefined && { holder: payment.holder }),
          ...(payment.refund === 'refunded' && { refunded: true }),
          ...(typeof payment.refund === 'object' && { refundOpen: true }),
        };
      }
      const expired = textMember(member(answer, 'checkout'), 'status') === 'expired';
      return { status, ...(expired && { expired }) };
    },
    // The provider documents no call that ends a checkout before it expires.
    close: async () => undefined,
    ...(settings.reportsUrl && {
      list: (cursor: string) => pageOfReports(report, cursor, now),
      settlement: (day: string) => settlementOf(report, day),
    }),
    async disputes(trackingId) {
      const listed = await transactionsOf(trackingId);
      return listed && disputesIn(listed);
    },
    async refund(token, open) {
      // One that was ordered is followed by its own id, however late the lists are. It is not ordered again.
      if (open) return refundIn(member(await ask({ url: at.one(open) }), 'transaction'));
      const paid = member(await checkout(token), 'checkout');
      const order = member(paid, 'order');
      const amount = member(order, 'amount');
      if (!(amount instanceof NumberText)) return undefined;
      // A refund whose answer was lost, or that the provider has not decided yet, is not ordered again.
      const before = await paymentOf(paid);
      if (before?.refund !== 'none') return before?.refund;
      const { uid } = before;
      if (uid === undefined) return undefined;
      // No double refund is possible: the provider refuses a second one of the same payment.
      const said = await answered({
        url: at.refunds,
        body: {
          request: { parent_uid: uid, amount: Number(amount.text), reason: 'Nothing was bought' },
        },
      });
      // It may have been made all the same: the next round looks.
      if (said.kind !== 'told' && said.kind !== 'refused') return undefined;
      if (said.kind === 'told') return refundIn(member(said.value, 'transaction'));
      const answer = parseExactJson(said.words);
      // Only a refusal that says why is one, and only of a payment that has not been given back.
      if (member(answer, 'response') === undefined && member(answer, 'errors') === undefined) {
        return undefined;
      }
      const after = (await paymentOf(paid))?.refund;
      return after === 'none' ? 'refused' : after;
    },
    async purchaseOfNotice(body, header) {
      return signedByShop(settings.publicKey, body, header('content-signature'))
        ? readNotice(body, (notice) => trackingIdOf(member(notice, 'transaction')))
        : forged;
    },
  };
}
