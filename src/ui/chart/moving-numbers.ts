import { group } from '#core/money/format.ts';

/** The longest duration of an animation that the customer did not start (LIVE-07). */
const DURATION_MS = 200;
const STEPS = 1_000n;
/** How opaque a changed number begins: text fades in without ever being harder to read than 4.5 : 1. */
const FADED = 0.75;

/** The total and the numbers beside it that follow the market; others change without animation. */
const TOTAL = 'p.balance[data-testid="total"]';
const NUMBERS = '.asset__price, .asset__val';

const amount = /^(\D*)(\d[\d,]*)(\.\d+)?$/;

interface Amount {
  readonly sign: string;
  /** In units of the last decimal. */
  readonly units: bigint;
  readonly decimals: number;
}

function readAmount(text: string): Amount | undefined {
  const [, sign, whole, fraction = ''] = amount.exec(text) ?? [];
  if (sign === undefined || whole === undefined) return undefined;
  const digits = whole.replaceAll(',', '') + fraction.slice(1);
  return { sign, units: BigInt(digits), decimals: Math.max(0, fraction.length - 1) };
}

function amountText({ sign, units, decimals }: Amount): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${sign}${group(whole)}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`;
}

/**
 * The texts between two amounts, by how far the animation is (from 0 to 1); undefined if they are not amounts
 * of the same kind.
 */
export function between(from: string, to: string): ((done: number) => string) | undefined {
  const [first, last] = [readAmount(from), readAmount(to)];
  if (!first || !last || first.sign !== last.sign || first.decimals !== last.decimals) {
    return undefined;
  }
  return (done) => {
    const steps = BigInt(Math.round(Math.min(1, done) * Number(STEPS)));
    const units = first.units + ((last.units - first.units) * steps) / STEPS;
    return done >= 1 ? to : amountText({ ...last, units });
  };
}

const textsIn = (element: Element): readonly Text[] => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    if (walker.currentNode instanceof Text) found.push(walker.currentNode);
  }
  return found;
};

/** Writes a text into nodes, of which the last holds what follows the decimal point. */
function write(text: string, nodes: readonly Text[]): void {
  const point = nodes.length > 1 ? text.lastIndexOf('.') : text.length;
  const parts = [text.slice(0, point), text.slice(point)];
  nodes.forEach((node, i) => {
    const part = parts[i] ?? '';
    if (node.data !== part) node.data = part;
  });
}

/**
 * Animates the numbers of the wallet (LIVE-02, LIVE-07): the total counts to its new value, and changed
 * prices fade in, within a fifth of a second and not with reduced motion. The page's own text is written back
 * at the end, and at once if it changes meanwhile.
 */
export function moveNumbers(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** The texts that the page itself wrote into the animated nodes. */
  const goals = new Map<Text, string>();
  let frame = 0;

  const observer = new MutationObserver((records) => {
    const before = new Map<Node, string>();
    for (const { target, oldValue } of records) {
      if (!before.has(target) && oldValue !== null) before.set(target, oldValue);
    }
    const total = document.querySelector(TOTAL);
    const nodes = total ? textsIn(total) : [];
    if (nodes.some((node) => before.has(node))) count(nodes, before);
    if (still.matches || document.hidden) return;
    for (const node of before.keys()) {
      node.parentElement?.closest(NUMBERS)?.animate([{ opacity: FADED }, { opacity: 1 }], {
        duration: DURATION_MS,
        easing: 'ease-out',
      });
    }
  });
  const watch = (): void =>
    observer.observe(document.body, {
      subtree: true,
      characterData: true,
      characterDataOldValue: true,
    });
  /** Changes made here must not be taken for the page's. */
  const show = (text: string, nodes: readonly Text[]): void => {
    write(text, nodes);
    observer.takeRecords();
  };

  function count(nodes: readonly Text[], before: ReadonlyMap<Node, string>): void {
    cancelAnimationFrame(frame);
    const from = nodes.map((node) => before.get(node) ?? node.data).join('');
    const wanted = nodes.map((node) =>
      before.has(node) ? node.data : (goals.get(node) ?? node.data),
    );
    goals.clear();
    for (const [i, node] of nodes.entries()) goals.set(node, wanted[i] ?? '');
    const to = wanted.join('');
    const way = still.matches || document.hidden ? undefined : between(from, to);
    const began = performance.now();
    const step = (): void => {
      const done = way && nodes.length <= 2 ? (performance.now() - began) / DURATION_MS : 1;
      if (done < 1 && way) {
        show(way(done), nodes);
        frame = requestAnimationFrame(step);
        return;
      }
      for (const [node, text] of goals) if (node.data !== text) node.data = text;
      observer.takeRecords();
      goals.clear();
    };
    step();
  }

  watch();
}
