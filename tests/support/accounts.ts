import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account/account.ts';
import { createUser, sendEmailOtp } from '#core/contract/account/registration.ts';
import { DEMO_ENROLMENT } from '#server/seed/accounts.ts';
import { ApiClient, newKey } from './api-client.ts';
import { Sandbox } from './sandbox.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
  /** A code of the second factor, if the account has one. It is good for one sign-in. */
  readonly code?: string;
  /** Whether a sign-in from a device that the account does not know needs a mailed code (KEEP-15). */
  readonly mailed?: boolean;
  /** The random number of the device on which it was registered: the account knows that device. */
  readonly device?: string;
}

const password = 'Kopa-demo-2026!';

/** The accounts of the demo seed (D31). */
export const demo = {
  customer: { email: 'customer@kopa.test', password },
  admin: { email: 'admin@kopa.test', password },
  officer: { email: 'desk@kopa.test', password },
  empty: { email: 'new@kopa.test', password },
} as const satisfies Record<string, Account>;

export interface CustomerOptions {
  /** Deposits in whole units, such as `{ BTC: '0.5' }`. */
  readonly balances?: Readonly<Record<string, string>>;
  /** Where the customer registers from, which decides their market currency. */
  readonly place?: 'AU' | 'EU';
  readonly approved?: boolean;
  /** Whether they have said where they pay tax, as all must before they trade (KEEP-14). */
  readonly certified?: boolean;
}

const places = {
  AU: { country_code: 'AU', currency_code: 'AUD', is_eu: false },
  EU: { country_code: 'LT', currency_code: 'EUR', is_eu: true },
} as const;

/** Registers a new customer with the calls that the page makes, and funds them. */
export async function freshCustomer(
  base: string,
  { balances = {}, place = 'AU', approved = true, certified = true }: CustomerOptions = {},
): Promise<Account> {
  const api = new ApiClient(base);
  const sandbox = new Sandbox(base);
  const email = `c${randomBytes(6).toString('hex')}@kopa.test`;
  await api.must(sendEmailOtp, { email });
  const registration = {
    email,
    password,
    otp: await sandbox.code(email),
    device_info: 'test',
    ...places[place],
    ip: '127.0.0.1',
    first_name: 'Test',
    last_name: 'Customer',
    dob: '1990-01-01',
  };
  // The server asks a geolocation service where the caller is. The sandbox's believes this cookie (D5).
  const xsrf = newKey();
  const cookie = `XSRF-TOKEN=${xsrf}; country=${places[place].country_code}`;
  await api.must(createUser, registration, { headers: { cookie, 'x-xsrf-token': xsrf } });
  if (approved) await sandbox.kyc(email, 'approved');
  if (certified) await sandbox.tax(email);
  for (const [currency, amount] of Object.entries(balances)) {
    await sandbox.deposit(email, currency, amount);
  }
  return { email, password, mailed: places[place].is_eu, device: api.device };
}

/** The unused recovery codes of staff, by server and e-mail address. */
const unusedCodes = new Map<string, string[]>();

/**
 * A staff account with a code of its second factor for one sign-in: without a second factor staff sign in only with the
 * operator's code, to the page that sets it up. It is set up once per server, and each call of this function takes one of its recovery codes.
 */
export async function staff(base: string, account: Account): Promise<Account> {
  const { email } = account;
  const of = `${base} ${email}`;
  let codes = unusedCodes.get(of);
  if (!codes) {
    const api = new ApiClient(base);
    const first = { email, password: account.password, otp: DEMO_ENROLMENT };
    const { token, refreshToken } = await api.logIn(first);
    const credential = { token, refreshToken };
    const { data } = await api.must(generateTwoFactorSecret, {}, { credential });
    const turnOn = () => {
      const otp = new TOTP({ secret: data.base32 }).generate();
      const given = { security_key: data.base32, otp, password };
      return api.must(enableTwoFactor, given, { credential });
    };
    // The code may expire before the server checks it: then another one is sent.
    codes = (await turnOn().catch(turnOn)).data.recoveryCodes;
    unusedCodes.set(of, codes);
  }
  const code = codes.pop();
  if (code === undefined) throw new Error(`${email} has no recovery code left`);
  return { ...account, code };
}

export const administrator = (base: string): Promise<Account> => staff(base, demo.admin);
export const officer = (base: string): Promise<Account> => staff(base, demo.officer);
