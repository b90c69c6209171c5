/** Tables without an entity, and why. */
export const TABLES_WITHOUT_ENTITY: Readonly<Record<string, string>> = {
  leaderboard_entry: 'a leaderboard is replaced whole; its rows have no key, which an entity must have',
}
