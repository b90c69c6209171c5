import { defineEntity, p } from '@mikro-orm/core'

const JournalRestSchema = defineEntity({
  name: 'JournalRest',
  tableName: 'journal_rest',
  properties: {
    journalId: p.bigint().primary().autoincrement(false),
    amount: p.bigint().check('amount > 0'),
  },
})

/** What the calls of a journal cost whose month was dropped, while the journal is still there. */
export class JournalRest extends JournalRestSchema.class {}
JournalRestSchema.setClass(JournalRest)
