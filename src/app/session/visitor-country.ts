import { visitStorage } from '#platform/kept/storage.ts';
import { onlineNow } from '#platform/page/online.ts';
import { locate } from '#transport/session/visitor-place.ts';

let asked: Promise<string> | undefined;

async function ask(): Promise<string> {
  const place = await locate();
  // Nobody answered: the next call asks again.
  if (!place) asked = undefined;
  return place?.country || place?.countryCode || '';
}

/** The visitor's country code for the sign-in page; empty if unknown. */
export async function visitorCountry(): Promise<string> {
  const known = visitStorage.get('userCountry');
  if (known) return known;
  if (!onlineNow()) return '';
  asked ??= ask();
  return asked;
}
