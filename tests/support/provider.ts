import { createServer, type IncomingMessage, type Server } from 'node:http';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The answer to a request: a body with status 200, or another status. `breaks`: the connection does, in the middle. */
export type Answer =
  | string
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly breaks?: boolean;
    };

/** A local HTTP server in the place of a provider, for tests of the real adapters: it gives recorded answers. */
export class Provider {
  readonly seen: Seen[] = [];
  /** The number of requests that are not answered yet and that the client has not given up. */
  waiting = 0;
  #server: Server | undefined;
  #answer: (seen: Seen) => Answer | Promise<Answer>;

  constructor(answer: (seen: Seen) => Answer | Promise<Answer>) {
    this.#answer = answer;
  }

  answerWith(answer: (seen: Seen) => Answer | Promise<Answer>): void {
    this.#answer = answer;
  }

  /** Whatever it answers goes through this, which may answer something else, or not ask it at all. */
  through(
    manners: (seen: Seen, answer: () => Answer | Promise<Answer>) => Answer | Promise<Answer>,
  ): void {
    const polite = this.#answer;
    this.#answer = (seen) => manners(seen, () => polite(seen));
  }

  async start(): Promise<string> {
    const server = createServer(async (request, response) => {
      this.waiting += 1;
      response.on('close', () => {
        this.waiting -= 1;
      });
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { method = '', url = '', headers } = request;
      const seen = { method, path: url, headers, body };
      this.seen.push(seen);
      const answer = await this.#answer(seen);
      const {
        status,
        body: text = '',
        headers: more,
        breaks,
      }: Exclude<Answer, string> = typeof answer === 'string'
        ? { status: 200, body: answer }
        : answer;
      if (breaks) {
        response.writeHead(status, { 'content-length': text.length + 1 });
        response.write(text, () => response.destroy());
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
    });
    this.#server = server;
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}
