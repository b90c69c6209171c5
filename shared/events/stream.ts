/**
 * Names of event streams, as the column `stream` has them: of an account (UUID of the user), of a service key (id of its
 * ledger account, which a rotated key keeps) and of a pass (UUID).
 */
export const streamOfUser = (userId: string): string => `account:${userId}`
export const streamOfLedgerAccount = (accountId: string): string => `key:${accountId}`
export const streamOfPass = (passId: string): string => `pass:${passId}`
