import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { MOST_WORSE_BPS, PRICE_HELD_SECONDS } from '#core/money/purchase.ts';
import { MORE_TIME_PERCENT } from '#core/money/quote-change.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Words that make a sentence a promise, which the list must contain: a number, a deadline or a right. */
const BINDS = new RegExp(
  [
    '\\d',
    '\\b(?:day|week|month|hour|minute|year)(?:s|ly)?\\b',
    '\\b(?:daily|within|at once|immediately|without delay|beforehand|ahead|at any time)\\b',
    '\\b(?:always|never|rights?|notify|remind|complain|complaints?|free of charge|costs? nothing)\\b',
  ].join('|'),
  'i',
);

/** The sentences of a legal document in order. A row of a table counts as one sentence. */
const sentencesOf = (document: string): readonly string[] =>
  document
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !/^[|\s-]+$/.test(line))
    .flatMap((line) =>
      line.startsWith('|')
        ? [
            line
              .slice(1, -1)
              .split('|')
              .map((cell) => cell.trim())
              .join(' | '),
          ]
        : line.replace(/^- /, '').split(/(?<=[.!?]) (?=\p{Lu})/u),
    );

const promisesOf = (document: string): readonly string[] =>
  sentencesOf(document).filter((sentence) => BINDS.test(sentence));

interface Section {
  readonly path: string;
  readonly rows: readonly { readonly sentence: string; readonly keeper: string }[];
}

const sections: readonly Section[] = read('docs/promises.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    path: section.slice(0, section.indexOf('\n')).replaceAll('`', ''),
    rows: [...section.matchAll(/^- “(.+)”\n {2}(.+)$/gm)].map(([, sentence = '', keeper = '']) => ({
      sentence,
      keeper,
    })),
  }));

const tests = globSync(['{src,server,sw,build,tests}/**/*.test.ts', 'tests/**/*.e2e.ts'], {
  cwd: root,
})
  .map(read)
  .join('\n');

/**
 * The promises of a document that the list lacks, and the sentences of the list that the document lacks or has
 * elsewhere.
 */
const differences = (document: string, listed: readonly string[]): readonly string[] => {
  const sentences = sentencesOf(document);
  let from = 0;
  const strange = listed.filter((sentence) => {
    const at = sentences.indexOf(sentence, from);
    if (at >= 0) from = at + 1;
    return at < 0;
  });
  return [...promisesOf(document).filter((sentence) => !listed.includes(sentence)), ...strange];
};

test('KEEP-01 the list quotes every promise of each legal document, in order, and nothing else', () => {
  expect(sections.map(({ path }) => path)).toEqual(globSync('legal/*.md', { cwd: root }).sort());
  for (const { path, rows } of sections)
    expect(
      differences(
        read(path),
        rows.map(({ sentence }) => sentence),
      ),
      path,
    ).toEqual([]);
});

test('KEEP-01 each promise names a test that exists, a duty, or the requirement that will keep it', () => {
  for (const { sentence, keeper } of sections.flatMap(({ rows }) => rows)) {
    expect(keeper, sentence).toMatch(
      /^(Test: `[A-Z]+-\d\d [^`]+`.*|Duty: .+|Open: KEEP-\d\d\b.*|No promise: .+)$/,
    );
    for (const [, title = ''] of keeper.matchAll(/`([A-Z]+-\d\d [^`]+)`/g))
      expect(tests.includes(`('${title}'`), title).toBe(true);
  }
});

test('KEEP-01 a changed, added or lost promise is noticed', () => {
  const document =
    'We answer within 3 days. We lend nothing. We are glad.\n| Records | 8 years |\n| --- | --- |\nA month’s notice.\n';
  const listed = [
    'We answer within 3 days.',
    'We lend nothing.',
    'Records | 8 years',
    'A month’s notice.',
  ];
  expect(differences(document, listed)).toEqual([]);
  expect(differences(document.replace('3', '4'), listed)).not.toEqual([]);
  expect(differences(document.replace('We lend nothing. ', ''), listed)).not.toEqual([]);
  expect(differences(`${document}You can complain.\n`, listed)).not.toEqual([]);
  expect(differences(document, listed.toReversed())).not.toEqual([]);
});

/** The sections of the terms about orders and money. */
const MONEY = ['Funding your wallet', 'Orders, quotes and transfers', 'Prices, fees and limits'];

/** The sentences of the terms about orders and money, those that say what can be ordered among them. */
const aboutMoney = (terms: string): readonly string[] => {
  const body = (title: string): string =>
    terms.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const orders = body('What the service is')
    .split('\n')
    .filter((line) => line.startsWith('- **') && !line.startsWith('- **Large'));
  return [orders.join('\n'), ...MONEY.map(body)].flatMap(sentencesOf);
};

test.each(['legal/terms-and-conditions.md', 'legal/au-terms-and-conditions.md'])(
  'SPEC-08 each sentence of %s about orders and money stands in the list',
  (path) => {
    const sentences = aboutMoney(read(path));
    expect(sentences.length).toBeGreaterThan(50);
    const listed = sections.find((section) => section.path === path)?.rows ?? [];
    const known = listed.map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => !known.includes(sentence))).toEqual([]);
  },
);

test.each(['legal/terms-and-conditions.md', 'legal/au-terms-and-conditions.md'])(
  'SPEC-08 %s says of orders what the product does, in its numbers',
  (path) => {
    const terms = read(path);
    for (const word of ['Cash', 'Bank transfers', 'Cashing out', 'Recurring buys', 'Selling']) {
      expect(terms).toContain(`**${word}`);
    }
    expect(terms).toContain(`at most ${MORE_TIME_PERCENT} less`);
    expect(terms).toContain(`at most ${MOST_WORSE_BPS / 100n}% less than you were shown`);
    expect(terms).toContain(`held for ${PRICE_HELD_SECONDS / 60} minutes`);
    expect(terms).toContain('You exchange a crypto-asset for cash');
  },
);

test('SPEC-08 the Privacy Policy names what cards, banks and identity checks tell us', () => {
  const policy = read('legal/privacy-policy.md');
  for (const told of [
    'the name on the card',
    'bank transfers with their payer and reference',
    'the name, date of birth and country in your document',
    'recurring buys',
    'payouts of cash',
  ]) {
    expect(policy).toContain(told);
  }
});
