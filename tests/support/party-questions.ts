import type { QueryExecutorProvider } from 'kysely';
import { airwallexBank } from '#server/adapters/bank/airwallex.ts';
import type { Bank } from '#server/adapters/bank/bank.ts';
import { custodianLine } from '#server/adapters/custody/custodian.ts';
import { httpIncoming } from '#server/adapters/custody/http-incoming.ts';
import { httpTransfers } from '#server/adapters/custody/http-transfers.ts';
import type { Incoming } from '#server/adapters/custody/incoming.ts';
import type { Transfers } from '#server/adapters/custody/transfers.ts';
import type { ForexRates } from '#server/adapters/forex/forex.ts';
import { httpForex } from '#server/adapters/forex/http-forex.ts';
import type { IdentityProvider } from '#server/adapters/identity/identity.ts';
import { sumsubIdentity } from '#server/adapters/identity/sumsub.ts';
import { httpMarket } from '#server/adapters/market/http-market.ts';
import type { Market } from '#server/adapters/market/market.ts';
import { httpMerchants } from '#server/adapters/merchants/http-merchants.ts';
import type { MerchantGateway } from '#server/adapters/merchants/merchants.ts';
import type { PartyName } from '#server/adapters/party/party-checks.ts';
import { always, type Fact, type Meaning } from '#server/adapters/party/party-facts.ts';
import { hostedPageGateway } from '#server/adapters/payment/hosted-page.ts';
import type { PaymentGateway } from '#server/adapters/payment/payment.ts';
import { httpScreening } from '#server/adapters/screening/http-screening.ts';
import type { Screening } from '#server/adapters/screening/screening.ts';
import { httpTravelRule } from '#server/adapters/travel-rule/http-travel-rule.ts';
import type { TravelRule } from '#server/adapters/travel-rule/travel-rule.ts';
import type { Seen } from './provider.ts';
import type { ContentRudeness, Twin } from './rude.ts';

/** The clock of the tables, and of the twins that have one. */
export const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

/** What an answer comes to: which fact it is, and what its asker gets. `fact`: none stands for it by default. */
export interface Comes {
  readonly value: unknown;
  readonly fact?: Fact;
}

/** `same`: as a polite party's answer. `never`: no answer to this question can be rude in this way. */
type Content = Comes | 'same' | 'never';

/** One question to a party: what comes of it politely, by each fact, and by each rudeness of content. */
interface Question<P> {
  readonly ask: (party: P) => Promise<unknown>;
  readonly polite: unknown;
  /** The consequence of each fact. */
  readonly facts: Meaning<unknown>;
  readonly content: Readonly<Record<ContentRudeness, Content>>;
}

interface Tools {
  readonly now: () => number;
  readonly db: QueryExecutorProvider;
}

/** A real adapter with the twin it talks to and its questions. */
interface Tested<P> {
  readonly adapter: (url: string, tools: Tools) => P;
  readonly twin: () => Twin;
  readonly questions: Readonly<Record<string, Question<P>>>;
  /** Methods that ask nobody anything over HTTP, or whose answer is a file with tests of its own. */
  readonly others: readonly (keyof P & string)[];
}

const PLAIN: Question<unknown>['content'] = {
  pending: 'never',
  'words of tomorrow': 'never',
  'optional fields missing': 'same',
  'another order': 'same',
  doubles: 'same',
  'many pages': 'same',
};
/** Nobody knows anything by any of the facts. */
const OPEN = always(undefined);

const MAKES_NOTHING: Pick<Twin, 'words' | 'optional' | 'pending' | 'absence' | 'isEntry'> = {
  words: [],
  optional: [],
  pending: (answer) => answer,
  absence: '{}',
  isEntry: () => false,
};

const urlOf = ({ path }: Seen): URL => new URL(path, 'http://party');

/** Reads a list to its end. */
async function whole<T extends { readonly cursor: string; readonly more: boolean }, E>(
  list: ((cursor: string) => Promise<T | undefined>) | undefined,
  entries: (page: T) => readonly E[],
): Promise<readonly E[] | undefined> {
  const found: E[] = [];
  let cursor = '';
  for (;;) {
    const page = await list?.(cursor);
    if (!page) return undefined;
    found.push(...entries(page));
    if (!page.more) return found;
    cursor = page.cursor;
  }
}

const HOUR_MS = 3_600_000;
const COINS = [
  'bitcoin',
  'solana',
  'ethereum',
  'avalanche-2',
  'ripple',
  'tether',
  'usd-coin',
] as const;
const priced = { asset: 'BTC', usd: '100.5', at: new Date(NOW), change24h: '1.25' };
const chart = Array.from({ length: 48 }, (_, at) => [NOW - (47 - at) * HOUR_MS, 100 + at]);

const market: Tested<Market> = {
  adapter: (baseUrl, { now, db }) =>
    httpMarket({ provider: { baseUrl, key: 'k', keyHeader: 'x-cg-demo-api-key' }, db, now }),
  twin: () => ({
    ...MAKES_NOTHING,
    optional: ['usd_24h_change'],
    answer: (seen) =>
      urlOf(seen).pathname === '/simple/price'
        ? Object.fromEntries(
            COINS.map((id) => [
              id,
              { usd: 100.5, usd_24h_change: 1.25, last_updated_at: NOW / 1000 },
            ]),
          )
        : { prices: chart },
  }),
  questions: {
    price: {
      ask: (party) => party.price('BTC'),
      polite: priced,
      facts: OPEN,
      content: { ...PLAIN, 'optional fields missing': { value: { ...priced, change24h: '0' } } },
    },
    newest: {
      ask: async (party) => {
        await party.price('BTC');
        return (await party.newest()).map(({ asset }) => asset);
      },
      polite: ['BTC', 'SOL', 'ETH', 'AVAX', 'XRP', 'USDT', 'USDC'],
      facts: always([]),
      content: PLAIN,
    },
    tickers: {
      ask: async (party) => {
        await party.price('BTC');
        return (await party.tickers()).size;
      },
      polite: 7,
      facts: always(0),
      content: PLAIN,
    },
    candles: {
      ask: async (party) =>
        (await party.candles('BTC', 'day'))?.map(({ openedAt, close }) => [+openedAt, close]),
      polite: Array.from({ length: 24 }, (_, at) => [
        NOW - (24 - at) * HOUR_MS,
        String(100 + 23 + at),
      ]),
      facts: OPEN,
      content: PLAIN,
    },
  },
  others: [],
};

const rates = {
  base: 'USD',
  date: '2026-11-20',
  rates: { USD: '1', EUR: '0.9', GBP: '0.8', AUD: '1.5' },
  at: new Date(NOW - HOUR_MS),
};
const byDate = { ...rates, at: new Date(Date.parse('2026-11-20')) };
const asked = (ask: Question<ForexRates>['ask']): Question<ForexRates> => ({
  ask,
  polite: rates,
  facts: OPEN,
  content: { ...PLAIN, 'optional fields missing': { value: byDate } },
});
const forex: Tested<ForexRates> = {
  adapter: (url, { now, db }) => httpForex({ url, db, now }),
  twin: () => ({
    ...MAKES_NOTHING,
    optional: ['timestamp'],
    answer: () => ({
      base: 'USD',
      date: '2026-11-20',
      timestamp: (NOW - HOUR_MS) / 1000,
      rates: { EUR: 0.9, AUD: 1.5, GBP: 0.8 },
    }),
  }),
  questions: {
    latest: asked((party) => party.latest()),
    current: asked((party) => party.current()),
  },
  others: ['past'],
};

const GREEN = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } };
const info = { firstName: 'Jo', lastName: 'Bloggs', dob: '1990-01-02', country: 'AUS' };
const approved = {
  status: 'approved',
  person: { first: 'Jo', last: 'Bloggs', born: '1990-01-02', country: 'AU' },
};
const identity: Tested<IdentityProvider> = {
  adapter: (baseUrl, { now }) =>
    sumsubIdentity(
      {
        ...{ baseUrl, appToken: 'app', secretKey: 'secret', webhookSecret: 'hook' },
        ...{ levelName: 'basic', againLevelName: 'same-person' },
      },
      now,
    ),
  twin: () => ({
    ...MAKES_NOTHING,
    words: ['reviewStatus', 'reviewAnswer'],
    optional: ['fixedInfo', 'info', 'moderationComment', 'totalItems'],
    absence: '{"code":404,"description":"Applicant not found"}',
    pending: (answer) => {
      const text = JSON.stringify(answer);
      return JSON.parse(text.replace(JSON.stringify(GREEN), '{"reviewStatus":"pending"}'));
    },
    answer: (seen) => {
      const { pathname } = urlOf(seen);
      if (pathname === '/resources/accessTokens/sdk') return { token: 't' };
      if (pathname.startsWith('/resources/applicantActions/')) {
        const items = ['again-1', 'other'].map((externalActionId) => ({
          externalActionId,
          review: GREEN,
        }));
        return { items, totalItems: 2 };
      }
      return { id: 'a1', fixedInfo: {}, info, review: GREEN };
    },
  }),
  questions: {
    accessToken: {
      ask: (party) =>
        party.accessToken({
          ...{ id: 'u1', email: 'a@b.co', first: 'Jo', last: 'Bloggs', born: '1990-01-02' },
        }),
      polite: 't',
      facts: OPEN,
      content: PLAIN,
    },
    review: {
      ask: (party) => party.review('u1'),
      polite: approved,
      // Whom the provider does not know it does not vouch for.
      facts: { ...OPEN, 'not-there': { status: 'not_started', gone: true } },
      content: {
        ...PLAIN,
        pending: { value: { status: 'submitted', person: approved.person } },
        'words of tomorrow': { value: undefined, fact: 'unreadable' },
        'optional fields missing': { value: { status: 'approved' } },
      },
    },
    'review again': {
      ask: (party) => party.review('u1', 'again-1'),
      polite: { status: 'approved' },
      facts: { ...OPEN, 'not-there': { status: 'incomplete' } },
      content: {
        ...PLAIN,
        pending: { value: { status: 'submitted' } },
        'words of tomorrow': { value: undefined, fact: 'unreadable' },
      },
    },
  },
  others: ['widgetReported', 'customerOfNotice'],
};

function cards(): Twin {
  const paid = {
    ...{ uid: 'u-1', type: 'payment', status: 'successful', tracking_id: 'p1' },
    ...{ amount: 15_050, currency: 'AUD', settled_at: '2026-11-19T08:00:00Z' },
  };
  const taken = {
    ...{ uid: 'c-1', type: 'chargeback', status: 'successful', parent_uid: 'u-0' },
    ...{ amount: 600, currency: 'AUD', reason: 'fraud', parent_transaction: { tracking_id: 'p0' } },
    settled_at: '2026-11-19T09:00:00Z',
  };
  const refunds: object[] = [];
  const reported = (seen: Seen, page: number) => {
    const { report_params } = JSON.parse(seen.body);
    const all = [paid, taken];
    const after = all.findIndex(({ uid }) => uid === report_params.starting_after) + 1;
    const transactions = all.slice(after, after + page);
    return { transactions, last_object_id: transactions.at(-1)?.uid ?? '' };
  };
  return {
    ...MAKES_NOTHING,
    words: ['status'],
    optional: ['paid_at', 'reason', 'settled_at'],
    pending: (answer, { path, method }) => {
      if (path === '/transactions/refunds') {
        return { transaction: { uid: 'r-1', status: 'pending' } };
      }
      return path === '/checkouts/t1' && method === 'GET'
        ? { checkout: { status: 'pending', finished: false } }
        : answer;
    },
    answer: (seen, page) => {
      const { pathname } = urlOf(seen);
      if (pathname === '/checkouts') {
        return { checkout: { token: 't1', redirect_url: 'https://pay.example/t1' } };
      }
      if (pathname === '/transactions/refunds') {
        refunds.push({ uid: 'r-1', type: 'refund', parent_uid: 'u-1', status: 'successful' });
        return { transaction: { uid: 'r-1', status: 'successful' } };
      }
      if (pathname === '/reports') return reported(seen, page);
      if (pathname === '/v2/transactions/tracking_id/p0') return { transactions: [taken] };
      if (pathname.startsWith('/v2/transactions/tracking_id/'))
        return { transactions: [paid, ...refunds] };
      return {
        checkout: {
          ...{ status: 'successful', finished: true },
          order: { amount: 15_050, currency: 'AUD', tracking_id: 'p1' },
          gateway_response: { uid: 'u-1', payment: { paid_at: '2026-11-19T08:00:00Z' } },
        },
      };
    },
  };
}

const dispute = { id: 'c-1', cents: 600n, currency: 'AUD', state: 'taken', reason: 'fraud' };
const payment: Tested<PaymentGateway> = {
  adapter: (url, { now }) =>
    hostedPageGateway(
      {
        ...{ baseUrl: url, transactionsUrl: url, reportsUrl: url },
        ...{ shopId: 'shop', secretKey: 'key', publicKey: '' },
      },
      now,
    ),
  twin: cards,
  questions: {
    open: {
      ask: (party) =>
        party.open({
          ...{ trackingId: 'p1', amount: '150.5', currency: 'AUD', description: 'BTC' },
          ...{ urls: { success: 's', decline: 'd', fail: 'f', cancel: 'c' }, noticeUrl: 'n' },
          expiresAt: new Date(NOW + HOUR_MS),
        }),
      polite: { token: 't1', redirectUrl: 'https://pay.example/t1' },
      facts: OPEN,
      content: PLAIN,
    },
    outcome: {
      ask: (party) => party.outcome('t1'),
      polite: { status: 'success', paidAt: new Date('2026-11-19T08:00:00Z') },
      facts: OPEN,
      content: {
        ...PLAIN,
        pending: { value: { status: 'pending' } },
        // Over, and in a way that we do not know: a person looks.
        'words of tomorrow': { value: { status: 'unknown' } },
        'optional fields missing': { value: { status: 'success' } },
      },
    },
    refund: {
      ask: (party) => party.refund('t1', ''),
      polite: 'refunded',
      facts: OPEN,
      content: {
        ...PLAIN,
        // Of a checkout that is not paid there is nothing to give back.
        pending: { value: undefined },
        // Ordered, and not decided: it is followed by its own id.
        'words of tomorrow': { value: { open: 'r-1' } },
      },
    },
    disputes: {
      ask: (party) => party.disputes('p0'),
      polite: [dispute],
      facts: OPEN,
      content: {
        ...PLAIN,
        'words of tomorrow': { value: [{ ...dispute, state: 'won' }] },
        'optional fields missing': { value: [{ ...dispute, reason: '' }] },
      },
    },
    list: {
      ask: (party) => whole(party.list, ({ movements }) => movements),
      polite: [
        { trackingId: 'p1', kind: 'paid', units: 15_050n, currency: 'AUD' },
        { trackingId: 'p0', kind: 'disputed' },
      ],
      facts: OPEN,
      content: { ...PLAIN, 'words of tomorrow': { value: [] } },
    },
    settlement: {
      ask: async (party) =>
        (await party.settlement?.('2026-11-19'))?.map(({ id, kind }) => [id, kind]),
      polite: [
        ['u-1', 'paid'],
        ['c-1', 'taken'],
      ],
      facts: OPEN,
      content: { ...PLAIN, 'words of tomorrow': { value: [] } },
    },
  },
  others: ['close', 'purchaseOfNotice'],
};

const HASH = 'ab'.repeat(32);
const told = (id: string) => ({
  ...{ id, network: 'Bitcoin', address: '1Some', currency: 'BTC', amount: '0.25', txid: HASH },
  ...{ output_index: 0, confirmations: 3, status: 'confirmed', senders: ['1Other'] },
});
const read = (id: string, more: object = {}) => ({
  ...{ id, network: 'Bitcoin', address: '1Some', tag: '', currency: 'BTC', amount: '0.25' },
  ...{ hash: HASH, outputIndex: 0, senders: ['1Other'], confirmations: 3, status: 'confirmed' },
  ...more,
});
const pages = <T>(all: readonly T[], url: URL, page: number) => {
  const from = Number(url.searchParams.get('since') ?? 0);
  const to = Math.min(from + page, all.length);
  return { listed: all.slice(from, to), next: String(to), more: to < all.length };
};

function custodian(): Twin {
  return {
    ...MAKES_NOTHING,
    words: ['status'],
    optional: ['senders', 'output_index', 'tag'],
    pending: (answer, { path }) => {
      const word = path.startsWith('/deposits') ? 'pending' : 'broadcast';
      return JSON.parse(JSON.stringify(answer).replaceAll('"confirmed"', `"${word}"`));
    },
    answer: (seen, page) => {
      const url = urlOf(seen);
      if (url.pathname === '/balances') return { balances: [{ currency: 'BTC', amount: '2.5' }] };
      if (url.pathname === '/deposits') {
        const { listed, ...more } = pages([told('d1'), told('d2')], url, page);
        return { deposits: listed, ...more };
      }
      if (url.pathname.startsWith('/deposits/')) return told('d1');
      if (url.pathname === '/transfers' && seen.method === 'GET') {
        const { listed, ...more } = pages(['a', 'b', 'c'], url, page);
        const transfers = listed.map((reference) => ({ reference, currency: 'BTC', amount: '1' }));
        return { transfers, ...more };
      }
      return { status: 'confirmed', hash: HASH };
    },
  };
}

/** Whether an order was carried out nobody knows by any of the facts. */
const UNSURE = always({ kind: 'unknown' });
const moving = {
  ...PLAIN,
  pending: { value: { kind: 'broadcast', hash: HASH } },
  'words of tomorrow': { value: { kind: 'unknown' }, fact: 'unreadable' },
} as const;
const transfers: Tested<Transfers> = {
  adapter: (baseUrl, { now }) => httpTransfers({ baseUrl, token: 't' }, custodianLine(now)),
  twin: custodian,
  questions: {
    send: {
      ask: (party) =>
        party.send({
          ...{ reference: 'w1', network: 'Bitcoin', currency: 'BTC', amount: '1' },
          ...{ address: '1Some', tag: '', holder: '' },
        }),
      polite: { kind: 'confirmed', hash: HASH },
      facts: UNSURE,
      content: moving,
    },
    find: {
      ask: (party) => party.find('w1'),
      polite: { kind: 'confirmed', hash: HASH },
      facts: UNSURE,
      content: moving,
    },
    list: {
      ask: (party) => whole(party.list, ({ references }) => references),
      polite: ['a', 'b', 'c'],
      facts: OPEN,
      content: PLAIN,
    },
    balances: {
      ask: async (party) => party.balances?.(),
      polite: [{ currency: 'BTC', units: 250_000_000n }],
      facts: OPEN,
      content: PLAIN,
    },
  },
  others: ['transactionUrl'],
};

const arriving = (ids: readonly string[]) =>
  ({
    ...PLAIN,
    pending: { value: ids.map((id) => read(id, { status: 'pending' })) },
    // An unknown word leaves the outcome open.
    'words of tomorrow': { value: ids.map((id) => read(id, { status: 'pending' })) },
    'optional fields missing': { value: ids.map((id) => read(id, { senders: [] })) },
  }) as const;
const incoming: Tested<Incoming> = {
  adapter: (baseUrl, { now }) =>
    httpIncoming(
      { baseUrl, token: 't', webhookSecret: 'secret', pollSeconds: 30 },
      custodianLine(now),
    ),
  twin: custodian,
  questions: {
    list: {
      ask: (party) => whole(party.list, ({ deposits }) => deposits),
      polite: [read('d1'), read('d2')],
      facts: OPEN,
      content: arriving(['d1', 'd2']),
    },
    find: {
      ask: async (party) => {
        const found = await party.find('d1');
        return found && [found];
      },
      polite: [read('d1')],
      facts: OPEN,
      content: arriving(['d1']),
    },
  },
  others: ['isNotice'],
};

const owner = { requestId: 'u1-AUD', name: 'Jo Bloggs', currency: 'AUD' } as const;
const details = {
  ...{ externalId: 'acc-1', holder: 'Jo Bloggs', bank: 'Bank', iban: '', bic: '' },
  ...{ bsb: '802985', accountNumber: '12345678', payId: '' },
};

const opened = { state: 'open', externalId: 'acc-1', details };
const opening = { value: { state: 'opening', externalId: 'acc-1' } };
const openedWithout = {
  ...PLAIN,
  pending: opening,
  'words of tomorrow': opening,
  'optional fields missing': { value: { ...opened, details: { ...details, bank: '' } } },
} as const;

/** A bank that makes whatever it is asked to make, as often as it is asked. */
export function bankTwin(): Twin & { readonly made: { readonly request_id: string }[] } {
  const made: { readonly request_id: string; readonly [field: string]: unknown }[] = [];
  const accounts: { readonly request_id: string; readonly [field: string]: unknown }[] = [];
  const created_at = new Date(NOW - DAY_MS).toISOString();
  const deposit = (id: string) => ({
    ...{ id, created_at, status: 'SETTLED', currency: 'AUD', amount: 100.5, reference: 'r' },
    global_account_id: 'acc-1',
    payer: {
      ...{ name: 'Jo Bloggs', country_code: 'AU' },
      bank_account: { au_bsb: { bsb: '063001', account_number: '12345678' }, name: 'Jo Bloggs' },
    },
  });
  const accountOf = (request_id: string) => ({
    ...{ id: 'acc-1', created_at, account_name: 'Jo Bloggs', account_number: '12345678' },
    ...{ institution: { name: 'Bank' }, status: 'ACTIVE', request_id },
    supported_features: [{ currency: 'AUD', routing_codes: [{ type: 'bsb', value: '802-985' }] }],
  });
  const listed = <T extends object>(all: readonly T[], url: URL, page: number) => {
    const from = Number(url.searchParams.get('page_num') ?? 0) * page;
    return { items: all.slice(from, from + page), has_more: from + page < all.length };
  };
  const ofRequest = <T extends { readonly request_id: string }>(all: readonly T[], url: URL) => {
    const of = url.searchParams.get('request_id');
    return of === null ? all : all.filter(({ request_id }) => request_id === of);
  };
  return {
    ...MAKES_NOTHING,
    made,
    absence: '{"code":"not_found","message":"No such deposit"}',
    words: ['status', 'account_name_match_result'],
    optional: ['payer', 'reference', 'institution', 'account_name', 'resolved_account_name'],
    isEntry: ({ path }) => path.endsWith('/authentication/login'),
    pending: (answer) =>
      JSON.parse(
        JSON.stringify(answer)
          .replaceAll('"SETTLED"', '"PENDING"')
          .replaceAll('"PAID"', '"PROCESSING"')
          .replaceAll('"ACTIVE"', '"PROCESSING"')
          .replaceAll('"VERIFIED"', '"PENDING"'),
      ),
    answer: (seen, page) => {
      const url = urlOf(seen);
      const what = url.pathname.replace('/api/v1', '');
      const body = seen.body === '' ? {} : JSON.parse(seen.body);
      switch (what) {
        case '/authentication/login':
          return {
            token: `t${made.length}`,
            expires_at: new Date(NOW + 900 * DAY_MS).toISOString(),
          };
        case '/transfers/create': {
          const transfer = { id: `tr-${body.request_id}`, created_at, status: 'PAID', ...body };
          made.push(transfer);
          return transfer;
        }
        case '/transfers':
          return listed(ofRequest(made, url), url, page);
        case '/global_accounts/acc-1':
          return accountOf('');
        case '/global_accounts/create': {
          const account = accountOf(body.request_id);
          accounts.push(account);
          return account;
        }
        case '/global_accounts':
          return listed(ofRequest(accounts, url), url, page);
        case '/deposits':
          return listed([deposit('d1'), deposit('d2')], url, page);
        case '/beneficiaries/verify_account':
          return {
            code: 'VERIFIED',
            details: {
              account_name_match_result: 'FULL_MATCH',
              resolved_account_name: 'Jo Bloggs',
            },
          };
        default:
          return deposit('d1');
      }
    },
  };
}

const arrived = (id: string, more: object = {}) => ({
  ...{ id, accountId: 'acc-1', currency: 'AUD', amount: '100.5', payer: 'Jo Bloggs' },
  ...{ reference: 'r', status: 'settled', ...more },
});
const order = {
  ...{ reference: 'w1', network: 'Bank transfer', currency: 'AUD', amount: '100.5', tag: '' },
  ...{ address: '062000 12345678', holder: 'Jo Bloggs' },
} as const;
const underWay = { value: { kind: 'broadcast', hash: 'tr-w1' } };
const listOfAll = (ids: readonly string[]) =>
  ({
    ...PLAIN,
    pending: { value: ids.map((id) => arrived(id, { status: 'pending' })) },
    'words of tomorrow': { value: ids.map((id) => arrived(id, { status: 'pending' })) },
    'optional fields missing': {
      value: ids.map((id) => arrived(id, { payer: '', reference: '' })),
    },
  }) as const;

const bank: Tested<Bank> = {
  adapter: (baseUrl, { now }) =>
    airwallexBank(
      {
        ...{ baseUrl, clientId: 'id', apiKey: 'key', webhookSecret: 'secret' },
        statements: undefined,
      },
      now,
    ),
  twin: bankTwin,
  questions: {
    'payouts.send': {
      ask: (party) => party.payouts.send(order),
      polite: { kind: 'confirmed', hash: 'tr-w1' },
      facts: UNSURE,
      content: { ...PLAIN, pending: underWay, 'words of tomorrow': underWay },
    },
    'payouts.find': {
      ask: async (party) => {
        const sent = await party.payouts.send(order);
        return sent.kind === 'unknown' ? sent : party.payouts.find('w1');
      },
      polite: { kind: 'confirmed', hash: 'tr-w1' },
      facts: UNSURE,
      content: { ...PLAIN, pending: underWay, 'words of tomorrow': underWay },
    },
    'payouts.list': {
      ask: (party) => whole(party.payouts.list, ({ references }) => references),
      polite: [],
      facts: OPEN,
      content: PLAIN,
    },
    payee: {
      ask: (party) =>
        party.payee({ address: '062000 12345678', currency: 'AUD', holder: 'Jo Bloggs' }),
      polite: { answer: 'match', name: 'Jo Bloggs' },
      facts: OPEN,
      content: {
        ...PLAIN,
        pending: { value: undefined },
        'words of tomorrow': { value: undefined, fact: 'unreadable' },
        'optional fields missing': { value: { answer: 'match', name: '' } },
      },
    },
    openAccount: {
      ask: (party) => party.openAccount(owner),
      polite: opened,
      facts: OPEN,
      content: openedWithout,
    },
    account: {
      ask: (party) => party.account('acc-1', owner),
      polite: opened,
      facts: OPEN,
      content: openedWithout,
    },
    accounts: {
      ask: async (party) => {
        if ((await party.openAccount(owner)) === undefined) return undefined;
        const open = await whole(party.accounts, ({ accounts }) => accounts);
        // Those that are not open yet are not listed.
        return open?.length ? open.map(({ requestId }) => requestId) : undefined;
      },
      polite: ['u1-AUD'],
      facts: OPEN,
      content: {
        ...PLAIN,
        pending: { value: undefined },
        'words of tomorrow': { value: undefined },
      },
    },
    transfers: {
      ask: (party) => party.transfers(new Date(NOW - 2 * DAY_MS)),
      polite: [arrived('d1'), arrived('d2')],
      facts: OPEN,
      content: listOfAll(['d1', 'd2']),
    },
    transfer: {
      ask: async (party) => {
        const found = await party.transfer('d1');
        return typeof found === 'object' ? [found] : found;
      },
      polite: [arrived('d1')],
      facts: { ...OPEN, 'not-there': 'none' },
      content: listOfAll(['d1']),
    },
    giveBack: {
      ask: (party) => party.giveBack('d1', 'r1'),
      polite: 'given',
      facts: OPEN,
      content: {
        ...PLAIN,
        pending: { value: undefined },
        'words of tomorrow': { value: undefined },
        // Nobody knows whose it is: a person has to.
        'optional fields missing': { value: 'impossible' },
      },
    },
    isGivenBack: {
      ask: (party) => party.isGivenBack('r1'),
      polite: false,
      facts: OPEN,
      content: PLAIN,
    },
  },
  others: ['transferOfNotice'],
};

const screening: Tested<Screening> = {
  adapter: (baseUrl, { now }) =>
    httpScreening({ baseUrl, key: 'k', lists: 'sanctions', most: 100 }, now),
  twin: () => ({
    ...MAKES_NOTHING,
    optional: ['status', 'index_version', 'score'],
    answer: ({ path, body }) => {
      if (path === '/catalog') {
        return {
          datasets: [{ name: 'other' }, { name: 'sanctions', version: 'v1', index_version: 'v2' }],
        };
      }
      const { queries } = JSON.parse(body);
      const results = [
        { id: 'Q1', score: 0.9, match: true },
        { id: 'Q2', score: 0.4, match: false },
      ];
      return {
        responses: Object.fromEntries(
          Object.keys(queries).map((name) => [name, { status: 200, results }]),
        ),
      };
    },
  }),
  questions: {
    screen: {
      ask: (party) =>
        party.screen({
          reference: 'w1',
          who: [{ kind: 'address', address: '0x1', currency: 'ETH' }],
        }),
      polite: { matched: [['Q1']] },
      facts: OPEN,
      content: PLAIN,
    },
    screenAll: {
      ask: (party) =>
        party.screenAll([
          { reference: 'w1', who: [{ kind: 'address', address: '0x1', currency: 'ETH' }] },
          { reference: 'w2', who: [] },
        ]),
      polite: [{ matched: [['Q1']] }, { matched: [] }],
      facts: OPEN,
      content: PLAIN,
    },
    version: {
      ask: (party) => party.version(),
      polite: 'v2',
      facts: OPEN,
      content: { ...PLAIN, 'optional fields missing': { value: 'v1' } },
    },
  },
  others: [],
};

const sender = { owner: 'other', name: 'Ada Lovelace', country: 'GB', provider: 'Example' };
const travelRule: Tested<TravelRule> = {
  adapter: (baseUrl, { now }) => httpTravelRule({ baseUrl, token: 't' }, now),
  twin: () => ({
    ...MAKES_NOTHING,
    words: ['status'],
    optional: ['secondaryIdentifier', 'geographicAddress'],
    pending: (answer, { path }) =>
      path === '/transfers' ? { id: 'm-1', status: 'pending' } : answer,
    answer: ({ path }) => {
      if (path === '/transfers') return { id: 'm-1', status: 'accepted' };
      const nameIdentifier = [{ primaryIdentifier: 'Ada Lovelace', secondaryIdentifier: '' }];
      const naturalPerson = {
        ...{ name: { nameIdentifier }, countryOfResidence: 'GB' },
        geographicAddress: [{ country: 'GB' }],
      };
      return {
        found: true,
        originatingVASP: { name: 'Example' },
        originator: { originatorPersons: [{ naturalPerson }] },
      };
    },
  }),
  questions: {
    handOver: {
      ask: (party) =>
        party.handOver({
          ...{ reference: 'w1', currency: 'BTC', network: 'Bitcoin', amount: '1', address: '1A' },
          ...{ tag: '', beneficiary: { owner: 'other', name: 'A B', country: 'GB', provider: '' } },
          originator: { id: 'u1', first: 'Jo', last: 'Bloggs', country: 'AU', home: undefined },
        }),
      polite: { kind: 'accepted', said: 'accepted', message: 'm-1' },
      facts: OPEN,
      content: {
        ...PLAIN,
        pending: { value: { kind: 'pending', said: 'pending', message: 'm-1' } },
        'words of tomorrow': {
          value: { kind: 'pending', said: 'WORD_OF_TOMORROW', message: 'm-1' },
        },
      },
    },
    received: {
      ask: (party) =>
        party.received({
          ...{ reference: 'd1', currency: 'BTC', network: 'Bitcoin', amount: '1', address: '1A' },
          ...{ hash: HASH, tag: '' },
        }),
      polite: sender,
      facts: OPEN,
      content: PLAIN,
    },
  },
  others: [],
};

const merchants: Tested<MerchantGateway> = {
  adapter: (baseUrl, { now }) => httpMerchants({ baseUrl, key: 'k' }, now),
  twin: () => ({
    ...MAKES_NOTHING,
    optional: ['source', 'orderreference', 'total'],
    answer: () => ({
      status: 'success',
      data: { details: [{ _id: 'a', status: true, amount: 5 }], total: 1 },
    }),
  }),
  questions: {
    list: {
      ask: async (party) =>
        (
          await party.list({
            ...{ page: 1, limit: 10, search_key: '', order: '', sourceSearch: '' },
            ...{ statusSearch: '', user_id: '' },
          })
        )?.details.map(({ _id, amount }) => [_id, amount]),
      polite: [['a', '5']],
      facts: OPEN,
      content: PLAIN,
    },
  },
  others: [],
};

/** Whoever is asked over HTTP. The other two are a header or a file, and SMTP, whose rudeness has a table of its own. */
type HttpParty = Exclude<PartyName, 'geolocation' | 'mail'>;

/** A real adapter of any party, whose type the table does not need to know. */
export interface AnyTested {
  readonly party: HttpParty;
  readonly twin: () => Twin;
  readonly others: readonly string[];
  /** The methods that an adapter has. */
  readonly methods: (url: string, tools: Tools) => readonly string[];
  readonly questions: Readonly<Record<string, Omit<Question<never>, 'ask'>>>;
  /** An adapter, by the names of its questions. */
  readonly open: (url: string, tools: Tools) => (question: string) => Promise<unknown>;
}

function methodsOf(adapter: object, prefix = ''): readonly string[] {
  return Object.entries(adapter).flatMap(([name, value]) => {
    if (typeof value === 'function') return [`${prefix}${name}`];
    return typeof value === 'object' && value ? methodsOf(value, `${name}.`) : [];
  });
}

const anyOf = <P extends object>(
  party: HttpParty,
  { adapter, twin, questions, others }: Tested<P>,
): AnyTested => ({
  ...{ party, twin, questions, others },
  methods: (url, tools) => methodsOf(adapter(url, tools)),
  open: (url, tools) => {
    const real = adapter(url, tools);
    return async (question) => questions[question]?.ask(real);
  },
});

/** Each real adapter over HTTP: one that is not here does not compile. */
export const tested: Readonly<Record<HttpParty, readonly AnyTested[]>> = {
  market: [anyOf('market', market)],
  forex: [anyOf('forex', forex)],
  identity: [anyOf('identity', identity)],
  payment: [anyOf('payment', payment)],
  custody: [anyOf('custody', transfers), anyOf('custody', incoming)],
  bank: [anyOf('bank', bank)],
  merchants: [anyOf('merchants', merchants)],
  screening: [anyOf('screening', screening)],
  travelRule: [anyOf('travelRule', travelRule)],
};
