import { Migration } from '@mikro-orm/migrations'

/** A call may cost less than its hold: its price falls in the statement that captures it. */
export class PartialCaptures extends Migration {
  override name = '0026-partial-captures'

  override up() {
    for (const statement of [STATES, CREDITED]) this.addSql(statement)
  }
}

// What differs from 0022: the price may fall when a running call is captured.
const STATES = `
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
  or (old.price <> new.price and not (new.price < old.price and old.state = 'running' and new.state = 'captured'))
  or old.payer <> new.payer or old.slug <> new.slug
  or old.account_id is distinct from new.account_id or old.hold_id is distinct from new.hold_id
) execute function call_transition_refused();
`

// What differs from 0005: what a settled payment has over the price of its captured call is due as a credit, too.
const CREDITED = `
create or replace trigger call_frees_payment after update on call for each row when (
  new.payer = 'x402' and ((new.state = 'released' and old.state <> 'released') or new.price < old.price)
) execute function call_frees_its_payment();
`
