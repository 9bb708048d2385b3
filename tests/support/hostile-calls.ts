import fc from 'fast-check';
import { safeParse } from 'valibot';
import { expect } from 'vitest';
import { type AnyEndpoint, DEVICE_HEADER } from '#core/contract/endpoint.ts';
import { type EndpointName, endpoints } from '#core/contract/endpoints.ts';
import { refusal } from '#core/contract/refusal.ts';
import type { Role } from '#core/pages.ts';
import { statusOf } from '#server/api/handling/status.ts';
import { type Credential, transport } from './api-client.ts';
import { eachUnstorable, fitting, hostile, jsonOf, type Known } from './hostile.ts';
import { type InProcess, password, person } from './in-process.ts';
import { oneOfEach } from './one-of-each.ts';
import { hex32, rawCall } from './raw-call.ts';

export type CallerRole = Role | 'nobody';

interface Caller {
  readonly credential?: Credential;
  readonly known: Known;
}

const currencies = ['BTC', 'ETH', 'USDC', 'AUD', 'EUR'];
const balances = { BTC: '10', ETH: '10', USDC: '10000', AUD: '10000', EUR: '10000' };

async function caller({ deps }: InProcess, role: CallerRole): Promise<Caller> {
  if (role === 'nobody') return { known: { password: [password], currency: currencies } };
  const own = role === 'user' ? { balances } : {};
  const { id, email, credential } = await person(deps, { role, ...own });
  const themselves = { email: [email], user: [id], password: [password] };
  if (role !== 'user') return { credential, known: themselves };
  const has = await oneOfEach(deps, id);
  // Its money is in no ledger, and its payment is unknown to the provider: they are looked at, and not carried on.
  await deps.db
    .updateTable('purchases')
    .set({ status: 'declined' })
    .where('user_id', '=', id)
    .execute();
  await deps.db
    .updateTable('withdrawals')
    .set({ status: 'broadcast' })
    .where('user_id', '=', id)
    .execute();
  const known = {
    ...themselves,
    ...{ currency: currencies, asset: currencies, amount: ['1', '100', '0.01'] },
    ...{ id: [has.purchase, `${has.purchase} crypto`], link: [has.recoveryLink] },
    ...{ route: ['eth-ethereum', 'btc-bitcoin'], address: [has.recipient], after: [has.purchase] },
  };
  return { credential, known };
}

/** Whether a call is for this role. Those that need no session ask nobody who they are. */
const mayCall = ({ access }: AnyEndpoint, role: CallerRole): boolean =>
  role === 'nobody' ? access === 'anonymous' : access === 'session' || access === role;

/** Whether an answer is one that a page can read: the contract's, or a refusal with the status of its code. */
function isReadable(
  { answer }: AnyEndpoint,
  { status, body }: Awaited<ReturnType<typeof rawCall>>,
): boolean {
  if (status === 200) return safeParse(answer, body).success;
  const read = safeParse(refusal, body);
  return read.success && statusOf(read.output.code) === status;
}

/** What an answer must not show of the program: its files and where in them it failed. */
export const INNARDS = /\.[jt]s:\d|node_modules|\\n {4}at /;

/** A payload of chance can have thousands of values: no more are spoiled than these, in equal steps. */
const MOST_SPOILED = 100;
const spread = (all: readonly unknown[]): readonly unknown[] =>
  all.filter((_, at) => at % Math.ceil(all.length / MOST_SPOILED) === 0);

/** The calls of the contract in parts of about one size, so that a test of one part is short on a busy machine too. */
export const callParts = (count: number): readonly (readonly EndpointName[])[] => {
  const names = Object.keys(endpoints) as EndpointName[];
  return Array.from({ length: count }, (_, part) => names.filter((_, at) => at % count === part));
};

/**
 * Sends hostile values to these calls of the contract as somebody of this role, this number of times to those that
 * they may call and once to the others. Expects that each is answered or refused as the contract says, that no answer
 * shows anything of the program, and that no failure was logged.
 */
export async function callHostilely(
  server: InProcess,
  role: CallerRole,
  times: number,
  names: readonly EndpointName[] = callParts(1).flat(),
): Promise<void> {
  let who = await caller(server, role);
  for (const name of names) {
    const endpoint: AnyEndpoint = endpoints[name];
    const once = async (payload: unknown): Promise<void> => {
      // Limits are met by others' tests: here every call is to go as deep as it can.
      await server.deps.db.deleteFrom('rate_limits').execute();
      const before = server.log.length;
      const text = jsonOf(hex32(), payload);
      const said = `${name} ${text.slice(0, 500)}`;
      const sealed = transport.seal(text);
      const reply = await rawCall(server.url, endpoint, JSON.stringify({ req: sealed }), {
        ...(who.credential && { credential: who.credential }),
        headers: { 'idempotency-key': hex32(), [DEVICE_HEADER]: hex32() },
      });
      const failures = server.log.slice(before).filter((line) => line.includes('"error"'));
      expect(failures, said).toEqual([]);
      expect(reply.status, said).toBeLessThan(500);
      expect(JSON.stringify(reply.body), said).not.toMatch(INNARDS);
      // The largest bodies are refused before they are read.
      if (reply.status !== 413) expect(isReadable(endpoint, reply), said).toBe(true);
      if (reply.status === 401) who = await caller(server, role);
    };
    if (mayCall(endpoint, role)) {
      for (const payload of fc.sample(fitting(name, endpoint.request, who.known), 1)) {
        for (const bad of spread(eachUnstorable(payload))) await once(bad);
      }
    }
    await fc.assert(fc.asyncProperty(hostile(name, endpoint.request, who.known), once), {
      numRuns: mayCall(endpoint, role) ? times : 1,
      endOnFailure: true,
    });
  }
}
