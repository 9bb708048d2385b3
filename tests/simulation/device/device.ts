import type { Load } from '#tests/simulation/world/bundle.ts';
import { globalsOf } from '#tests/simulation/world/globals.ts';
import type { Network, Received, Sent } from '#tests/simulation/world/network.ts';
import type { Actor, World } from '#tests/simulation/world/world.ts';
import type * as DiskEntry from './disk-entry.ts';
import type * as Entry from './entry.ts';
import { DeviceLocks } from './locks.ts';
import { type Area, DeviceStorage, storageOf } from './storage.ts';

export interface DevicePrograms {
  readonly tab: Load<typeof Entry>;
  readonly disk: Load<typeof DiskEntry>;
}

/** A tab with the app in it. */
export interface OpenTab {
  readonly actor: Actor;
  readonly app: Entry.Tab;
  readonly visit: Storage;
  readonly area: Area;
  /** What the browser tells the page: `storage`, `online`, `visibilitychange`. */
  readonly window: EventTarget;
}

export interface Hearing {
  /** Each call that leaves, before it does. */
  sent(tab: Actor, sent: Sent): void;
  /** Each answer that arrived whole. */
  received(tab: Actor, sent: Sent, received: Received): void;
  /** The page no longer waits for it: answered, given up or gone. */
  over(sent: Sent): void;
  /** The page waits no longer for other tabs. */
  gaveUp(tab: Actor, lock: string): void;
}

class StorageTold extends Event {
  readonly key: string | null;
  readonly newValue: string | null;
  constructor(key: string | null, newValue: string | null) {
    super('storage');
    this.key = key;
    this.newValue = newValue;
  }
}

function responseOf({ status, headers, body, brokenOff }: Received): Response {
  const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  if (!brokenOff) return new Response(body, init);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(body));
      controller.error(new TypeError('the connection was closed'));
    },
  });
  return new Response(stream, init);
}

const nothing = (name: string): never => {
  throw new Error(`a page asked for the module ${name}`);
};

/** A browser on a machine of its own: its disk, its locks and clock are shared by its tabs. */
export class Device {
  readonly name: string;
  readonly actor: Actor;
  readonly storage: DeviceStorage;
  readonly tabs: OpenTab[] = [];
  readonly disk: IDBFactory;
  online = true;
  readonly #world: World;
  readonly #network: Network;
  readonly #programs: DevicePrograms;
  readonly hearing: Hearing;
  readonly #locks: DeviceLocks;
  readonly #skewMs: number;
  readonly #cookies = new Map<string, string>();
  #opened = 0;

  constructor(
    world: World,
    name: string,
    network: Network,
    programs: DevicePrograms,
    hearing: Hearing,
  ) {
    this.#world = world;
    this.#network = network;
    this.#programs = programs;
    this.hearing = hearing;
    this.name = name;
    this.actor = { name, alive: true };
    this.storage = new DeviceStorage(world, name);
    this.#locks = new DeviceLocks(world, hearing.gaveUp);
    const chance = world.chance(name);
    // Clocks of devices are wrong by minutes, and by hours where somebody played with them.
    this.#skewMs = chance.oneIn(4)
      ? chance.between(-3, 3) * 3_600_000
      : chance.between(-90, 90) * 1_000;
    const tempo = { skewMs: 0, intervalStretch: 1 };
    this.disk = programs.disk(globalsOf(world, this.actor, tempo), nothing).makeDisk();
  }

  /** A new tab, or an old one reloaded: with an empty memory on the same device. */
  open(): OpenTab {
    const actor: Actor = { name: `${this.name} tab ${++this.#opened}`, alive: true };
    this.#underWay.set(actor, new Set());
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      hidden: false,
    });
    this.#giveCookies(document);
    const area = this.storage.open(actor, (key, value) =>
      window.dispatchEvent(new StorageTold(key, value)),
    );
    const visit = storageOf(
      {},
      () => actor.alive,
      () => undefined,
    );
    const isOnline = (): boolean => this.online;
    const navigator = {
      get onLine() {
        return isOnline();
      },
      locks: this.#locks.for(actor),
      userAgent: `simulated ${this.name}`,
      language: 'en',
      languages: ['en'],
      maxTouchPoints: 0,
    };
    const globals = globalsOf(
      this.#world,
      actor,
      { skewMs: this.#skewMs, intervalStretch: 1 },
      {
        window,
        self: window,
        document,
        navigator,
        location: new URL('http://localhost/'),
        localStorage: area.storage,
        sessionStorage: visit,
        indexedDB: this.#diskFor(actor),
        matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
        fetch: (input: string, init?: RequestInit) => this.#fetch(actor, String(input), init),
      },
    );
    const app = this.#programs.tab(globals, nothing).openTab();
    const tab = { actor, app, visit, area, window };
    this.tabs.push(tab);
    return tab;
  }

  close(tab: OpenTab): void {
    tab.actor.alive = false;
    this.storage.close(tab.area);
    this.#locks.forget(tab.actor);
    this.#abort(tab.actor);
    for (const sent of this.#underWay.get(tab.actor) ?? []) this.hearing.over(sent);
    this.#underWay.delete(tab.actor);
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  setOnline(online: boolean): void {
    if (this.online === online) return;
    this.online = online;
    for (const { actor, window } of this.tabs) {
      this.#world.schedule(actor, 1, online ? 'online' : 'offline', () =>
        window.dispatchEvent(new Event(online ? 'online' : 'offline')),
      );
    }
  }

  #giveCookies(document: object): void {
    const cookies = this.#cookies;
    Object.defineProperty(document, 'cookie', {
      get: () => this.cookieHeader(),
      set: (text: string) => {
        const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? [];
        cookies.set(name, value);
      },
    });
  }

  cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Whether a page waits for an answer. */
  get isWaiting(): boolean {
    return [...this.#underWay.values()].some(({ size }) => size > 0);
  }

  /** Calls that a page waits for. */
  readonly #underWay = new Map<Actor, Set<Sent>>();
  readonly #transactions = new Map<Actor, Set<IDBTransaction>>();

  /** A tab that is gone finishes nothing on the disk that it had not finished. */
  #abort(actor: Actor): void {
    for (const transaction of this.#transactions.get(actor) ?? []) {
      try {
        transaction.abort();
      } catch {
        // It is over already.
      }
    }
    this.#transactions.delete(actor);
  }

  #diskFor(actor: Actor): unknown {
    const running = new Set<IDBTransaction>();
    this.#transactions.set(actor, running);
    return {
      open: (name: string, version?: number) => {
        if (!actor.alive) return {};
        const request = this.disk.open(name, version);
        request.addEventListener('success', () => {
          const database = request.result;
          const begin = database.transaction.bind(database);
          database.transaction = (...given) => {
            const transaction = begin(...given);
            running.add(transaction);
            const over = (): boolean => running.delete(transaction);
            transaction.addEventListener('complete', over);
            transaction.addEventListener('abort', over);
            return transaction;
          };
        });
        return request;
      },
    };
  }

  #fetch(actor: Actor, url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url, 'http://localhost');
    const { signal, method = 'GET', body } = init;
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      cookie: this.cookieHeader(),
      host: 'localhost',
    };
    const sent: Sent = {
      path: pathname + search,
      method,
      headers,
      body: typeof body === 'string' ? body : undefined,
    };
    return new Promise((resolve, reject) => {
      if (!actor.alive) return;
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (!this.online) {
        this.#world.schedule(actor, 2, 'no network', () =>
          reject(new TypeError('Failed to fetch')),
        );
        return;
      }
      const { hearing } = this;
      hearing.sent(actor, sent);
      this.#underWay.get(actor)?.add(sent);
      const over = (): void => {
        if (this.#underWay.get(actor)?.delete(sent)) hearing.over(sent);
      };
      signal?.addEventListener('abort', over);
      this.#network.send(actor, sent, (received) => {
        over();
        if (!received || !this.online) return reject(new TypeError('Failed to fetch'));
        if (!signal?.aborted && !received.brokenOff) hearing.received(actor, sent, received);
        resolve(responseOf(received));
      });
    });
  }
}
