import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { KycStatus } from '#core/contract/account/identity.ts';

const inbox = v.array(
  v.object({
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    code: v.optional(v.nullable(v.string())),
    at: v.string(),
  }),
);

export type Mail = v.InferOutput<typeof inbox>[number];

/** Acts for the third parties that the sandbox simulates: networks, mail, identity check, bank and market (D5). */
export class Sandbox {
  readonly #base: string;

  constructor(base: string) {
    this.#base = `${base.replace(/\/$/, '')}/sandbox`;
  }

  /** The mails to an address, newest first. */
  async inbox(to: string): Promise<readonly Mail[]> {
    const response = await fetch(`${this.#base}/inbox?to=${encodeURIComponent(to)}`);
    const body: unknown = await this.#read(response);
    const list = v.safeParse(v.object({ data: inbox }), body);
    return list.success ? list.output.data : v.parse(inbox, body);
  }

  /** The newest code sent to an address. The first one is waited for: the press that sends it may still be on its way. */
  async code(to: string): Promise<string> {
    for (let tries = 0; tries < 200; tries++) {
      const mail = (await this.inbox(to)).find(({ code }) => code);
      if (mail?.code) return mail.code;
      await pause(100);
    }
    throw new Error('no code was sent to that address');
  }

  /** Credits an account as a deposit on chain would. */
  async deposit(
    email: string,
    currency: string,
    amount: string,
    options: { readonly confirmations?: number; readonly network?: string } = {},
  ): Promise<void> {
    await this.#post('deposit', { email, currency, amount, ...options });
  }

  /** Adds this number of confirmations to an account's pending deposits. */
  async blocks(email: string, blocks: number): Promise<void> {
    await this.#post('blocks', { email, blocks });
  }

  /** Makes the data of a customer, who becomes verified, due for an update at this moment. */
  async due(email: string, at: number): Promise<void> {
    await this.#post('kyc', { email, status: 'approved', due: new Date(at).toISOString() });
  }

  /**
   * Certifies where a customer pays tax. With `limited` the customer is asked for it and limited from that moment on.
   */
  async tax(email: string, limited?: number): Promise<void> {
    const from = limited === undefined ? {} : { limited: new Date(limited).toISOString() };
    await this.#post('tax', { email, ...from });
  }

  /** The identity provider decides; `person`: whose document it is, if not the customer's. */
  async kyc(email: string, status: KycStatus, comment?: string, person?: object): Promise<void> {
    const more = { ...(comment !== undefined && { comment }), ...(person && { person }) };
    await this.#post('kyc', { email, status, ...more });
  }

  /** Makes the simulated network or bank process a customer's open withdrawal now, as the plan says. */
  async withdrawal(
    email: string,
    plan: 'auto' | 'confirm' | 'fail' | 'refuse' | 'silent',
    way: 'network' | 'bank' = 'network',
  ) {
    await this.#post('withdrawal', { email, plan, way });
  }

  /**
   * Fixes a price in USD, so that a test knows it; null lets it move again. `sudden`: the server compares it with
   * earlier prices and may doubt it, as it does with a real market's.
   */
  async market(currency: string, price: string | null, { sudden = false } = {}): Promise<void> {
    await this.#post('market', { currency, price, sudden });
  }

  /** Adds a merchant with this first name, the last name 'Sandbox' and this number of transactions. */
  async merchant(name: string, transactions: number): Promise<void> {
    await this.#post('merchant', { name, transactions });
  }

  async #post(path: string, body: object): Promise<void> {
    await this.#read(
      await fetch(`${this.#base}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  async #read(response: Response): Promise<unknown> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return response.json();
  }
}
