/**
 * Long lists of cases have a part in `npm test` and every case in `npm run test:faults`, which sets `EVERY_CASE=1`. The
 * part is every `share`th case from `first` on; lists that are tried in several places begin elsewhere in each, so that
 * together they try every case.
 */
export const inTurn = <Case>(cases: readonly Case[], share: number, first = 0): readonly Case[] =>
  process.env['EVERY_CASE'] === '1' ? cases : cases.filter((_, at) => (at + first) % share === 0)
