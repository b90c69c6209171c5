import { Migration } from '@mikro-orm/migrations'

/** A hire can be paid by x402: its engagement names the payment, so that a refund finds the way back. */
export class JobPayments extends Migration {
  override name = '0029-job-payments'

  override up() {
    for (const statement of [PAYMENT, STATES]) this.addSql(statement)
  }
}

const PAYMENT = `
alter table engagement add column payment_id uuid;
`

// What differs from 0028: the payment of a hire is kept, too.
const STATES = `
create or replace trigger engagement_states before update on engagement for each row when (
  old.decided_at is not null
  or (old.proposal_id, old.poster_id, old.poster_account_id, old.worker_id, old.worker_account_id, old.payer_account_id, old.payment_id, old.bid_cents, old.check_cents, old.fee_bps, old.funded_at)
    is distinct from (new.proposal_id, new.poster_id, new.poster_account_id, new.worker_id, new.worker_account_id, new.payer_account_id, new.payment_id, new.bid_cents, new.check_cents, new.fee_bps, new.funded_at)
  or new.deliveries < old.deliveries or (old.disputed_at is not null and (old.disputed_at, old.disputed_by) is distinct from (new.disputed_at, new.disputed_by))
) execute function job_change_refused();
`
