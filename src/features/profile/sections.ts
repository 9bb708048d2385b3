import { profileSections, type Role } from '#core/pages.ts';
import type { PageIconName } from '#ui/marks/page-icon.tsx';

export type Section = (typeof profileSections)[number];

interface Naming {
  readonly title: string;
  readonly icon: PageIconName;
}

export const naming: Readonly<Record<Section, Naming>> = {
  account: { title: 'Account', icon: 'user' },
  verification: { title: 'Verification', icon: 'identity' },
  security: { title: 'Security', icon: 'shield' },
  checkUp: { title: 'Security check-up', icon: 'check' },
  addressBook: { title: 'Address Book', icon: 'book' },
  statements: { title: 'Statements', icon: 'list' },
  taxReport: { title: 'Tax report', icon: 'save' },
  notifications: { title: 'Notifications', icon: 'bell' },
};

interface SectionGroup {
  readonly name: string;
  readonly sections: readonly Section[];
}

/** PROF-01, EYE-12: the sections by what they are about, in the list at the side and in the menu. */
const sectionGroups: readonly SectionGroup[] = [
  { name: 'You', sections: ['account', 'verification'] },
  { name: 'Safety', sections: ['security', 'checkUp', 'addressBook'] },
  { name: 'Money', sections: ['statements', 'taxReport'] },
  { name: 'App', sections: ['notifications'] },
];

/**
 * Administrators and officers hold no money here, so they have no identity to verify and no addresses to
 * save.
 */
const customersOnly: readonly Section[] = [
  'verification',
  'checkUp',
  'addressBook',
  'statements',
  'taxReport',
];

/** What a section says at its address to those who have none of it; the document gives it to all roles (SPEC-02). */
const noneTexts: Partial<Record<Section, string>> = {
  verification:
    'You have no identity to verify here: whoever works for us holds no money in this account. Customers verify theirs on this page.',
  addressBook:
    'You have no saved addresses: whoever works for us holds no money in this account, so nothing is withdrawn from it. Customers keep theirs on this page.',
};

/** Undefined if the role has something there. */
export const noneText = (role: Role | undefined, section: Section): string | undefined =>
  role === undefined || role === 'user' ? undefined : noneTexts[section];

/** The sections a role may open. `setsUp`: an account that must set up a second factor first. */
export const sectionsFor = (
  role: Role | undefined,
  list: readonly Section[],
  setsUp = false,
): readonly Section[] =>
  setsUp
    ? list.filter((section) => section === 'security')
    : role !== undefined && role !== 'user'
      ? list.filter((section) => !customersOnly.includes(section))
      : list;

/** The groups of which a role has something. */
export const groupsFor = (role: Role | undefined, setsUp = false): readonly SectionGroup[] =>
  sectionGroups
    .map(({ name, sections }) => ({ name, sections: sectionsFor(role, sections, setsUp) }))
    .filter(({ sections }) => sections.length > 0);

export const sectionPath = (section: Section): string => `/profile/${section}`;

export type ProfilePlace =
  /** `heading`: the menu draws its own heading, because the app's frame draws none here. */
  | { readonly kind: 'menu'; readonly heading: boolean }
  | { readonly kind: 'section'; readonly section: Section }
  /** There is no section of that name, or the role may not open it. */
  | { readonly kind: 'elsewhere' };

/**
 * SHELL-05: what a path below /profile shows. `name` is its last part, undefined for /profile itself.
 * `whole`: /profile shows the account, not the menu, because wide screens have tabs.
 */
export function placeAt(
  name: string | undefined,
  role: Role | undefined,
  whole: boolean,
): ProfilePlace {
  if (name === 'mobile') return { kind: 'menu', heading: false };
  if (name === undefined) {
    return whole ? { kind: 'section', section: 'account' } : { kind: 'menu', heading: true };
  }
  const section = profileSections.find((one) => one === name);
  const opens =
    section && (sectionsFor(role, [section]).length > 0 || noneText(role, section) !== undefined);
  return opens ? { kind: 'section', section } : { kind: 'elsewhere' };
}
