const DURATION_MS = 200;

/** What one of a few is the current one in; the grain below or before it says which. */
const GROUPS = '.nav, .tabbar, .tabs, .chips, nav[aria-label="Profile"]';
const CURRENT = '[aria-current], [aria-pressed="true"]';

const isCurrent = (element: Element): boolean => element.matches(CURRENT);

/** Where the grain of an element stands: its pseudo-element has a place relative to it. */
function grainAt(element: Element): { readonly x: number; readonly y: number } {
  const { left, top } = element.getBoundingClientRect();
  const style = getComputedStyle(element, '::after');
  return { x: left + parseFloat(style.left), y: top + parseFloat(style.top) };
}

/**
 * The grain slides from what was current to what is now: of all things the only one that travels (EYE-13). It moves
 * nothing else, and with reduced motion it is at once where it belongs.
 */
export function slideGrain(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** Where the grain of a group stands, as of its last change. */
  const places = new WeakMap<Element, { x: number; y: number }>();
  const note = (group: Element): void => {
    const now = group.querySelector(CURRENT);
    if (now) places.set(group, grainAt(now));
  };
  const slide = (element: Element, group: Element): void => {
    const from = places.get(group);
    const to = grainAt(element);
    places.set(group, to);
    const [x, y] = [(from?.x ?? NaN) - to.x, (from?.y ?? NaN) - to.y];
    if (still.matches || document.hidden || !Number.isFinite(x + y) || (x === 0 && y === 0)) return;
    element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: DURATION_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
      pseudoElement: '::after',
    });
  };
  new MutationObserver((records) => {
    for (const { target } of records) {
      if (!(target instanceof Element) || !isCurrent(target)) continue;
      const group = target.closest(GROUPS);
      if (group) slide(target, group);
    }
  }).observe(document.body, {
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-current', 'aria-pressed'],
  });
  // A press comes before the change: what is current then is where the grain sets out from.
  document.addEventListener(
    'click',
    ({ target }) => {
      const group = target instanceof Element ? target.closest(GROUPS) : null;
      if (group) note(group);
    },
    { capture: true },
  );
}
