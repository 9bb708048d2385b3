import { expect, test } from 'vitest';
import type { WaysBeside } from '#core/contract/account/ways-in.ts';
import { rendered, words } from '#ui/hooks/rendered.fixture.tsx';
import { WaysBesideList } from './ways-beside.tsx';

const shown = (ways: WaysBeside): string =>
  rendered(<WaysBesideList ways={ways} onRemove={() => undefined} onFreeze={() => undefined} />);

const old = { id: 'a', name: 'Phone', addedAt: '2025-01-02T10:00:00.000Z', isNew: false };
const added = { id: 'b', name: 'Passkey', addedAt: '2026-05-03T10:00:00.000Z', isNew: true };

test('HARD-64 after a change of the password each passkey and the factor are shown, the new ones told and offered to be removed', () => {
  const lines = [
    ...shown({
      passkeys: [old, added],
      twoFactor: { since: '2026-05-04T10:00:00.000Z', isNew: true },
    }).matchAll(/<li.*?<\/li>/gs),
  ].map(([line]) => words(line));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/Passkey “Passkey”.*May 3.*New since.*Remove “Passkey”/);
  expect(lines[1]).toMatch(/Passkey “Phone”.*2025/);
  expect(lines[1]).not.toContain('New since');
  expect(lines[1]).toContain('Remove “Phone”');
  expect(lines[2]).toMatch(/Two-factor authentication.*May 4.*Not mine: freeze my account/);
});

test('HARD-64 a factor from before is named without an offer, and no way in is said, too', () => {
  const known = shown({ passkeys: [], twoFactor: { since: null, isNew: false } });
  expect(known).toContain('Two-factor authentication');
  expect(known).not.toContain('freeze');
  expect(shown({ passkeys: [], twoFactor: null })).toContain('Only your new password signs you in');
});
