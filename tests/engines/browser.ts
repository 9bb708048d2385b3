/** A role as customers perceive it; `field` is whatever is typed into. */
export type Role = 'button' | 'link' | 'heading' | 'field';

export interface Target {
  readonly role: Role;
  /** A regular expression for its accessible name. */
  readonly name: string;
}

/** What the journeys need of an engine. Where nothing is found, nothing is done: `false`. */
export interface Browser {
  open(url: string): Promise<void>;
  /** Presses with the engine's own pointer; refuses where something else would take the press. */
  press(target: Target): Promise<boolean>;
  /** Types with the engine's own keyboard. */
  type(target: Target, text: string): Promise<boolean>;
  /** Runs a function in the page that needs nothing from outside it. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
  /** As after closing the app and opening it again: no page of before is left. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Runs in the page: the first visible element of that role and name. */
export function find(role: string, name: string): Element | null {
  const selectors: Record<string, string> = {
    button: 'button:not(:disabled), [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    field: 'input, textarea',
  };
  const tidy = (text: string | null | undefined): string =>
    (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelled = element.getAttribute('aria-label');
    if (labelled) return labelled;
    const labels = (element as HTMLInputElement).labels;
    if (labels?.length) return tidy([...labels].map((label) => label.textContent).join(' '));
    return tidy(element.textContent);
  };
  const wanted = new RegExp(name, 'u');
  const all = [...document.querySelectorAll(selectors[role] ?? role)];
  return all.find((one) => one.checkVisibility() && wanted.test(nameOf(one))) ?? null;
}
