/**
 * A part of the app that did not load: a script or style is missing, or is not what the build made.
 * Browsers report a missing script, a truncated one and one without the wanted export differently.
 */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'a part of the app is empty', { cause });
  }
}

/**
 * The bundler's error for a style sheet that did not load; it requests each only once per page
 * load.
 */
export const isMissingStyle = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS');
