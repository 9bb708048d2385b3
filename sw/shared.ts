import { LONGEST_SHARED } from '#core/networks/shared-payment.ts';
import { keepShared, LARGEST_PICTURE } from '#platform/worker/shared-inbox.ts';

const textOf = (form: FormData): string =>
  ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((value) => typeof value === 'string')
    .join(' ')
    .slice(0, LONGEST_SHARED)
    // The cut may have separated the halves of a character.
    .replace(/[\ud800-\udbff]$/, '');

function pictureOf(form: FormData): { readonly picture: Blob; readonly tooLarge: boolean } {
  const file = form.get('picture');
  if (!(file instanceof File)) return { picture: new Blob(), tooLarge: false };
  const tooLarge = file.size > LARGEST_PICTURE;
  return { picture: tooLarge ? new Blob() : file, tooLarge };
}

/** With these a browser sends no referrer to another site. */
const HIDING: readonly string[] = ['no-referrer', 'same-origin'];

function addressOf(said: string): URL | undefined {
  try {
    return new URL(said);
  } catch {
    return undefined;
  }
}

/**
 * The website that posted a share, so that it is not taken for one of the system: a form of any site reaches the
 * worker like that one. Browsers tell a worker the referrer and, if the sender hides it, the policy that it was
 * hidden with, which a share of the system has no reason for; Chromium also tells `Origin`, and none `Sec-Fetch-Site`.
 * What cannot be told from the system's: the form of a page that stands in a sandbox by its own policy. The page
 * therefore calls everything that arrives something from outside.
 */
export function senderOf(
  { headers, referrer, referrerPolicy }: Request,
  own: string,
): string | undefined {
  for (const said of [referrer, headers.get('origin') ?? '']) {
    const from = addressOf(said);
    if (from && from.host !== '' && from.origin !== own) return from.host;
  }
  if (referrer === '' && HIDING.includes(referrerPolicy)) return '';
  return headers.get('sec-fetch-site')?.endsWith('-site') ? '' : undefined;
}

/**
 * Stores what another app shares on this device (LIVE-04), also offline; the page that opens asks what to do
 * with it.
 */
export async function answerShared(
  request: Request,
  kept: CacheStorage,
  own: string,
): Promise<Response> {
  try {
    const form = await request.formData();
    const site = senderOf(request, own);
    await keepShared(kept, { text: textOf(form), ...pictureOf(form), site }, Date.now());
  } catch {
    // It could not be read or stored: the page says that nothing arrived.
  }
  return Response.redirect('/pay', 303);
}
