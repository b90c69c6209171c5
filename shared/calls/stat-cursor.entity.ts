import { defineEntity, p } from '@mikro-orm/core'

const StatCursorSchema = defineEntity({
  name: 'StatCursor',
  tableName: 'stat_cursor',
  properties: {
    id: p.boolean().primary().default(true).check('id'),
    countedTo: p.datetime(),
  },
})

/** The one row that says up to when calls are counted in outcome_stat. */
export class StatCursor extends StatCursorSchema.class {}
StatCursorSchema.setClass(StatCursor)
