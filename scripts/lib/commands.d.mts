/** A command as the test command runs it. */
export const commands: readonly { readonly name: string; readonly says: string }[];
