import * as v from 'valibot';
import { API_BASE } from '#core/contract/endpoint.ts';
import { initTransaction } from '#core/contract/money/payment.ts';
import { confirmSwap } from '#core/contract/money/swap.ts';
import { createPayout, createWithdrawal } from '#core/contract/money/withdrawal.ts';
import { getOperationOutcome } from '#core/contract/operation.ts';
import { refusal } from '#core/contract/refusal.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { open, transportKey } from '#core/envelope/envelope.ts';
import type { Database } from '#tests/simulation/world/database.ts';
import type { Received, Sent } from '#tests/simulation/world/network.ts';
import type { World } from '#tests/simulation/world/world.ts';
import { mayHaveHappened } from '#transport/calls/may-have-happened.ts';

const transport = transportKey(developmentKey.key, developmentKey.iv);
const moneyPaths = [confirmSwap, createWithdrawal, createPayout, initTransaction].map(
  ({ path }) => API_BASE + path,
);

const box = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ res: v.string() }), v.object({ req: v.string() })]),
);

/** What is inside an envelope, as a person with the key would read it. */
export function openBody(body: string | undefined): Record<string, unknown> | undefined {
  const read = v.safeParse(box, body);
  if (!read.success) return undefined;
  const sealed = 'res' in read.output ? read.output.res : read.output.req;
  return open(transport, sealed) as Record<string, unknown> | undefined;
}

type Told =
  | { readonly kind: 'done'; readonly answer: string }
  /** It did not happen, as far as the device can know. */
  | { readonly kind: 'not' }
  /** The server closed its key: it never will. */
  | { readonly kind: 'never' };

const outcomePath = API_BASE + getOperationOutcome.path;
/** The call itself was not looked at: the page repeats it. */
const notLookedAt = ['TOKEN_EXPIRED', 'UNAUTHENTICATED', 'REPEATED'];

/** Of an answer, what its sender says without the nonce of its envelope. */
const plain = (answer: unknown): string => {
  const { nonce, ...rest } = Object(answer);
  return JSON.stringify(rest);
};

/** What devices were told of their money writes, by idempotency key: the last word counts. */
export class ToldOutcomes {
  readonly #told = new Map<string, Told>();

  /** The books are an older copy: what was told of the lost time is no longer in them. */
  forget(): void {
    this.#told.clear();
  }

  received({ path, headers, body }: Sent, received: Received): void {
    const answer = openBody(received.body);
    if (!answer) return;
    const refused = v.safeParse(refusal, answer);
    if (path === outcomePath) {
      const asked = openBody(body);
      const data = Object(answer.data);
      const key = String(asked?.idempotencyKey);
      if (data.outcome === 'done')
        this.#told.set(key, { kind: 'done', answer: plain(data.answer) });
      if (data.outcome === 'never') this.#told.set(key, { kind: 'never' });
      return;
    }
    const key = headers['idempotency-key'];
    if (key === undefined || !moneyPaths.includes(path)) return;
    if (!refused.success) {
      if (received.status === 200) this.#told.set(key, { kind: 'done', answer: plain(answer) });
      return;
    }
    const { code } = refused.output;
    const failure = { kind: 'refused', status: received.status, refusal: refused.output } as const;
    if (notLookedAt.includes(code) || mayHaveHappened(failure)) return;
    this.#told.set(key, { kind: 'not' });
  }

  /** `over`: no call is under way any more, so that a refusal is the last word, too. */
  async check(world: World, database: Database, over = false): Promise<void> {
    if (this.#told.size === 0) return;
    const rows = await database.look<{ key: string; state: string; answer: string | null }>(
      'select key, state, answer from operations where key = any($1)',
      [[...this.#told.keys()]],
    );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    for (const [key, told] of this.#told) {
      const row = byKey.get(key);
      if (told.kind === 'done') {
        const kept = row?.state === 'done' && plain(JSON.parse(row.answer ?? 'null'));
        if (kept !== told.answer) {
          world.violated('what was told is in the books', `${key} ${told.answer} but ${kept}`);
        }
      } else if ((over || told.kind === 'never') && row?.state === 'done') {
        world.violated('what was told not to have happened did not', key);
      }
    }
  }
}
