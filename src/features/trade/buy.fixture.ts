import type { KycStatus } from '#core/contract/account/identity.ts';
import { type Failure, fail, type Outcome, ok } from '#core/failure.ts';
import { fakeTime } from '#platform/time/fake-time.fixture.ts';
import type { Fate, Performed } from '#transport/calls/settle.ts';
import type { Opened, Recorded } from './buy-deps.ts';
import { createBuy } from './buy-machine.ts';
import type { OpenPayment } from './buy-state.ts';
import type { Order, RecordRequest } from './order.ts';

/** The in-memory twin of buy-wiring.ts: time that moves by hand, answers by the test's choice. */

export const opened: Opened = {
  status: 'success',
  data: { tracking_id: 'p1', checkout: { token: 't1', redirect_url: '/sandbox/pay/t1' } },
};

export const recorded = (status: Recorded['data']['status']): Recorded => ({
  status: 'success',
  data: { transaction_id: 'p1', status },
});

export const refusal = (
  code: 'PROFILE_INCOMPLETE' | 'VERIFICATION_REQUIRED' | 'INVALID_INPUT',
  message: string,
  extra: { readonly rejected?: boolean } = {},
): Failure => ({
  kind: 'refused',
  status: 422,
  refusal: { status: 'error', code, message, ...extra },
});

export interface BuyOptions {
  /** What the page is about. */
  readonly asset?: string;
  readonly price?: () => Promise<Outcome<string>>;
  readonly profileComplete?: boolean;
  /** `unanswered`: nobody says what it is. */
  readonly kyc?: KycStatus | 'unanswered';
  readonly testForm?: boolean | undefined | Promise<boolean>;
  readonly open?: () => Promise<Performed<Opened>>;
  readonly checkOpen?: () => Promise<Fate<Opened>>;
  /** What the server says each time it is asked how it ended; the last one stays. */
  readonly ends?: readonly Performed<Recorded>[];
  readonly checkEnd?: () => Promise<Fate<Recorded>>;
}

export const done = (status: Recorded['data']['status']): Performed<Recorded> => ({
  kind: 'done',
  value: recorded(status),
});

export function buyWorld(options: BuyOptions = {}) {
  const time = fakeTime();
  const ends = [...(options.ends ?? [done('success')])];
  const world = {
    held: 0,
    prices: [] as string[],
    opened: [] as Order[],
    recorded: [] as RecordRequest[],
    told: [] as string[],
    seen: [] as string[],
    open: [] as OpenPayment[],
    /** What the server says of the payment's end; undefined if it does not answer. */
    ended: false as boolean | undefined,
    balanceLoads: 0,
    went: undefined as string | undefined,
    attended: true,
    advance: time.advance,
  };
  const unused = async (): Promise<Fate<never>> => ({ kind: 'never' });
  const buy = createBuy(
    {
      after: time.after,
      attended: () => world.attended,
      async price(asset, currency) {
        world.prices.push(`${asset}/${currency}`);
        if (asset === 'USDC') return ok({ ask: '1.6', spreadBps: 12.5 });
        const price = options.price ? await options.price() : ok('99500');
        return price.ok ? ok({ ask: price.value, spreadBps: 12.5 }) : price;
      },
      profileComplete: () => options.profileComplete ?? true,
      kyc: async () => (options.kyc === 'unanswered' ? undefined : (options.kyc ?? 'approved')),
      testForm: async () => ('testForm' in options ? options.testForm : true),
      origin: () => 'https://kopa.example',
      device: () => 'desktop',
      checkout: (order) => ({
        async send() {
          world.opened.push(order);
          return options.open ? options.open() : { kind: 'done', value: opened };
        },
        check: options.checkOpen ?? unused,
      }),
      record: () => ({
        async send(request) {
          world.recorded.push(request);
          const [next = done('success')] = ends;
          if (ends.length > 1) ends.shift();
          return next;
        },
        check: options.checkEnd ?? unused,
      }),
      seen: (id) => world.seen.push(id),
      unsettled: (order, { id }) => {
        world.open = [{ id, total: order.total, currency: order.currency }];
      },
      ended: async () => world.ended,
      openPayments: () => world.open,
      now: time.now,
      failureText: (failure, fallback) =>
        failure.kind === 'refused' ? failure.refusal.message : fallback,
      rejected: () => world.told.push('rejected'),
      announce: (kind, text) => world.told.push(`${kind}: ${text}`),
      refreshBalances: () => {
        world.balanceLoads += 1;
      },
      hold() {
        world.held += 1;
        return () => {
          world.held -= 1;
        };
      },
      go: (url) => {
        world.went = url;
      },
    },
    'AUD',
    options.asset,
  );
  return Object.assign(world, { buy });
}

export const noPrice = async (): Promise<Outcome<string>> => fail({ kind: 'network' });
