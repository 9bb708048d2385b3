import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { neverSent, notificationGroups } from '#core/people/notifications.ts';
import { NotificationsSection } from './notifications-section.tsx';
import { notifications } from './notifications-state.ts';

const isSent = (event: string): boolean => !neverSent.some((one) => one === event);

const before = { ...notifications };
afterEach(() => void Object.assign(notifications, before));

const page = (): string =>
  renderToStaticMarkup(
    <Router ssrPath="/profile/notifications">
      <NotificationsSection />
    </Router>,
  );

const said = (refused: number, push: 'on' | 'off'): string => {
  Object.assign(notifications, { status: 'ready', push, refused });
  return page();
};

test('HARD-75 a customer whose push service refuses us is told, how often, and what to do', () => {
  expect(said(1, 'on')).toContain('refused our last message, so nothing arrives here');
  expect(said(3, 'on')).toMatch(
    /refused our last 3 messages.*Turn this off and on again\..*support/,
  );
  expect(said(0, 'on')).toContain('Shows pop-ups even when the app is closed.');
  // Whoever has turned it off is told nothing of it.
  expect(said(3, 'off')).not.toContain('refused');
});

test('a group is on while every row below it is, and so is the whole, whatever cannot happen', () => {
  const chosen = {
    popup: Object.values(notificationGroups.popup).flat().filter(isSent),
    email: Object.values(notificationGroups.email).flat().filter(isSent),
  };
  Object.assign(notifications, { status: 'ready', push: 'off', refused: 0, chosen });
  const html = page().replace(/<details[\s\S]*?<\/details>/g, '');
  const switches = html.match(/<input[^>]*role="switch"[^>]*>/g) ?? [];
  const off = switches.filter((one) => one.includes('aria-checked="false"'));
  expect(switches.length).toBeGreaterThan(8);
  // Pop-ups outside the app.
  expect(off).toHaveLength(1);
});
