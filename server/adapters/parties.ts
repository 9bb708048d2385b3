import type { QueryExecutorProvider } from 'kysely';
import type { Log } from '#server/base/log.ts';
import { airwallexBank } from './bank/airwallex.ts';
import type { Bank } from './bank/bank.ts';
import { sandboxBank } from './bank/sandbox-bank.ts';
import { custodianLine } from './custody/custodian.ts';
import type { Custody } from './custody/custody.ts';
import { extendedKeyCustody } from './custody/extended-keys.ts';
import { httpIncoming } from './custody/http-incoming.ts';
import { httpTransfers } from './custody/http-transfers.ts';
import type { Incoming } from './custody/incoming.ts';
import { sandboxChain } from './custody/sandbox-chain.ts';
import { sandboxCustody } from './custody/sandbox-custody.ts';
import type { Transfers } from './custody/transfers.ts';
import { bundledForex, shiftedForex } from './forex/bundled.ts';
import type { ForexRates } from './forex/forex.ts';
import { guardedForex } from './forex/guarded-rates.ts';
import { httpForex } from './forex/http-forex.ts';
import { edgeLocator } from './geolocation/edge.ts';
import type { AskedLocator } from './geolocation/geolocation.ts';
import { sandboxLocator } from './geolocation/sandbox-geolocation.ts';
import type { IdentityProvider } from './identity/identity.ts';
import { sandboxIdentity } from './identity/sandbox-identity.ts';
import { sumsubIdentity } from './identity/sumsub.ts';
import { inboxMailer } from './mail/inbox.ts';
import type { Mailer } from './mail/mail.ts';
import { smtpMailer } from './mail/smtp.ts';
import { guardedMarket } from './market/guarded-prices.ts';
import { httpMarket } from './market/http-market.ts';
import type { Market } from './market/market.ts';
import { simulatedMarket } from './market/simulated.ts';
import { httpMerchants } from './merchants/http-merchants.ts';
import type { MerchantGateway } from './merchants/merchants.ts';
import { noMerchants } from './merchants/none.ts';
import { sandboxMerchants } from './merchants/sandbox-merchants.ts';
import type { Now } from './party/clock.ts';
import { type PartyName, partyNames } from './party/party-checks.ts';
import { readSwitches } from './party/sandbox-switches.ts';
import {
  type AskTwin,
  troubledBank,
  troubledBy,
  troubledForex,
  troubledGateway,
  troubledIdentity,
  troubledLocator,
  troubledMailer,
  troubledMarket,
  troubledMerchants,
  troubledScreening,
  troubledTransfers,
  troubledTravelRule,
} from './party/sandbox-trouble.ts';
import { type PartySettings, simulated } from './party/settings.ts';
import { hostedPageGateway } from './payment/hosted-page.ts';
import type { PaymentGateway } from './payment/payment.ts';
import { sandboxGateway } from './payment/sandbox-payment.ts';
import { httpScreening } from './screening/http-screening.ts';
import { sandboxScreening } from './screening/sandbox-screening.ts';
import type { Screening } from './screening/screening.ts';
import { httpTravelRule } from './travel-rule/http-travel-rule.ts';
import { sandboxTravelRule } from './travel-rule/sandbox-travel-rule.ts';
import type { TravelRule } from './travel-rule/travel-rule.ts';

/** The third parties of a running server. */
export interface Parties {
  readonly market: Market;
  readonly forex: ForexRates;
  readonly geolocation: AskedLocator;
  readonly mail: Mailer;
  readonly identity: IdentityProvider;
  readonly payment: PaymentGateway;
  readonly custody: Custody;
  readonly transfers: Transfers;
  /** Undefined: deposits are made at `/sandbox/deposit`. */
  readonly incoming: Incoming | undefined;
  readonly bank: Bank;
  readonly merchants: MerchantGateway;
  readonly screening: Screening;
  readonly travelRule: TravelRule;
  /** The parties that are simulated by their sandbox twin. */
  readonly sandboxed: ReadonlySet<PartyName>;
  /** Calls a twin that may be slow or down; a real party is always called. */
  readonly askTwin: AskTwin;
  /** The real parties that this process cannot reach, as its watch last saw. */
  readonly unreached: Set<string>;
  /** The names of all parties, real or simulated, that are down. */
  readonly down: () => Promise<readonly PartyName[]>;
}

export function createParties(
  settings: PartySettings,
  tools: {
    readonly db: QueryExecutorProvider;
    readonly now: Now;
    readonly log: Log;
  },
): Parties {
  const { db, now, log } = tools;
  const {
    market,
    forex,
    geolocation,
    mail,
    identity,
    payment,
    custody,
    bank,
    merchants,
    screening,
    travelRule,
  } = settings;
  const sandboxed = new Set(simulated(settings));
  const troubled = troubledBy(db);
  const located = geolocation && edgeLocator(geolocation, { now, log });
  const unreached = new Set<string>();
  const line = custodianLine(now);
  const askTwin: AskTwin = (twin, answer, silence) =>
    sandboxed.size > 0 ? troubled(twin, answer, silence) : Promise.resolve(answer());
  return {
    market: guardedMarket(
      market
        ? httpMarket({ provider: market, db, now })
        : troubledMarket(simulatedMarket({ seed: settings.marketSeed, db, now }), troubled),
      { bands: settings.priceBands, db, now, log },
    ),
    forex: forex
      ? guardedForex(httpForex({ url: forex.url, db, now }), {
          bands: settings.rateBands,
          second: forex.secondUrl ? httpForex({ url: forex.secondUrl, db, now }) : undefined,
          db,
          log,
        })
      : troubledForex(shiftedForex(bundledForex(now), { db, now }), troubled),
    geolocation: located
      ? { locate: (visitor) => Promise.resolve(located.locate(visitor)) }
      : troubledLocator(sandboxLocator(settings.sandboxCountry), troubled),
    mail: mail ? smtpMailer(mail) : troubledMailer(inboxMailer(db), troubled),
    identity: identity
      ? sumsubIdentity(identity, now)
      : troubledIdentity(sandboxIdentity(db), troubled),
    payment: payment
      ? hostedPageGateway(payment, now)
      : troubledGateway(sandboxGateway(db, now), troubled),
    custody: custody ? extendedKeyCustody(custody) : sandboxCustody(),
    transfers: custody
      ? httpTransfers(custody, line)
      : troubledTransfers(sandboxChain(db, now), troubled),
    incoming: custody && httpIncoming(custody, line),
    bank: bank ? airwallexBank(bank, now) : troubledBank(sandboxBank(db, now), troubled),
    merchants: merchants
      ? merchants.baseUrl === ''
        ? noMerchants
        : httpMerchants(merchants, now)
      : troubledMerchants(sandboxMerchants(db), troubled),
    screening: screening
      ? httpScreening(screening, now)
      : troubledScreening(sandboxScreening(db), troubled),
    travelRule: travelRule
      ? httpTravelRule(travelRule, now)
      : troubledTravelRule(sandboxTravelRule(db), troubled),
    sandboxed,
    askTwin,
    unreached,
    down: async () => {
      const troubles = sandboxed.size > 0 ? (await readSwitches(db)).troubles : undefined;
      return partyNames.filter((party) =>
        sandboxed.has(party) ? troubles?.get(party) === 'down' : unreached.has(party),
      );
    },
  };
}
