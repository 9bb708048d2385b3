import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './server-process.ts';

/** A command in a page under docs/operating, and how a test tries it. */
export interface GuideCommand {
  /** The command as it is written in the page. */
  readonly text: string;
  /**
   * What the command needs: `site`: a running server; `books`: a database that servers use; `tools`: the tools of
   * PostgreSQL; `plain`: nothing. `step`: it is not tried, because it is a step of the test command itself.
   */
  readonly needs: 'site' | 'books' | 'tools' | 'plain' | 'step';
  /** A text that the command prints, or writes into the file `into`. It must end with 0. */
  readonly says: string;
  readonly into?: string;
  /** How else it may end, where whom it asks gives no answer. */
  readonly orElse?: { readonly code: number; readonly says: string };
}

const outage = 'npm run incident -- 2026-11-24T14:05:00Z 2026-11-24T14:20:00Z';

/** In the order in which they are tried: some use a file that an earlier one wrote. */
export const guideCommands: readonly GuideCommand[] = [
  { text: 'npm ci && npm run build', needs: 'step', says: '' },
  {
    text: `node -p "require('node:crypto').randomBytes(32).toString('hex')"`,
    needs: 'plain',
    says: '\n',
  },
  {
    text: 'npm run --silent verify > release.json',
    needs: 'site',
    says: '"path": "/wallet"',
    into: 'release.json',
  },
  {
    text: 'npm run verify -- https://app.example release.json',
    needs: 'site',
    says: 'as released',
  },
  {
    text: 'npm run --silent sbom > sbom.json',
    needs: 'plain',
    says: '"bomFormat": "CycloneDX"',
    into: 'sbom.json',
  },
  {
    ...{ text: 'npm run audit:shipped', needs: 'plain', says: ': ' },
    // As its page says of a registry that gives no answer.
    orElse: { code: 2, says: 'nothing is known' },
  },
  { text: 'curl -s http://HOST:8080/readyz', needs: 'site', says: '"status":"ok"' },
  {
    text: `curl -sS -o /dev/null -w '%{http_code}\\n' https://PARTY.example`,
    needs: 'site',
    says: '200',
  },
  {
    text: `curl -s -H 'content-type: application/json' -d '{"currency":"ETH","price":"5500","sudden":true}' http://HOST:8080/sandbox/market`,
    needs: 'site',
    says: '"status":"success"',
  },
  {
    text: 'npm run admin -- book-transfer REFERENCE EMAIL AMOUNT ASSET REASON',
    needs: 'books',
    says: 'left the balance',
  },
  {
    text: 'npm run admin -- settle-transfer REFERENCE REASON',
    needs: 'books',
    says: 'no longer wait',
  },
  { text: 'npm run admin -- restored REASON', needs: 'books', says: 'rests' },
  { text: 'npm run admin -- trust EMAIL REASON', needs: 'books', says: 'no longer rests' },
  {
    text: 'npm run admin -- trust everyone REASON',
    needs: 'books',
    says: 'Nothing rests any more',
  },
  { text: 'npm run check:ledger', needs: 'books', says: 'The ledger is sound.' },
  { text: outage, needs: 'books', says: 'Customers touched: 0.' },
  { text: 'npm run admin -- end-sessions EMAIL REASON', needs: 'books', says: 'Done for' },
  {
    text: 'pg_dump --format=custom --file=kopa.dump "$DATABASE_URL"',
    needs: 'tools',
    says: 'PGDMP',
    into: 'kopa.dump',
  },
  {
    text: 'pg_restore --single-transaction --dbname="$DATABASE_URL" kopa.dump',
    needs: 'tools',
    says: '',
  },
];

/** Whether a test in `tests/processes` that is about this page runs the command, in a database prepared for it. */
export const isTriedByItsPage = (command: string): boolean =>
  /^npm run (?:trading|carf) -- /.test(command);

/** The programs whose call in a sentence counts as a command: a placeholder such as EMAIL is none. */
const PROGRAM = /^(?:npm|npx|node|curl|pg_dump|pg_restore|psql|kill|docker|openssl|patronictl) /;

const withoutIndent = (block: string): string =>
  block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

const fenced = (page: string, language: string): readonly string[] =>
  [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , block = '']) => withoutIndent(block));

/** The commands in a page: every line of its fenced shell blocks, and every command in its sentences. */
export const commandsIn = (page: string): readonly string[] => [
  ...fenced(page, 'sh').flatMap((block) => block.replaceAll('\\\n', '').split('\n')),
  ...[...page.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => PROGRAM.test(code)),
];

/** The statements that a page gives to `psql`. */
export const statementsIn = (page: string): readonly string[] => fenced(page, 'sql');

/** The languages of a page's fenced blocks. */
export const languagesIn = (page: string): readonly string[] =>
  [...page.matchAll(/^ *```(\w*)\n[\s\S]*?^ *```$/gm)].map(([, name = '']) => name);

const folder = join(root, 'docs', 'operating');

/** Every page of the guide, by its name. */
export const guidePages = (): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
