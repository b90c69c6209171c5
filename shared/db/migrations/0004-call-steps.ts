import { Migration } from '@mikro-orm/migrations'

/** Workflows: the steps of a call, and calls that are a part of another one (never charged apart). */
export class CallSteps extends Migration {
  override name = '0004-call-steps'

  override up() {
    this.addSql(`alter table call drop constraint call_payer_check`)
    this.addSql(
      `alter table call add constraint call_payer_check check (payer in ('free', 'prepaid', 'trial', 'pass', 'x402', 'part'))`,
    )
    this.addSql(`alter table call add column part_of uuid`)
    this.addSql(
      `alter table call add constraint call_part_costs_nothing check ((payer = 'part') = (part_of is not null) and (payer <> 'part' or price = 0))`,
    )
    this.addSql(`create table call_step (
      call_id uuid not null,
      step text not null,
      slug text not null,
      state text not null check (state in ('running', 'done', 'failed')),
      result text,
      refusal text,
      ms real,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (call_id, step),
      constraint call_step_done_has_result check (state <> 'done' or result is not null),
      constraint call_step_failed_has_refusal check (state <> 'failed' or refusal is not null)
    )`)
  }
}
