import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createProxy } from 'node:http';
import { createServer as createTls, type Server } from 'node:https';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether this machine can make certificates. */
export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const listening = async (server: NetServer): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

const closed = (server: NetServer): Promise<void> =>
  new Promise((done) => server.close(() => done()));

/**
 * A party behind a company's proxy: its host has no address that the machine knows, and its certificate is of an
 * authority of the company's own.
 */
export class Tunnel {
  /** The hosts that the proxy was asked to connect to. */
  readonly asked: string[] = [];
  #folder = '';
  #proxy: NetServer | undefined;
  #party: Server | undefined;

  async start(host: string, answer: string): Promise<{ proxy: string; authority: string }> {
    this.#folder = await mkdtemp(join(tmpdir(), 'kopa-tunnel-'));
    const [key, authority] = [join(this.#folder, 'key.pem'), join(this.#folder, 'ca.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-keyout', key, '-out', authority, '-subj', '/CN=A company'],
      ...['-addext', `subjectAltName=DNS:${host}`],
    ]);
    const party = createTls(
      { key: await readFile(key), cert: await readFile(authority) },
      (_, response) => response.end(answer),
    );
    this.#party = party;
    const port = await listening(party);
    const proxy = createProxy((_, response) => response.writeHead(501).end());
    proxy.on('connect', (request, client, head) => {
      this.asked.push(request.url ?? '');
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.write(head);
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
    this.#proxy = proxy;
    return { proxy: `http://127.0.0.1:${await listening(proxy)}`, authority };
  }

  async stop(): Promise<void> {
    this.#party?.closeAllConnections();
    await Promise.all([this.#party, this.#proxy].map((server) => server && closed(server)));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
