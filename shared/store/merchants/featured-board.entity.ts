import { defineEntity, p } from '@mikro-orm/core'

const FeaturedBoardSchema = defineEntity({
  name: 'FeaturedBoard',
  tableName: 'featured_board',
  properties: {
    id: p.boolean().primary().default(true).check('id'),
    turn: p.bigint().defaultRaw('0'),
  },
})

/** The one row that counts whose turn it is among the featured merchants. */
export class FeaturedBoard extends FeaturedBoardSchema.class {}
FeaturedBoardSchema.setClass(FeaturedBoard)
