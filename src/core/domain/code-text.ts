/** A pasted code without spaces and line ends. */
export const cleanCode = (typed: string): string => typed.replace(/\s/g, '');
