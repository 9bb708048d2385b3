import { createHmac } from 'node:crypto';
import { Provider, type Seen } from '#tests/support/provider.ts';

const SECRET = 'notices';
const TOKEN = 'token';

/** A deposit as the custodian reports it. Tests leave out the fields that do not matter to them. */
export interface Told {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A custodian over HTTP. Its list of deposits only grows: a deposit that changes is added again at the end. */
export class Custodian {
  readonly provider = new Provider((seen) => this.#answer(seen));
  #told: readonly Told[] = [];
  /** The references of the transfers that it was asked to send, each listed once. */
  readonly sent: string[] = [];
  /** What somebody sent at the custodian itself, as its list has it. */
  readonly foreign: object[] = [];
  /** What it says of how much it sent, by reference. */
  readonly amounts = new Map<string, { readonly currency: string; readonly amount: string }>();
  #url = '';
  /** While this is true, it answers every request with 503. */
  down = false;
  /** The largest number of deposits in one answer. */
  page = 100;

  async start(): Promise<void> {
    this.#url = await this.provider.start();
  }

  stop(): Promise<void> {
    return this.provider.stop();
  }

  /** The environment of a server that uses this custodian, with the sandbox for all other parties. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      SANDBOX: 'market,forex,geolocation,mail,identity,payment,bank,merchants,screening,travelRule',
      CUSTODY_URL: this.#url,
      CUSTODY_TOKEN: TOKEN,
      CUSTODY_WEBHOOK_SECRET: SECRET,
      CUSTODY_BITCOIN_XPUB:
        'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V',
      CUSTODY_EVM_XPUB:
        'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
      CUSTODY_XRP_ADDRESS: 'rShared',
      ...more,
    };
  }

  tell(...deposits: readonly Told[]): void {
    this.#told = [...this.#told, ...deposits];
  }

  /** The number of requests for the list of deposits. */
  listed(): number {
    return this.provider.seen.filter(({ path }) => path.startsWith('/deposits?')).length;
  }

  /** Sends a webhook to a server; signs it unless a signature is given. Returns the status of the answer. */
  async notify(server: string, body = '{}', signature?: string): Promise<number> {
    const signed = createHmac('sha256', SECRET).update(body).digest('hex');
    const headers = { 'x-custody-signature': signature ?? signed };
    const url = `${server}/webhooks/custody`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  }

  #transfers(url: URL, { method, body }: Seen) {
    const hash = 'ab'.repeat(32);
    if (method === 'POST') {
      const { reference, currency, amount } = JSON.parse(body);
      this.amounts.set(reference, { currency, amount });
      if (!this.sent.includes(reference)) this.sent.push(reference);
      return JSON.stringify({ status: 'confirmed', hash });
    }
    if (url.pathname === '/transfers') {
      const from = Number(url.searchParams.get('since') ?? 0);
      const transfers = this.sent
        .slice(from)
        .map((reference) => ({ reference, ...this.amounts.get(reference) }));
      transfers.push(...(this.foreign as typeof transfers));
      return JSON.stringify({ transfers, next: String(this.sent.length) });
    }
    const known = this.sent.includes(decodeURIComponent(url.pathname.replace('/transfers/', '')));
    return known ? JSON.stringify({ status: 'confirmed', hash }) : { status: 404 };
  }

  #answer(seen: Seen) {
    const { path, headers } = seen;
    if (this.down) return { status: 503 };
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401 };
    const url = new URL(path, 'http://custodian');
    if (url.pathname.startsWith('/transfers')) return this.#transfers(url, seen);
    if (url.pathname === '/deposits') {
      const from = Number(url.searchParams.get('since') ?? 0);
      const to = Math.min(from + this.page, this.#told.length);
      const more = to < this.#told.length;
      return JSON.stringify({ deposits: this.#told.slice(from, to), next: String(to), more });
    }
    const id = decodeURIComponent(url.pathname.replace('/deposits/', ''));
    const told = this.#told.findLast((one) => one.id === id);
    return told ? JSON.stringify(told) : { status: 404 };
  }
}
