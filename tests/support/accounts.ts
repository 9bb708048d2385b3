import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { enableTwoFactor, generateTwoFactorSecret } from '#core/contract/account.ts';
import { createUser, sendEmailOtp } from '#core/contract/registration.ts';
import { ApiClient, newKey } from './api-client.ts';
import { Sandbox } from './sandbox.ts';

export interface Account {
  readonly email: string;
  readonly password: string;
  /** Where it has a second factor: a code for one sign-in. */
  readonly code?: string;
  /** On a device that the account does not know, a code is mailed (KEEP-15). */
  readonly mailed?: boolean;
  /** The random number of the device it was registered on, which it knows then. */
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
  /** Where the customer registers from: the market currency follows. */
  readonly place?: 'AU' | 'EU';
  readonly approved?: boolean;
  /** Whether they have said where they pay tax, as all must before they trade (KEEP-14). */
  readonly certified?: boolean;
}

const places = {
  AU: { country_code: 'AU', currency_code: 'AUD', is_eu: false },
  EU: { country_code: 'LT', currency_code: 'EUR', is_eu: true },
} as const;

/** Registers a customer nobody else uses, the way the page does, and funds them. */
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
  // The server asks its own party where a caller is; the sandbox's takes this cookie's word (D5).
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

/** The recovery codes of each server's staff that no sign-in has used, by server and address. */
const unusedCodes = new Map<string, string[]>();

/**
 * An account of somebody who works here with a second factor, for one sign-in: without one, nothing but the page
 * that sets it up would open. It is set up once per server, and each sign-in takes a recovery code.
 */
export async function staff(base: string, account: Account): Promise<Account> {
  const { email } = account;
  const of = `${base} ${email}`;
  let codes = unusedCodes.get(of);
  if (!codes) {
    const api = new ApiClient(base);
    const credential = await api.signIn(email, account.password);
    const { data } = await api.must(generateTwoFactorSecret, {}, { credential });
    const turnOn = () => {
      const otp = new TOTP({ secret: data.base32 }).generate();
      const given = { security_key: data.base32, otp, password };
      return api.must(enableTwoFactor, given, { credential });
    };
    // A code may expire on its way.
    codes = (await turnOn().catch(turnOn)).data.recoveryCodes;
    unusedCodes.set(of, codes);
  }
  const code = codes.pop();
  if (code === undefined) throw new Error(`${email} has no recovery code left`);
  return { ...account, code };
}

export const administrator = (base: string): Promise<Account> => staff(base, demo.admin);
export const officer = (base: string): Promise<Account> => staff(base, demo.officer);
