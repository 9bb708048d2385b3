import { places } from '#app/navigation/shortcuts.ts';
import {
  type AssetLink,
  type AssetPath,
  assetEntry,
  assetLink,
  sellSide,
  swapTarget,
} from '#core/carried/asset-link.ts';
import { opens } from '#core/carried/opening.ts';
import { chosenRecipient } from '#core/carried/way-out.ts';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import { type AssetCode, findAsset, offeredAssets } from '#core/money/currencies.ts';
import { pages, profileSections, type Role } from '#core/pages.ts';
import { guard, type RoutePath, routes } from '#core/routes.ts';
import { documents } from '#features/help/document-list.ts';
import { helpEntries } from '#features/help/help-entries.ts';
import { naming, type Section, sectionPath, sectionsFor } from '#features/profile/sections.ts';
import type { Theme } from '#platform/kept/preferences.ts';
import type { PageIconName } from '#ui/marks/page-icon.tsx';

export const commandGroups = ['Do', 'Go to', 'Recipients', 'Help'] as const;
type CommandGroup = (typeof commandGroups)[number];

/** What a command does: opens a page of the app or a document beside it, or acts where one is. */
export type Deed =
  | { readonly kind: 'go'; readonly href: string; readonly state?: unknown }
  | { readonly kind: 'document'; readonly href: string }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'mask' | 'sign-out' };

export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly title: string;
  readonly note?: string;
  /** Further words by which it is found. */
  readonly words?: string;
  /** Names of two things, by both of which alone it is found, in their order. */
  readonly between?: readonly string[];
  /** The keys that do the same, one after the other. */
  readonly keys?: readonly string[];
  readonly mark: { readonly icon: PageIconName } | { readonly coin: AssetCode };
  readonly deed: Deed;
  /** Shown before anything is typed. */
  readonly first?: true;
}

/** Whoever is there, and what is known of them. */
export interface Viewer {
  readonly role: Role | undefined;
  /** The account must set up a second factor before anything else. */
  readonly setsUp: boolean;
  readonly market: string;
  readonly masked: boolean;
  readonly recipients: readonly SavedCryptoAddress[];
}

const go = (href: string, state?: unknown): Deed => ({ kind: 'go', href, state });
const goBy = ({ href, state }: AssetLink): Deed => go(href, state);

interface Besides {
  readonly words?: string;
  readonly icon?: PageIconName;
}

/** What pages are called besides their titles, and their icons. */
const besides: Partial<Record<RoutePath, Besides>> = {
  '/': { words: 'log in register create an account' },
  '/wallet': { words: 'home balance total assets', icon: 'wallet' },
  '/transactions': { words: 'history activity', icon: 'list' },
  '/assets/send': { words: 'send pay transfer', icon: 'up' },
  '/assets/receive': { words: 'receive address qr', icon: 'down' },
  '/buy-sell': { words: 'card purchase trade', icon: 'trade' },
  '/swap': { words: 'exchange convert trade', icon: 'swap' },
  '/waiting': { words: 'pending held', icon: 'info' },
  '/is-this-kopa': { icon: 'shield' },
  '/cash': { words: 'bank money', icon: 'card' },
  '/cash/add': { words: 'bank transfer deposit fund', icon: 'down' },
  '/cash/out': { words: 'bank withdraw payout', icon: 'up' },
  '/cash/recurring': { words: 'automatic weekly monthly plan', icon: 'calendar' },
  '/profile': { words: 'settings preferences', icon: 'user' },
  '/help': { words: 'support contact', icon: 'help' },
};

/** A page that can be opened by its address alone. */
const isPlace = (path: RoutePath): boolean =>
  !path.includes(':') && 'title' in pages[path] && !('within' in pages[path]);

function pageCommands({ role, setsUp }: Viewer): readonly Command[] {
  return routes.flatMap(({ path, access }): readonly Command[] => {
    const page = pages[path];
    const isTheirs = access === 'public' ? role === undefined : access !== 'return';
    if (!isTheirs || !isPlace(path) || !('title' in page) || guard(path, role, setsUp)) return [];
    const place = role === 'user' ? places.find(({ href }) => href === path) : undefined;
    const { words, icon = 'right' } = besides[path] ?? {};
    return [
      {
        id: path,
        group: 'Go to',
        title: place?.name ?? page.title,
        words: `${words ?? ''} ${page.title}`,
        mark: { icon },
        deed: go(path),
        ...(place && { keys: ['g', place.key], first: true }),
        ...(role !== 'user' && { first: true }),
      },
    ];
  });
}

/** What people call what stands there. */
const sectionWords: Partial<Record<Section, string>> = {
  account: 'name address time zone currency email',
  verification: 'identity passport residence kyc',
  security: 'password passkey second factor 2fa devices sessions freeze',
  addressBook: 'recipients saved accounts iban',
  statements: 'month quarter year file pdf csv',
  taxReport: 'gains taxes capital profit losses income year',
  notifications: 'alerts push mail email',
};

const sectionCommands = ({ role, setsUp }: Viewer): readonly Command[] =>
  role === undefined
    ? []
    : sectionsFor(role, profileSections, setsUp).map((section) => ({
        id: sectionPath(section),
        group: 'Go to',
        title: naming[section].title,
        words: `profile settings ${sectionWords[section] ?? ''}`,
        mark: { icon: naming[section].icon },
        deed: go(sectionPath(section)),
      }));

/** What one does with a coin: where, in which words, and how it is marked. */
type CoinAct = readonly [
  page: AssetPath,
  verb: string,
  words: string,
  icon: PageIconName,
  state?: object,
];

const coinActs: readonly CoinAct[] = [
  ['/buy-sell', 'Buy', 'purchase card', 'trade'],
  ['/buy-sell', 'Sell', 'cash', 'trade', sellSide.give('sell')],
  ['/swap', 'Swap', 'exchange convert', 'swap'],
  ['/send', 'Withdraw', 'send pay', 'up'],
  ['/receive', 'Deposit', 'receive address', 'down'],
];

/** A customer's coins: what one does with each, and its page. */
const coinCommands = ({ market }: Viewer): readonly Command[] =>
  offeredAssets(market).flatMap(({ code, name, stable }): readonly Command[] => [
    ...coinActs
      // A stable coin is what others are sold for.
      .filter(([, verb]) => !(stable && verb === 'Sell'))
      .map(
        ([page, verb, words, icon, state]): Command => ({
          id: `${verb} ${code}`,
          group: 'Do',
          title: `${verb} ${name}`,
          words: `${words} ${code}`,
          mark: { icon },
          deed: goBy(assetLink(page, { ...assetEntry(code), ...state })),
        }),
      ),
    {
      id: `alert ${code}`,
      group: 'Do',
      title: `Set a price alert on ${name}`,
      words: `${code} notify tell`,
      mark: { icon: 'bell' },
      deed: go('/asset-detail', { ...assetEntry(code), ...opens.give('alerts') }),
    },
    {
      id: `asset ${code}`,
      group: 'Go to',
      title: name,
      words: `${code} price chart`,
      mark: { coin: code },
      deed: go('/asset-detail', assetEntry(code)),
    },
  ]);

/** Between two coins, found only by both of them. */
const pairCommands = ({ market }: Viewer): readonly Command[] => {
  const offered = offeredAssets(market);
  return offered.flatMap((source) =>
    offered
      .filter((target) => target !== source)
      .map(
        (target): Command => ({
          id: `swap ${source.code} ${target.code}`,
          group: 'Do',
          title: `Swap ${source.name} to ${target.name}`,
          words: 'exchange convert trade',
          between: [source, target].map(({ name, code }) => `${name} ${code}`),
          mark: { icon: 'swap' },
          deed: goBy(
            assetLink('/swap', { ...assetEntry(source.code), ...swapTarget.give(target.code) }),
          ),
        }),
      ),
  );
};

const recipientCommands = ({ recipients, market }: Viewer): readonly Command[] =>
  recipients.flatMap(({ address_id, label, currency_id }): readonly Command[] => {
    const asset = findAsset(currency_id);
    return asset && offeredAssets(market).includes(asset)
      ? [
          {
            id: `recipient ${address_id}`,
            group: 'Recipients',
            title: label,
            note: `Withdraw ${asset.name}`,
            words: `${currency_id} send pay recipient`,
            mark: { coin: asset.code },
            deed: goBy(
              assetLink('/send', {
                ...assetEntry(asset.code),
                ...chosenRecipient.give(address_id),
              }),
            ),
          },
        ]
      : [];
  });

/** What a customer alone can do, whatever page they are on. */
const customerActs = (masked: boolean): readonly Command[] => [
  {
    id: 'mask',
    group: 'Do',
    title: masked ? 'Show balances' : 'Hide balances',
    words: 'privacy eye',
    mark: { icon: masked ? 'eye' : 'eyeoff' },
    deed: { kind: 'mask' },
    first: true,
  },
  {
    id: 'export',
    group: 'Do',
    title: 'Export transactions',
    words: 'csv pdf download file save',
    mark: { icon: 'save' },
    deed: go('/transactions', opens.give('export')),
    first: true,
  },
];

const themeNames: Readonly<Record<Theme, string>> = {
  light: 'Light theme',
  dark: 'Dark theme',
  system: 'Theme of the system',
};
const themes: readonly Theme[] = ['light', 'dark', 'system'];

const acts = ({ role, setsUp, masked }: Viewer): readonly Command[] => [
  ...(role === 'user' ? customerActs(masked) : []),
  ...themes.map(
    (theme): Command => ({
      id: `theme ${theme}`,
      group: 'Do',
      title: themeNames[theme],
      words: 'appearance colours mode',
      mark: { icon: 'theme' },
      deed: { kind: 'theme', theme },
    }),
  ),
  ...(role && !setsUp
    ? [
        {
          id: 'freeze',
          group: 'Do',
          title: 'Freeze this account',
          words: 'stop lock stolen hacked emergency',
          mark: { icon: 'lock' },
          deed: go('/profile/security', opens.give('freeze')),
          first: true,
        } as const,
      ]
    : []),
  ...(role
    ? [
        {
          id: 'sign-out',
          group: 'Do',
          title: 'Log out',
          words: 'sign out leave',
          mark: { icon: 'exit' },
          deed: { kind: 'sign-out' },
          first: true,
        } as const,
      ]
    : []),
];

const helpCommands = ({ role }: Viewer): readonly Command[] => [
  ...helpEntries(role).map(
    ({ href, icon, title, note }): Command => ({
      id: `help ${title}`,
      group: 'Help',
      title,
      note,
      mark: { icon },
      deed: go(href),
    }),
  ),
  ...documents.map(
    ({ path, title }): Command => ({
      id: path,
      group: 'Help',
      title,
      words: 'legal document',
      mark: { icon: 'book' },
      deed: { kind: 'document', href: path },
    }),
  ),
  {
    id: '/status',
    group: 'Help',
    title: 'Service status',
    words: 'outage down working',
    mark: { icon: 'info' },
    deed: { kind: 'document', href: '/status' },
  },
];

/** Everything that whoever is there can do and open (EYE-12). */
export const commandsFor = (viewer: Viewer): readonly Command[] => [
  ...acts(viewer),
  ...(viewer.role === 'user' ? [...coinCommands(viewer), ...pairCommands(viewer)] : []),
  ...pageCommands(viewer),
  ...sectionCommands(viewer),
  ...(viewer.role === 'user' ? recipientCommands(viewer) : []),
  ...helpCommands(viewer),
];

/** Text as it is compared: “Zürich” is found by “zur”. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** At most so many are shown of a group; a further word finds the others. */
const MOST = 7;

/** Words that join others; they are not sought where nothing has them. */
const JOINING: readonly string[] = ['to', 'for', 'into', 'in', 'and', 'my', 'the', 'with', 'from'];

const begins = (own: readonly string[], part: string): boolean =>
  own.some((word) => word.startsWith(part));

const withoutJoining = (sought: readonly string[]): readonly string[] =>
  sought.filter((part) => !JOINING.includes(part));

/** Whether words name both things in their order, and else only what is done with them. */
function namesBoth({ title, words = '', between = [] }: Command, sought: readonly string[]) {
  const [first = [], second = []] = between.map(wordsOf);
  const acts = [...wordsOf(title).slice(0, 1), ...wordsOf(words)];
  const [one, other, ...more] = withoutJoining(sought).filter((part) => !begins(acts, part));
  if (one === undefined || other === undefined || more.length > 0) return false;
  return begins(first, one) && begins(second, other);
}

/** How well a command fits; undefined if a word of the search is in none of its own. */
function rank(command: Command, sought: readonly string[]) {
  if (command.between) return namesBoth(command, sought) ? 0 : undefined;
  const { title, words = '', note = '' } = command;
  const [own, all] = [wordsOf(title), wordsOf(`${title} ${words} ${note}`)];
  if (!sought.every((part) => all.some((word) => word.startsWith(part)))) return undefined;
  const isNamed = sought.every((part) => own.some((word) => word.startsWith(part)));
  const [first = ''] = sought;
  return !isNamed ? 2 : own[0]?.startsWith(first) ? 0 : 1;
}

/** The commands that fit a search, best first within each group; without one, those that one needs most. */
export function findCommands(all: readonly Command[], search: string): readonly Command[] {
  const typed = wordsOf(search);
  const matching = (sought: readonly string[]) =>
    all.flatMap((command) => {
      const at = sought.length === 0 ? (command.first ? 0 : undefined) : rank(command, sought);
      return at === undefined ? [] : [{ command, at }];
    });
  const exact = matching(typed);
  const essence = withoutJoining(typed);
  const fitting = exact.length > 0 || essence.length === 0 ? exact : matching(essence);
  return commandGroups.flatMap((group) =>
    fitting
      .filter(({ command }) => command.group === group)
      .sort((one, other) => one.at - other.at)
      .slice(0, MOST)
      .map(({ command }) => command),
  );
}
