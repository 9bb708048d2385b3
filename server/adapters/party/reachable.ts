import { connect } from 'node:net';
import { type PartyName, partyNames } from './party-checks.ts';
import { codeOf } from './party-line.ts';
import type { PartySettings } from './settings.ts';

const WITHIN_MS = 5_000;

/** The addresses of the real parties, by name. */
export function addressesOf(settings: PartySettings): ReadonlyMap<PartyName, string> {
  const { market, forex, mail, identity, payment, custody, bank, merchants } = settings;
  const { screening, travelRule } = settings;
  const addresses: Partial<Record<PartyName, string | undefined>> = {
    market: market?.baseUrl,
    forex: forex?.url,
    mail: mail?.url,
    identity: identity?.baseUrl,
    payment: payment?.baseUrl,
    custody: custody?.baseUrl,
    bank: bank?.baseUrl,
    merchants: merchants?.baseUrl,
    screening: screening?.baseUrl,
    travelRule: travelRule?.baseUrl,
  };
  return new Map(
    partyNames.flatMap((party) => {
      const address = addresses[party];
      return address ? [[party, address]] : [];
    }),
  );
}

/** A mail server does not speak HTTP: it is reachable if it accepts a connection. */
const takesConnection = (url: URL): Promise<string | undefined> =>
  new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587);
    const socket = connect({ host: url.hostname, port, timeout: WITHIN_MS });
    const end = (failure: string | undefined) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once('connect', () => end(undefined));
    socket.once('timeout', () => end('TimeoutError'));
    socket.once('error', (error) => end('code' in error ? String(error.code) : error.name));
  });

/** Why a party cannot be reached; undefined if it can. It is sent neither a question nor a key. */
export async function failureToReach(address: string): Promise<string | undefined> {
  const url = new URL(address);
  if (/^smtps?:$/.test(url.protocol)) return takesConnection(url);
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const answer = await fetch(url.origin, { method: 'HEAD', redirect: 'manual', signal });
    // Any answer below 500 proves that the party is there.
    return answer.status >= 500 ? String(answer.status) : undefined;
  } catch (error) {
    return codeOf(error);
  }
}
