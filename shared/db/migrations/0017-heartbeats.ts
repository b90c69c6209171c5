import { Migration } from '@mikro-orm/migrations'

/** Heartbeats of workers tell which pools are open and why one is not; calls keep large inputs uncompressed and when they settle. */
export class Heartbeats extends Migration {
  override name = '0017-heartbeats'

  override up() {
    for (const statement of [HEARTBEATS, INPUTS, SETTLE]) this.addSql(statement)
  }
}

const HEARTBEATS = `
alter table worker_pulse
  add column is_open boolean not null default true,
  add column notice text,
  add constraint pulse_closed_has_notice check (is_open or notice is not null);
alter table worker_pulse rename to worker_heartbeat;
`

// Compressing an input of 8 MB takes PostgreSQL a fifth of a second, in the statement that accepts the call.
const INPUTS = 'alter table call alter column input set storage external'

// When the x402 payment of a call settles; null for every other payer. Account 7 is unearned:x402: money that arrived
// before its call ran.
const SETTLE = `
alter table call add column settle text check (settle in ('before', 'after'));
update call set settle = case account_id when 7 then 'before' else 'after' end where payer = 'x402' and finished_at is null;
`
