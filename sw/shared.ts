import { LONGEST_SHARED } from '#core/domain/shared-payment.ts';
import { keepShared, LARGEST_PICTURE } from '#platform/shared-inbox.ts';

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

/**
 * Stores what another app shares on this device (LIVE-04), also offline; the page that opens asks what to do
 * with it.
 */
export async function answerShared(request: Request, kept: CacheStorage): Promise<Response> {
  try {
    const form = await request.formData();
    await keepShared(kept, { text: textOf(form), ...pictureOf(form) }, Date.now());
  } catch {
    // It could not be read or stored: the page says that nothing arrived.
  }
  return Response.redirect('/pay', 303);
}
