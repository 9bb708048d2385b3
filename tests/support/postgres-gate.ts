import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * The one address of a database for its clients, as a proxy in front of a primary and its standby gives:
 * it leads to the one that can be written to, and can lose what goes through it.
 */
export interface Gate {
  /** The address of this database through the gate. */
  urlOf(databaseUrl: string): string;
  /** From now on connections lead to this database. */
  open(databaseUrl: string): void;
  /** Breaks every connection, and takes no new one until it is opened again. */
  shut(): void;
  /** From now on commits reach the database and their answers are lost, with their connection. */
  loseCommits(): void;
  /** From now on answers arrive again. */
  keepCommits(): void;
  close(): Promise<void>;
}

/** What a client sends to commit, at the end of a message of its own. */
const COMMIT = 'commit\0';

export async function startGate(): Promise<Gate> {
  let target: { readonly host: string; readonly port: number } | undefined;
  let losing = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => void) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      other();
    });
  };
  const server = createServer((client) => {
    if (!target) {
      client.destroy();
      return;
    }
    const database = connect(target);
    keep(client, () => database.destroy());
    keep(database, () => client.destroy());
    let lost = false;
    client.on('data', (chunk: Buffer) => {
      lost ||= losing && chunk.includes(COMMIT);
      database.write(chunk);
    });
    // It is answered only once it is committed, on the standby too.
    database.on('data', (chunk: Buffer) => {
      if (lost) client.destroy();
      else client.write(chunk);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const shut = () => {
    target = undefined;
    for (const socket of sockets) socket.destroy();
  };
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    open: (databaseUrl) => {
      const url = new URL(databaseUrl);
      target = { host: url.hostname, port: Number(url.port) };
    },
    shut,
    loseCommits: () => {
      losing = true;
    },
    keepCommits: () => {
      losing = false;
    },
    close: async () => {
      shut();
      await new Promise((done) => server.close(done));
    },
  };
}
