import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What follows the first `:has(…)` of a selector. */
function behindHas(selector: string): string {
  let at = selector.indexOf(':has(') + ':has('.length;
  for (let open = 1; open > 0 && at < selector.length; at++) {
    if (selector[at] === '(') open += 1;
    if (selector[at] === ')') open -= 1;
  }
  return selector.slice(at);
}

/** Whether a selector ends, behind a `:has()`, in elements of any kind: `.a:has(.b) > *`. */
const meansAny = (selector: string): boolean =>
  selector.includes(':has(') &&
  behindHas(selector)
    .split(/\s*[>+~]\s*|\s+/)
    .slice(1)
    .some((part) => part.startsWith('*') || /^:(?!global\()/.test(part));

test('the rule finds what means any element', () => {
  const any = ['.a:has(.b) > *', '.a:not(:has(> .b)) *', '.a:has(:is(.b)) + :not(.c)'];
  const known = ['.a:has(.b)', '.a:has(+ .b) svg', '.a:not(:has(.b)) :global(.c)', '.a > *'];
  expect(any.filter(meansAny)).toEqual(any);
  expect(known.filter(meansAny)).toEqual([]);
});

// Chromium keeps one note of what all `:has()` of a page may concern. If that is anything, every node that is added
// anywhere makes it compute the styles of the whole page again.
test('no style says of an element with :has() what is true of any element within it', () => {
  const sheets = globSync('src/**/*.css', { cwd: root });
  expect(sheets.length).toBeGreaterThan(20);
  const found = sheets.flatMap((sheet) => {
    const text = readFileSync(join(root, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');
    const selectors = [...text.matchAll(/[^{};]+(?=\{)/g)].flatMap(([all]) => all.split(/,\n/));
    return selectors.map((one) => one.trim()).filter(meansAny);
  });
  expect(found).toEqual([]);
});
