import { defineEntity, p } from '@mikro-orm/core'

const LeaderboardSchema = defineEntity({
  name: 'Leaderboard',
  tableName: 'leaderboard',
  properties: {
    metric: p.text().primary(),
    period: p.text().primary(),
    fromAt: p.datetime().nullable(),
    takenAt: p.datetime(),
    total: p.integer(),
  },
})

/**
 * When a leaderboard was last computed. Its rows are in `leaderboard_entry`, which has no key and is replaced as a
 * whole.
 */
export class Leaderboard extends LeaderboardSchema.class {}
LeaderboardSchema.setClass(Leaderboard)
