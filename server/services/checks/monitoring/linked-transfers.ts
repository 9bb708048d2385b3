/**
 * Transfers of a customer in one direction within this time are linked: against a threshold in EUR they count
 * together (HARD-57).
 */
export const LINKED_SECONDS = 24 * 3600;
