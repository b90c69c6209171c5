import { Migration } from '@mikro-orm/migrations'

/** Licences of purchases: rotations of their keys, uses, and where they are in use; which sales were counted; and refunds on chain. */
export class Licenses extends Migration {
  override name = '0023-licenses'

  override up() {
    for (const statement of [TABLES, SALES, REFUNDS]) this.addSql(statement)
  }
}

const TABLES = `
create table license (
  purchase_id uuid primary key references purchase (id),
  generation integer not null default 0 check (generation between 0 and 65535),
  uses bigint not null default 0 check (uses >= 0),
  created_at timestamptz not null default now(),
  rotated_at timestamptz
);
create table license_activation (
  id uuid primary key,
  purchase_id uuid not null references license (purchase_id),
  instance text not null check (length(instance) between 1 and 120),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index license_activation_one on license_activation (purchase_id, instance) where ended_at is null;
`

const SALES = `
alter table purchase add column counted_at timestamptz;
create index purchase_to_count on purchase (refundable_until) where counted_at is null and status = 'paid';
`

const REFUNDS = `
alter table payout add column call_id uuid unique;
alter table payout add constraint payout_refund_of check ((call_id is null) = (pay_to is null));
insert into account (id, code, kind, currency) values (16, 'refunds:x402', 'payable', 'usdc');
`
