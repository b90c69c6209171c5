import { Migration } from '@mikro-orm/migrations'

/** A call whose first attempt travels with its job may be captured without a start. */
export class CarriedAttempts extends Migration {
  override name = '0022-carried-attempts'

  override up() {
    for (const statement of [INSERTED, CHANGED]) this.addSql(statement)
  }
}

// A held call has attempt 0 and no lease, or its job carries its first attempt: attempt 1 with a lease.
const INSERTED = `
create or replace trigger call_states_insert before insert on call for each row when (
  new.state not in ('held', 'paying')
  or new.attempt not in (0, 1) or (new.attempt = 1) <> (new.lease_until is not null) or (new.state = 'paying' and new.attempt = 1)
) execute function call_transition_refused();
`

// What differs from 0003: held to captured, for attempt 1 that travels with its job.
const CHANGED = `
create or replace trigger call_states before update on call for each row when (
  (old.state is distinct from new.state and not (
    (old.state = 'paying' and new.state in ('held', 'released'))
    or (old.state = 'held' and new.state in ('running', 'released'))
    or (old.state = 'held' and new.state = 'captured' and old.attempt = 1 and new.attempt = 1 and old.lease_until is not null)
    or (old.state = 'running' and new.state in ('captured', 'settling', 'released'))
    or (old.state = 'settling' and new.state in ('captured', 'released'))))
  -- A call on a signed authorization (its hold is on a clearing account) shows no result before that is settled.
  or (old.state in ('held', 'running') and new.state = 'captured' and new.account_id in (5, 6))
  or (old.state = 'running' and new.state = 'settling' and new.account_id not in (5, 6))
  or old.price <> new.price or old.payer <> new.payer or old.slug <> new.slug
  or old.account_id is distinct from new.account_id or old.hold_id is distinct from new.hold_id
) execute function call_transition_refused();
`
