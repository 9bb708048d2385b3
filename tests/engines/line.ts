import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '#tests/support/free-port.ts';

/** The line between a browser and the server: engines other than Chromium cannot be told to go offline. */
export interface Line {
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export async function lineTo(target: string): Promise<Line> {
  const port = await freePort();
  const server = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  let listener: Server | undefined;

  const pass = (from: Socket): void => {
    const to = connect(server, 'localhost');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.once('close', () => {
        sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
      // Either side may end a connection at any time.
      socket.on('error', () => undefined);
    }
    from.pipe(to).pipe(from);
  };

  const restore = async (): Promise<void> => {
    const opened = createServer(pass);
    await new Promise<void>((done, failed) => {
      opened.once('error', failed).listen(port, 'localhost', done);
    });
    listener = opened;
  };

  const cut = async (): Promise<void> => {
    const closed = new Promise((done) => listener?.close(done) ?? done(undefined));
    for (const socket of sockets) socket.destroy();
    await closed;
    listener = undefined;
  };

  await restore();
  return { url: `http://localhost:${port}`, cut, restore };
}
