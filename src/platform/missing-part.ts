/**
 * The bundler's error for a style sheet that did not load; it requests each only once per page
 * load.
 */
export const isMissingStyle = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS');

/** Whether a part of the app did not load: its script (a browser's error) or its styles. */
export const isMissingPart = (error: unknown): boolean =>
  (error instanceof TypeError && /import|module/i.test(error.message)) || isMissingStyle(error);
