import { Migration } from '@mikro-orm/migrations'

/**
 * Which wallets have ever paid here, what settlements cost whoever pays their fees, which Transfer of a transaction paid,
 * and the network a trial was claimed from.
 */
export class ProvenPayments extends Migration {
  override name = '0015-proven-payments'

  override up() {
    for (const statement of [PROVEN, PURGES, COUNTS, TRIALS, SENT_BY, CONTRACTS, COSTS, TRANSFERS])
      this.addSql(statement)
  }
}

// A wallet is proven from its first settled payment on.
const PROVEN = `
alter table payer add column proven_at timestamptz;
update payer y set proven_at = paid.first_at from (
  select network, payer, min(settled_at) as first_at from payment_proof where state = 'settled' group by network, payer
) paid where paid.network = y.network and paid.payer = y.address;
`

const PURGES = `
create index payment_claimed on payment_proof (held_until) where state = 'claimed';
create index payer_never_paid on payer (network, address) where proven_at is null and open_payments = 0 and failures = 0;
`

// As in 0005-payments, and a payment that settles proves its payer.
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

// A keyed hash of a /24 of IPv4 or a /48 of IPv6.
const TRIALS = `alter table trial_claim add column block_hash bytea`

// A keyed hash of the client's address. It is forgotten when the payment is settled or is known not to settle.
const SENT_BY = `alter table payment_proof add column client bytea`

// A contract wallet can pass every trial and fail on chain, so only one settlement of it is on its way at a time.
const CONTRACTS = `
alter table settlement add column is_contract boolean not null default false;
create unique index settlement_one_of_contract on settlement (network, payer) where state = 'open' and is_contract;
`

const COSTS = `
create table settlement_cost (
  settlement_key text primary key references settlement (key),
  network text not null,
  payer text not null,
  client bytea,
  is_contract boolean not null,
  is_lost boolean not null,
  fee bigint not null check (fee >= 0),
  paid bigint not null check (paid >= 0),
  at timestamptz not null default now(),
  constraint settlement_cost_lost_or_paid check (not is_lost or paid = 0)
);
create index settlement_cost_of_payer on settlement_cost (network, payer, at);
create index settlement_cost_of_client on settlement_cost (client, at) where client is not null;
create index settlement_cost_at on settlement_cost (at);
`

// One transaction may use several authorizations, and each moves its own USDC. Payments recorded before, and those whose
// log is not told, have the whole transaction.
const TRANSFERS = `
alter table payment_proof add column log_index integer check (log_index >= 0);
create unique index payment_one_transfer on payment_proof (network, transaction, coalesce(log_index, -1)) where transaction is not null;
drop index payment_one_transaction;
`
