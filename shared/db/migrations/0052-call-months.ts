import { Migration } from '@mikro-orm/migrations'

import { exchangeStatement } from './exchange-statement.ts'

/**
 * Calls by the month of their id. A call whose month has no partition is refused before money moves; months are made two ahead.
 * The index that kept Idempotency-Keys unique stays on the first partition while it has rows: processes of before find keys by it.
 */
export class CallMonths extends Migration {
  override name = '0052-call-months'

  override up() {
    for (const statement of [EXCHANGE, KEYS]) this.addSql(statement)
  }
}

const EXCHANGE = exchangeStatement('call', 'id', '(id)')
const KEYS = `
do $$
begin
  if not exists (select from call) then drop index months.call_idem; end if;
end $$
`
