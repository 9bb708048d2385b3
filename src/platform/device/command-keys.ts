/** In a text field of an Apple device, Ctrl+K edits the text: there the command key takes its place. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open the command bar (EYE-12). */
export const commandKeys = (): string => (isApple() ? '⌘ K' : 'Ctrl K');
