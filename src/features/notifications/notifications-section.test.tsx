import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { NotificationsSection } from './notifications-section.tsx';
import { notifications } from './notifications-state.ts';

const before = { ...notifications };
afterEach(() => void Object.assign(notifications, before));

const said = (refused: number, push: 'on' | 'off'): string => {
  Object.assign(notifications, { status: 'ready', push, refused });
  return renderToStaticMarkup(<NotificationsSection />);
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
