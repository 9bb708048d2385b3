/** How our staff speaks with a customer. */
export const channels = ['phone', 'email', 'video'] as const;
export type Channel = (typeof channels)[number];
