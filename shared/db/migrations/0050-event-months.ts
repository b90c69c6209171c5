import { Migration } from '@mikro-orm/migrations'

import { exchangeStatement } from './exchange-statement.ts'

/**
 * Events by month. Writing an event is a part of what it tells of, so one that has no partition of its month goes to a default
 * partition instead of failing.
 */
export class EventMonths extends Migration {
  override name = '0050-event-months'

  override up() {
    for (const statement of [KEY, EXCHANGE, DEFAULT]) this.addSql(statement)
  }
}

const KEY = `
alter table event drop constraint event_pkey;
alter table event add constraint event_pkey primary key using index event_of_month;
`
const EXCHANGE = exchangeStatement('event', 'created_at', '(id, created_at)')
const DEFAULT = `create table months.event_default partition of event default`
