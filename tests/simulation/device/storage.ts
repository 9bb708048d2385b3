import type { Actor, World } from '#tests/simulation/world/world.ts';

/** One tab's view of a storage area. */
export interface Area {
  readonly storage: Storage;
  readonly actor: Actor;
  readonly told: (key: string, newValue: string | null) => void;
}

/**
 * A device's `localStorage`. Tabs live in processes of their own: what one writes is visible in the
 * others a moment later, when they are told.
 */
export class DeviceStorage {
  readonly #world: World;
  readonly #name: string;
  readonly entries = new Map<string, string>();
  readonly #areas = new Set<Area>();
  #lastToldAt = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = name;
  }

  /** The view of a new tab. */
  open(actor: Actor, told: Area['told']): Area {
    const area: Area = {
      actor,
      told,
      storage: storageOf(
        Object.fromEntries(this.entries),
        () => actor.alive,
        (key, value) => this.#written(area, key, value),
      ),
    };
    this.#areas.add(area);
    return area;
  }

  close(area: Area): void {
    this.#areas.delete(area);
  }

  #written(by: Area, key: string, value: string | null): void {
    if (value === null) this.entries.delete(key);
    else this.entries.set(key, value);
    const chance = this.#world.chance(`storage ${this.#name}`);
    const at = Math.max(this.#lastToldAt, this.#world.now + chance.next() * 200);
    this.#lastToldAt = at;
    for (const area of this.#areas) {
      if (area === by) continue;
      this.#world.schedule(area.actor, at - this.#world.now, `storage ${key.slice(0, 16)}`, () => {
        const now = this.entries.get(key) ?? null;
        const own = area.storage as unknown as Record<string, string>;
        if ((own[key] ?? null) === now) return;
        if (now === null) delete own[key];
        else own[key] = now;
        area.told(key, now);
      });
    }
  }
}

/** A storage area as in browsers: its entries are its own properties. */
export function storageOf(
  entries: Readonly<Record<string, string>>,
  isOpen: () => boolean,
  written: (key: string, value: string | null) => void,
): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      if (!isOpen() || this[key] === value) return;
      this[key] = value;
      written(key, value);
    },
    removeItem(this: Record<string, string>, key: string) {
      if (!isOpen() || !Object.hasOwn(this, key)) return;
      delete this[key];
      written(key, null);
    },
  };
  return Object.assign(Object.create(methods), entries);
}
