/** Why nothing can be bought, sold or exchanged yet (KEEP-14); pages know by it what to offer. */
export const TAX_NEEDED =
  'Before your first trade, the law has us ask where you pay tax. State it under Profile, Verification: it takes a minute.';
