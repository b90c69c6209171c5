import { Migration } from '@mikro-orm/migrations'

/**
 * What a settlement costs whoever pays its fees: which wallets are contracts, what they cost and what reverted settlements
 * lost, by wallet and by the address of the client that sent the payment.
 */
export class SettlementCosts extends Migration {
  override name = '0033-settlement-cost'

  override up() {
    for (const statement of [SENT_BY, CONTRACTS, COSTS]) this.addSql(statement)
  }
}

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
