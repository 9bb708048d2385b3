import { randomBytes } from 'node:crypto';
import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type AnswerOf,
  type AnyEndpoint,
  API_BASE,
  type RequestOf,
} from '#core/contract/endpoint.ts';
import { developmentKey } from '#core/envelope/development-key.ts';
import { nonceOf, open, seal, transportKey } from '#core/envelope/envelope.ts';
import { nodeCipher } from '#server/platform/node-cipher.ts';
import { ApiClient, type CallOptions, headersOf, type Reply } from '#tests/support/api-client.ts';

const key = transportKey(developmentKey.key, developmentKey.iv, nodeCipher);

/**
 * A client that needs little CPU, because it shares the machine with the server that it measures. Unlike the tests'
 * client it does not check answers against the contract.
 */
export class QuickClient extends ApiClient {
  readonly #agent = new Agent({ keepAlive: true });

  override async call<E extends AnyEndpoint>(
    endpoint: E,
    request: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<Reply<AnswerOf<E>>> {
    const body = JSON.stringify({ req: seal(key, request as object, nonceOf(randomBytes(16))) });
    const { agent, headers } = { agent: this.#agent, headers: headersOf(this.device, options) };
    const { status, answer } = await new Promise<{ status: number; answer: string }>(
      (done, failed) => {
        send(`${this.base}${API_BASE}${endpoint.path}`, { method: 'POST', agent, headers })
          .on('response', (response) => {
            const { statusCode = 0 } = response;
            text(response).then((answer) => done({ status: statusCode, answer }), failed);
          })
          .on('error', failed)
          .end(body);
      },
    );
    const value = open(key, JSON.parse(answer).res);
    if (status === 200) return { ok: true, status, value: value as AnswerOf<E> };
    return { ok: false, status, refusal: value as Extract<Reply<never>, { ok: false }>['refusal'] };
  }
}
