import { Migration } from '@mikro-orm/migrations'

/** A win of an auction that was paid by card and on Solana: the card payment becomes a surplus, which goes back. */
export class CardsReplaced extends Migration {
  override name = '0039-cards-replaced'

  override up() {
    this.addSql(RULES)
  }
}

// A payment that pays nothing any more has given nothing back yet.
const RULES = `
drop trigger card_payment_kept on card_payment;
create trigger card_payment_kept before update on card_payment for each row when (
  (old.purchase_id, old.amount_cents) is distinct from (new.purchase_id, new.amount_cents)
  or (old.intent_id is not null and old.intent_id is distinct from new.intent_id)
  or (old.state <> new.state and (old.state, new.state) not in (('open', 'paid'), ('open', 'surplus'), ('open', 'canceled'), ('paid', 'surplus')))
  or (old.state = 'paid' and new.state = 'surplus' and old.refunded_cents + old.disputed_cents + old.fee_cents > 0)
  or old.refunded_cents > new.refunded_cents or old.reading > new.reading
) execute function card_change_refused();
`
