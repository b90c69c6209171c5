/** Calls that one worker makes at once: of one seller, and of all sellers. More are refused before any money moves. */
export const SELLER_LIMITS = { ofOne: 8, ofAll: 32 } as const
