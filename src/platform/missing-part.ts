/** The bundler's word for a style sheet that did not come. It asks for each once in the life of a page. */
export const isMissingStyle = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS');

/** A part of the app that did not come: its script, in the browser's words, or its styles. */
export const isMissingPart = (error: unknown): boolean =>
  (error instanceof TypeError && /import|module/i.test(error.message)) || isMissingStyle(error);
