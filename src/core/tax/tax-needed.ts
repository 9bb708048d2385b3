/** Why the customer cannot trade yet (KEEP-14). Pages compare with this text to offer the tax form. */
export const TAX_NEEDED =
  'Before your first trade, the law has us ask where you pay tax. State it under Profile, Verification: it takes a minute.';
