import { geolocationPath } from '#core/public-paths.ts';
import { online, reportSilence } from '#platform/network.ts';
import { visitStorage } from '#platform/storage.ts';

let asked: Promise<string> | undefined;

const codeIn = (answer: unknown): string => {
  const { country, countryCode } = Object(answer);
  return String(country || countryCode || '');
};

async function ask(): Promise<string> {
  try {
    const response = await fetch(geolocationPath);
    return response.ok ? codeIn(await response.json()) : '';
  } catch {
    // Asked again when the page is opened anew. Whether anybody answers at all is worth knowing, too.
    asked = undefined;
    void reportSilence();
    return '';
  }
}

/**
 * The country of whoever is at the sign-in page, as a code; empty where nobody knows. Without the
 * contract's checks, which the start page does without: it only chooses between two links.
 */
export async function visitorCountry(): Promise<string> {
  const known = visitStorage.get('userCountry');
  if (known) return known;
  if (!online.peek()) return '';
  asked ??= ask();
  return asked;
}
