import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countDepth, followPresses, goBack } from './navigation.ts';

/** A page whose frames the test paints and whose presses it makes with `press`. */
function stage() {
  const frames: (() => void)[] = [];
  let press = (): void => undefined;
  vi.stubGlobal('document', {
    addEventListener: (_sign: string, listener: () => void) => {
      press = listener;
    },
  });
  vi.stubGlobal('location', { pathname: '/wallet' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  followPresses();
  const went: string[] = [];
  return {
    went,
    press: () => press(),
    go: (to: string, replace = false) =>
      countDepth((path) => went.push(String(path)), to, { replace }),
    paint: () => {
      for (const draw of frames.splice(0)) draw();
      vi.runAllTimers();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // A press of this test is over before the next test begins: the module remembers it until its timer fires.
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a press is painted before the page it leads to is drawn', () => {
  const { went, press, go, paint } = stage();
  press();
  go('/swap');
  expect(went).toEqual([]);
  paint();
  expect(went).toEqual(['/swap']);
});

test('of two presses before the next frame, only the last one navigates', () => {
  const { went, press, go, paint } = stage();
  press();
  go('/swap');
  press();
  go('/transactions');
  paint();
  expect(went).toEqual(['/transactions']);
});

test('a navigation without a press, and a redirect, happen at once', () => {
  const { went, press, go } = stage();
  go('/wallet');
  press();
  go('/', true);
  expect(went).toEqual(['/wallet', '/']);
});

/** A history whose step back arrives when the test calls `show`. */
function pages(depth: number) {
  const replaced: string[] = [];
  const history = {
    state: { depth },
    back: () => undefined,
    replaceState: (_state: unknown, _title: string, to: string) => replaced.push(to),
  };
  let popped = (): void => undefined;
  vi.stubGlobal('history', history);
  vi.stubGlobal('window', {
    addEventListener: (_sign: string, listener: () => void) => {
      popped = listener;
    },
  });
  const show = (deep: number): void => {
    history.state = { depth: deep };
    popped();
  };
  const goOn = (deep: number): void => {
    history.state = { depth: deep };
  };
  return { replaced, show, goOn };
}

test('SHELL-09 a visitor who moves on at once after going back stays on the page they went to', () => {
  const { replaced, show, goOn } = pages(2);
  goBack('/transactions');
  show(1);
  goOn(2);
  vi.runAllTimers();
  expect(replaced).toEqual([]);
});

test('SHELL-09 a step back that stays on the same page leads to the parent page', () => {
  const { replaced, show } = pages(2);
  goBack('/transactions');
  show(2);
  vi.runAllTimers();
  expect(replaced).toEqual(['/transactions']);
});

test('HARD-73 where the browser refuses to change its history, a link opens its address', () => {
  const opened: string[] = [];
  vi.stubGlobal('location', { assign: (to: string) => opened.push(to) });
  const refused = (): never => {
    throw new DOMException('too many', 'SecurityError');
  };
  countDepth(refused, '/wallet', {});
  expect(opened).toEqual(['/wallet']);
});
