import { geolocationPath } from '#core/contract/geolocation.ts';
import { onlineNow, reportSilence } from '#platform/network.ts';
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
    // The next call asks again. Also find out whether the server answers at all.
    asked = undefined;
    void reportSilence();
    return '';
  }
}

/**
 * The visitor's country code for the sign-in page; empty if unknown. The answer is not checked
 * against the contract, which the start page does not load: it only chooses between two links.
 */
export async function visitorCountry(): Promise<string> {
  const known = visitStorage.get('userCountry');
  if (known) return known;
  if (!onlineNow()) return '';
  asked ??= ask();
  return asked;
}
