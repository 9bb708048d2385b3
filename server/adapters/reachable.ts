import { connect } from 'node:net';
import { failureOf } from './provider-failures.ts';
import type { PartySettings } from './settings.ts';

const WITHIN_MS = 5_000;

/** Where the real parties are reached, by their names. */
export function addressesOf(settings: PartySettings): ReadonlyMap<string, string> {
  const { market, forex, mail, identity, payment, custody, bank, merchants } = settings;
  const { screening, travelRule } = settings;
  const addresses = {
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
    Object.entries(addresses).flatMap(([party, address]) => (address ? [[party, address]] : [])),
  );
}

/** Mail servers speak no HTTP: one that takes a connection is there. */
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

/** Why a party cannot be reached; undefined where it can. It is asked nothing and sent no key. */
export async function failureToReach(address: string): Promise<string | undefined> {
  const url = new URL(address);
  if (/^smtps?:$/.test(url.protocol)) return takesConnection(url);
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const answer = await fetch(url.origin, { method: 'HEAD', redirect: 'manual', signal });
    // Whoever answers anything of its own is there.
    return answer.status >= 500 ? String(answer.status) : undefined;
  } catch (error) {
    const failure = failureOf(error);
    return 'code' in failure ? failure.code : String(failure.status);
  }
}
