/** Codes are pasted with spaces and line ends around and in them. */
export const cleanCode = (typed: string): string => typed.replace(/\s/g, '');
