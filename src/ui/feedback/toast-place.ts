/** A box on screen, in pixels. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Around {
  /** The words of the page's title, where they are seen. */
  readonly title?: Box | undefined;
  /** The open dialog on top, and the words of its title. */
  readonly dialog?: { readonly box: Box; readonly title: Box | undefined } | undefined;
  readonly width: number;
  /** Where toasts stand when nothing is in their way. */
  readonly usual: number;
}

/** What is free between toasts and what they must not cover. */
const GAP = 8;

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right + GAP &&
  other.left < one.right + GAP &&
  one.top < other.bottom + GAP &&
  other.top < one.bottom + GAP;

/** A dialog may be covered, its edges may not. */
const crosses = (toasts: Box, dialog: Box): boolean =>
  meets(toasts, dialog) &&
  !(
    toasts.top >= dialog.top + GAP &&
    toasts.bottom <= dialog.bottom - GAP &&
    toasts.left >= dialog.left + GAP &&
    toasts.right <= dialog.right - GAP
  );

/**
 * How far from the top edge toasts of this size stand, centred: as high as they can without covering the page's title, a
 * dialog's title or its edge (SPEC-11). Where there is no such place, below the titles.
 */
export function toastTop(size: { width: number; height: number }, around: Around): number {
  const { title, dialog, width, usual } = around;
  const left = (width - size.width) / 2;
  const at = (top: number): Box => ({
    ...{ top, bottom: top + size.height },
    ...{ left, right: left + size.width },
  });
  const titles = [title, dialog?.title].filter((one) => one !== undefined);
  const isFree = (box: Box): boolean =>
    !titles.some((one) => meets(box, one)) && !(dialog && crosses(box, dialog.box));
  const below = titles.map((one) => one.bottom + GAP);
  const places = [usual, ...below, ...(dialog ? [dialog.box.bottom + GAP] : [])];
  return (
    places.toSorted((one, other) => one - other).find((top) => top >= usual && isFree(at(top))) ??
    Math.max(usual, ...below)
  );
}
