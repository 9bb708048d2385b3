import { randomUUID } from 'node:crypto';
import { Provider, type Seen } from './provider.ts';

interface Made {
  readonly id: string;
  readonly request_id: string;
  readonly created_at: string;
  readonly [field: string]: unknown;
}

interface Arrived {
  readonly id: string;
  readonly created_at: string;
  readonly [field: string]: unknown;
}

/** Airwallex over HTTP, as far as the adapter asks it. Like the real one it forgets nothing. */
export class Airwallex {
  readonly provider = new Provider((seen) => this.#answer(seen));
  readonly #accounts: Made[] = [];
  readonly #deposits: Arrived[] = [];
  /** Payouts and returns, in the order in which they were ordered. */
  readonly transfers: Made[] = [];
  /** While this is true, it answers every request with 503. */
  down = false;
  #url = '';
  #now: () => number = Date.now;

  async start(now: () => number): Promise<void> {
    this.#now = now;
    this.#url = await this.provider.start();
  }

  stop(): Promise<void> {
    return this.provider.stop();
  }

  env(): Record<string, string> {
    return {
      BANK_URL: this.#url,
      BANK_CLIENT_ID: 'id',
      BANK_API_KEY: 'key',
      BANK_WEBHOOK_SECRET: 'secret',
    };
  }

  /** A transfer arrives on the account that was opened under a request id. */
  arrive(requestId: string, amount: number, payer = 'Test Person', ago = 0): string {
    const account = this.#accounts.find((one) => one.request_id === requestId);
    const id = randomUUID();
    this.#deposits.push({
      ...{ id, amount, status: 'SETTLED', currency: 'AUD', reference: '' },
      created_at: this.#at(ago),
      global_account_id: account?.id ?? 'none',
      payer: {
        name: payer,
        country_code: 'AU',
        bank_account: { au_bsb: { bsb: '063001', account_number: '12345678' }, name: payer },
      },
    });
    return id;
  }

  /** The sum of what was paid out and returned. */
  out(): number {
    return this.transfers.reduce((sum, one) => sum + Number(one.transfer_amount), 0);
  }

  #at(ago = 0): string {
    return new Date(this.#now() - ago).toISOString();
  }

  #list(all: readonly { readonly created_at: string }[], url: URL): string {
    const from = url.searchParams.get('from_created_at');
    const of = url.searchParams.get('request_id');
    const items = all.filter(
      (one) =>
        (from === null || Date.parse(one.created_at) >= Date.parse(from)) &&
        (of === null || ('request_id' in one && one.request_id === of)),
    );
    return JSON.stringify({ items, has_more: false });
  }

  #answer({ method, path, body }: Seen) {
    if (this.down) return { status: 503 };
    const url = new URL(path, 'http://bank');
    const what = url.pathname.replace('/api/v1', '');
    if (what === '/authentication/login') {
      return JSON.stringify({ token: 't', expires_at: this.#at(-1_800_000) });
    }
    if (method === 'POST') return this.#make(what, JSON.parse(body));
    if (what === '/transfers') return this.#list(this.transfers, url);
    if (what === '/global_accounts') return this.#list(this.#accounts, url);
    if (what === '/deposits') return this.#list(this.#deposits, url);
    const account = this.#accounts.find(({ id }) => what.startsWith(`/global_accounts/${id}`));
    if (account) return JSON.stringify(what.endsWith('/aliases') ? { items: [] } : account);
    const found = this.#deposits.find(({ id }) => what === `/deposits/${id}`);
    return found ? JSON.stringify(found) : { status: 404, body: '{"code":"not_found"}' };
  }

  #make(what: string, asked: Record<string, unknown> & { readonly request_id: string }) {
    const made = { id: randomUUID(), created_at: this.#at(), ...asked };
    switch (what) {
      case '/transfers/create':
        this.transfers.push({ ...made, status: 'PAID' });
        return JSON.stringify(this.transfers.at(-1));
      case '/global_accounts/create': {
        const account_number = String(10_000_000 + this.#accounts.length);
        const routing_codes = [{ type: 'bsb', value: '802-985' }];
        const supported_features = [{ currency: 'AUD', routing_codes }];
        const account = { ...made, account_number, status: 'ACTIVE', supported_features };
        this.#accounts.push(account);
        return JSON.stringify(account);
      }
      case '/beneficiaries/verify_account':
        return JSON.stringify({
          code: 'VERIFIED',
          details: { account_name_match_result: 'FULL_MATCH' },
        });
      default:
        return { status: 404 };
    }
  }
}
