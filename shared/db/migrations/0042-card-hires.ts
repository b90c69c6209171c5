import { Migration } from '@mikro-orm/migrations'

/** Hires that are paid by card, what the card processor takes for itself of each payment, and evidence against disputes. */
export class CardHires extends Migration {
  override name = '0042-card-hires'

  override up() {
    for (const statement of [HIRES, PAYMENTS, RULES, LEDGER]) this.addSql(statement)
  }
}

const HIRES = `
create table card_hire (
  id uuid primary key,
  job_id uuid not null references job (id),
  proposal_id uuid not null references proposal (id),
  poster_id uuid not null references market_user (id),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index card_hire_of_job on card_hire (job_id);
create table card_evidence (
  id uuid primary key,
  dispute_id text not null references card_dispute (id),
  text text not null check (length(text) between 1 and 5000),
  state text not null default 'asked' check (state in ('asked', 'sent', 'refused')),
  problem text check (length(problem) <= 200),
  tries integer not null default 0,
  look_at timestamptz default now(),
  created_at timestamptz not null default now(),
  constraint card_evidence_asked check ((state = 'asked') = (look_at is not null))
);
create index card_evidence_of_dispute on card_evidence (dispute_id);
create index card_evidence_to_send on card_evidence (look_at) where look_at is not null;
create table card_hire_correction (
  hire_id uuid not null references card_hire (id),
  nth integer not null check (nth > 0),
  payable_id uuid not null unique references payable (id),
  primary key (hire_id, nth)
);
`

// A payment is that of a purchase or of a hire, whose id it has; the rule below keeps what the reference did.
const PAYMENTS = `
alter table card_payment add column hire_id uuid, add column processor_fee_cents integer not null default 0;
alter table card_payment add constraint card_payment_of_hire check ((hire_id is null) or (hire_id = purchase_id)) not valid;
alter table card_payment validate constraint card_payment_of_hire;
alter table card_payment drop constraint card_payment_purchase_id_fkey;
alter table card_payment add constraint card_payment_hire_id_fkey foreign key (hire_id) references card_hire (id) not valid;
alter table card_payment validate constraint card_payment_hire_id_fkey;
alter table card_dispute drop constraint card_dispute_purchase_id_fkey;
alter table card_dispute add constraint card_dispute_purchase_id_fkey foreign key (purchase_id) references card_payment (purchase_id) not valid;
alter table card_dispute validate constraint card_dispute_purchase_id_fkey;
`

// A hire by card is funded exactly by its one payment; judged when the transaction ends.
const RULES = `
create function card_payment_has_purchase() returns trigger language plpgsql as $$
begin
  if not exists (select from purchase where id = new.purchase_id) then
    raise exception 'card payment % is of no purchase', new.purchase_id using errcode = '23503', constraint = 'card_payment_of_purchase';
  end if;
  return new;
end $$;
create trigger card_payment_of_purchase before insert on card_payment for each row when (new.hire_id is null) execute function card_payment_has_purchase();

create function card_hire_is_funded() returns trigger language plpgsql as $$
declare
  job constant uuid := case tg_table_name when 'engagement' then (to_jsonb(new)->>'job_id')::uuid
    else (select job_id from card_hire where id = (to_jsonb(new)->>'hire_id')::uuid) end;
begin
  if (select count(*) from card_hire h join card_payment c on c.hire_id = h.id and c.state = 'paid' where h.job_id = job)
    <> (select count(*) from engagement e where e.job_id = job and e.payer_account_id = 42)
    or exists (
      select from engagement e join card_hire h on h.job_id = e.job_id join card_payment c on c.hire_id = h.id and c.state = 'paid'
      where e.job_id = job and (e.payer_account_id <> 42 or e.proposal_id <> h.proposal_id or e.bid_cents + e.check_cents <> c.amount_cents)
    ) then
    raise exception 'job % is hired for by card exactly as its one payment says', job using errcode = '23514', constraint = 'I63';
  end if;
  return null;
end $$;
create constraint trigger card_payment_hires after insert or update on card_payment deferrable initially deferred for each row
  when (new.hire_id is not null and new.state in ('paid', 'surplus')) execute function card_hire_is_funded();
create constraint trigger engagement_by_card after insert on engagement deferrable initially deferred for each row
  when (new.payer_account_id = 42) execute function card_hire_is_funded();

create function card_hire_refused() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: what was agreed is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'card_kept';
end $$;
create trigger card_hire_kept before update or delete or truncate on card_hire for each statement execute function card_hire_refused();
create trigger card_hire_correction_kept before update or delete or truncate on card_hire_correction for each statement execute function card_hire_refused();
`

const LEDGER = `
insert into account (id, code, kind, currency) values (45, 'card_processor_fees', 'equity', 'usdc');
`
