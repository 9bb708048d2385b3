/**
 * Web Storage that may be missing, blocked or full (private mode, cookie settings): reads then find
 * nothing and writes are dropped, and the page keeps working from memory.
 */
export interface KeyValue {
  get(key: string): string | undefined;
  /** Whether the value was kept. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  /** All stored keys that start with `beginning`. */
  keys(beginning: string): readonly string[];
  /** Removes all but these; a name that ends in a hyphen keeps all that begin with it. */
  forgetAllBut(kept: readonly string[]): void;
}

const isAmong = (names: readonly string[], key: string): boolean =>
  names.some((name) => (name.endsWith('-') ? key.startsWith(name) : key === name));

function over(area: () => Storage): KeyValue {
  return {
    get(key) {
      try {
        return area().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(key, value) {
      try {
        area().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      try {
        area().removeItem(key);
      } catch {
        // Nothing was stored, so nothing is left.
      }
    },
    keys(beginning) {
      try {
        return Object.keys(area()).filter((key) => key.startsWith(beginning));
      } catch {
        return [];
      }
    },
    forgetAllBut(kept) {
      for (const key of this.keys('')) if (!isAmong(kept, key)) this.remove(key);
    },
  };
}

export const deviceStorage: KeyValue = over(() => localStorage);
export const visitStorage: KeyValue = over(() => sessionStorage);

/** Parses JSON; undefined if the text is missing or not valid JSON. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
