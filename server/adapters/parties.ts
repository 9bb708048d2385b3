import type { QueryExecutorProvider } from 'kysely';
import type { Log } from '#server/log.ts';
import type { Now } from './clock.ts';
import type { Custody } from './custody/custody.ts';
import { extendedKeyCustody } from './custody/extended-keys.ts';
import { httpIncoming } from './custody/http-incoming.ts';
import { httpTransfers } from './custody/http-transfers.ts';
import type { Incoming } from './custody/incoming.ts';
import { sandboxCustody } from './custody/sandbox.ts';
import { sandboxChain } from './custody/sandbox-chain.ts';
import type { Transfers } from './custody/transfers.ts';
import { bundledForex } from './forex/bundled.ts';
import type { ForexRates } from './forex/forex.ts';
import { httpForex } from './forex/http.ts';
import { edgeLocator } from './geolocation/edge.ts';
import type { Locator } from './geolocation/geolocation.ts';
import { sandboxLocator } from './geolocation/sandbox.ts';
import type { IdentityProvider } from './identity/identity.ts';
import { sandboxIdentity } from './identity/sandbox.ts';
import { sumsubIdentity } from './identity/sumsub.ts';
import { inboxMailer } from './mail/inbox.ts';
import type { Mailer } from './mail/mail.ts';
import { smtpMailer } from './mail/smtp.ts';
import { guardedMarket } from './market/guarded.ts';
import { httpMarket } from './market/http.ts';
import type { Market } from './market/market.ts';
import { simulatedMarket } from './market/simulated.ts';
import { httpMerchants } from './merchants/http.ts';
import type { MerchantGateway } from './merchants/merchants.ts';
import { sandboxMerchants } from './merchants/sandbox.ts';
import type { PartyName } from './party-checks.ts';
import { hostedPageGateway } from './payment/hosted-page.ts';
import type { PaymentGateway } from './payment/payment.ts';
import { sandboxGateway } from './payment/sandbox.ts';
import { type PartySettings, simulated } from './settings.ts';

/** The third parties of a running server. */
export interface Parties {
  readonly market: Market;
  readonly forex: ForexRates;
  readonly geolocation: Locator;
  readonly mail: Mailer;
  readonly identity: IdentityProvider;
  readonly payment: PaymentGateway;
  readonly custody: Custody;
  readonly transfers: Transfers;
  /** Undefined: deposits are those of `/sandbox/deposit`. */
  readonly incoming: Incoming | undefined;
  readonly merchants: MerchantGateway;
  /** Those played by their sandbox twin. */
  readonly sandboxed: ReadonlySet<PartyName>;
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
  const { market, forex, geolocation, mail, identity, payment, custody, merchants } = settings;
  return {
    market: guardedMarket(
      market
        ? httpMarket({ provider: market, db, now })
        : simulatedMarket({ seed: settings.marketSeed, db, now }),
      { bands: settings.priceBands, db, now, log },
    ),
    forex: forex ? httpForex({ url: forex.url, now }) : bundledForex(),
    geolocation: geolocation ? edgeLocator(geolocation) : sandboxLocator(settings.sandboxCountry),
    mail: mail ? smtpMailer(mail) : inboxMailer(db),
    identity: identity ? sumsubIdentity(identity, now) : sandboxIdentity(db),
    payment: payment ? hostedPageGateway(payment) : sandboxGateway(db, now),
    custody: custody ? extendedKeyCustody(custody) : sandboxCustody(),
    transfers: custody ? httpTransfers(custody) : sandboxChain(db, now),
    incoming: custody && httpIncoming(custody),
    merchants: merchants ? httpMerchants(merchants) : sandboxMerchants(db),
    sandboxed: new Set(simulated(settings)),
  };
}
