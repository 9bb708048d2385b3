import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/** Errors that pages have reported. A test fails if the list is not empty at its end. */
export interface Problems {
  list(): readonly string[];
  /** Allows errors that match, for a test that provokes them on purpose. */
  allow(pattern: RegExp): void;
}

/**
 * Whether a console error is expected. Chromium logs one for every answer with a status of 400 or above and for every
 * lost connection. Refusals of the API and a network that a test has cut are expected, other failed loads are not.
 */
function isExpected(message: ConsoleMessage): boolean {
  const text = message.text();
  if (!text.startsWith('Failed to load resource:')) return false;
  const { pathname } = new URL(message.location().url || 'http://unknown/');
  return /net::ERR_/.test(text) || pathname.startsWith('/api/');
}

/** Collects console errors, uncaught errors and violations of the content security policy. */
export async function collectProblems(context: BrowserContext): Promise<Problems> {
  const found: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) found.push(message.text());
  });
  context.on('weberror', (event) => {
    const error = event.error();
    found.push(`uncaught: ${error.name} ${error.stack || error.message}`);
  });
  await context.exposeBinding('__reportViolation', (_source, text: string) => {
    found.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, '__reportViolation');
      report(`policy: ${event.violatedDirective} blocked ${event.blockedURI} ${event.sample}`);
    });
  });
  return {
    list: () => found.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    allow: (pattern) => allowed.push(pattern),
  };
}
