import { Migration } from '@mikro-orm/migrations'

/**
 * A call whose payment settles after its run may have its result stored without a start, by the attempt that its job offers:
 * attempt 0, while no other has begun.
 */
export class OfferedAttempts extends Migration {
  override name = '0058-offered-attempts'

  override up() {
    this.addSql(CHANGED)
  }
}

// What differs from 0043: held to settling, for a call that nobody has started.
const CHANGED = `
create or replace trigger call_states before update on call for each row when (
  (old.state is distinct from new.state and not (
    (old.state = 'paying' and new.state in ('held', 'released'))
    or (old.state = 'held' and new.state in ('running', 'released'))
    or (old.state = 'held' and new.state = 'captured' and old.attempt = 1 and new.attempt = 1 and old.lease_until is not null)
    or (old.state = 'held' and new.state = 'settling' and old.attempt = 0 and new.attempt = 1 and old.lease_until is null)
    or (old.state = 'running' and new.state in ('captured', 'settling', 'released'))
    or (old.state = 'settling' and new.state in ('captured', 'released'))))
  -- A call on a signed authorization (its hold is on a clearing account) shows no result before that is settled.
  or (old.state in ('held', 'running') and new.state = 'captured' and new.account_id in (5, 6))
  or (old.state in ('held', 'running') and new.state = 'settling' and new.account_id not in (5, 6))
  or (old.price <> new.price and not (new.price < old.price and old.state = 'running' and new.state = 'captured'))
  or old.payer <> new.payer or old.slug <> new.slug
  or old.account_id is distinct from new.account_id
  or (old.hold_id is distinct from new.hold_id and (new.hold_id is not null or old.finished_at is not null or new.finished_at is null))
  or (old.journal_id is distinct from new.journal_id and (old.state = 'captured' or new.state <> 'captured'))
  or (old.state <> 'captured' and new.state = 'captured' and (new.journal_id is not null) <> (new.price > 0 and new.hold_id is null))
) execute function call_transition_refused();
`
