import { Migration } from '@mikro-orm/migrations'

/** Which wallets have ever paid here, and indexes for the rows that purging removes. */
export class ProvenPayers extends Migration {
  override name = '0031-proven-payers'

  override up() {
    for (const statement of [COLUMN, INDEXES, COUNTS]) this.addSql(statement)
  }
}

// A wallet is proven from its first settled payment on.
const COLUMN = `
alter table payer add column proven_at timestamptz;
update payer y set proven_at = paid.first_at from (
  select network, payer, min(settled_at) as first_at from payment_proof where state = 'settled' group by network, payer
) paid where paid.network = y.network and paid.payer = y.address;
`

const INDEXES = `
create index payment_claimed on payment_proof (held_until) where state = 'claimed';
create index payer_never_paid on payer (network, address) where proven_at is null and open_payments = 0 and failures = 0;
`

// As in 0005-x402, and a payment that settles proves its payer.
const COUNTS = `
create or replace function payment_counts() returns trigger language plpgsql as $$
declare
  was_open constant boolean := tg_op <> 'INSERT' and old.state in ('verified', 'settling');
  is_open constant boolean := tg_op <> 'DELETE' and new.state in ('verified', 'settling');
  is_settled constant boolean := tg_op <> 'DELETE' and new.state = 'settled';
begin
  if is_open and not was_open then
    insert into payer as p (network, address, open_payments, open_amount) values (new.network, new.payer, 1, new.amount)
    on conflict (network, address) do update set open_payments = p.open_payments + 1, open_amount = p.open_amount + new.amount;
  elsif was_open and not is_open then
    update payer set open_payments = open_payments - 1, open_amount = open_amount - old.amount,
      proven_at = case when is_settled then coalesce(proven_at, now()) else proven_at end
    where network = old.network and address = old.payer;
  end if;
  return null;
end $$;
`
