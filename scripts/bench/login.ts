import {
  createUser,
  sendEmailOtp,
  verifyOtpAndUpdatePassword,
} from '#core/contract/account/registration.ts';
import { login } from '#core/contract/account/session.ts';
import { newKey } from '#tests/support/api-client.ts';
import { type InProcess, person, startInProcess } from '#tests/support/in-process.ts';
import { endMemoryDatabases } from '#tests/support/memory-database.ts';
import { median, print, sized, smallest } from './statistics.ts';

const SAMPLES = sized(200, 2);
const WARM_UP = sized(20, 0);
/**
 * The largest allowed median gap between a known and an unknown address queried right after each
 * other.
 */
const ALLOWED = 0.05;

const password = 'Not-the-one-2026!';
const newcomer = {
  password,
  otp: '000000',
  device_info: 'bench',
  country_code: 'AU',
  currency_code: 'AUD',
  is_eu: false,
  ip: '127.0.0.1',
  first_name: 'Jo',
  last_name: 'Bloggs',
  dob: '1990-01-01',
};

/**
 * Two addresses with the same earlier requests. Those may affect the time of an answer; whether the address has an
 * account must not.
 */
interface Pair {
  readonly known: string;
  readonly unknown: string;
}

type Ask = (server: InProcess, email: string) => Promise<unknown>;

/** All requests that somebody could use to find out whether an address has an account. */
const questions: Readonly<Record<string, Ask>> = {
  'login, wrong password': ({ api }, email) => api.call(login, { email, password }),
  'register, ask for a code': ({ api }, email) => api.call(sendEmailOtp, { email }),
  'register, wrong code': ({ api }, email) => api.call(createUser, { ...newcomer, email }),
  'forgot, ask for a code': ({ api }, email) => api.call(sendEmailOtp, { email, type: 2 }),
  'forgot, wrong code': ({ api }, email) =>
    api.call(verifyOtpAndUpdatePassword, { email, otp: '000000', password }),
};

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Queries known and unknown addresses in turn, so that other load on the machine affects both. */
async function compare(server: InProcess, ask: Ask, addresses: readonly Pair[]) {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [i, { known, unknown }] of addresses.entries()) {
    const pair = [
      ['known', known],
      ['unknown', unknown],
    ] as const;
    for (const [kind, address] of i % 2 === 0 ? pair : [...pair].reverse()) {
      const took = await time(() => ask(server, address));
      if (i >= WARM_UP) times[kind].push(took);
    }
  }
  // Compare requests made right after each other: if the machine gets busier, it affects both.
  const apart = times.known.map((took, i) => took - (times.unknown[i] ?? took));
  const [known, unknown] = [median(times.known), median(times.unknown)];
  return { known, unknown, gap: Math.abs(median(apart)) / Math.min(known, unknown) };
}

const server = await startInProcess();
const addresses: Pair[] = [];
for (let i = 0; i < SAMPLES + WARM_UP; i++) {
  const { email: known } = await person(server.deps);
  addresses.push({ known, unknown: `u${newKey().slice(0, 12)}@kopa.test` });
}
print(`Medians of ${SAMPLES} answers each, in milliseconds, and of the gap within a pair`);
let worst = 0;
for (const [name, ask] of Object.entries(questions)) {
  const { gap, ...medians } = await compare(server, ask, addresses);
  worst = Math.max(worst, gap);
  print(
    `${name.padEnd(26)} known ${medians.known.toFixed(2).padStart(7)}  unknown ${medians.unknown.toFixed(2).padStart(7)}  gap ${(gap * 100).toFixed(1)} %`,
  );
}
await server.close();
await endMemoryDatabases();
print(`largest gap ${(worst * 100).toFixed(1)} %, allowed ${ALLOWED * 100} %`);
if (worst > ALLOWED && !smallest) process.exitCode = 1;
