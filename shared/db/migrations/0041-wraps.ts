import { Migration } from '@mikro-orm/migrations'

/** Wraps: licences as tokens on Solana, who claimed them, and who holds a licence that moved. */
export class Wraps extends Migration {
  override name = '0041-wraps'

  override up() {
    for (const statement of [TABLES, RULES, EVENTS]) this.addSql(statement)
  }
}

const TABLES = `
create table wrap (
  id uuid primary key,
  purchase_id uuid not null references purchase (id),
  requested_by uuid not null references market_user (id),
  owner_wallet text not null check (length(owner_wallet) between 32 and 44),
  title text not null check (length(title) between 1 and 120),
  state text not null default 'requested' check (state in ('requested', 'minting', 'wrapped', 'failed', 'unwrapped')),
  mint text unique check (length(mint) between 32 and 44),
  transaction text check (length(transaction) between 64 and 90),
  token_wallet text check (length(token_wallet) between 32 and 44),
  token_account text check (length(token_account) between 32 and 44),
  reason text check (reason in ('not_sent', 'removed')),
  last_valid_block_height bigint,
  look_at timestamptz,
  created_at timestamptz not null default now(),
  signed_at timestamptz,
  wrapped_at timestamptz,
  ended_at timestamptz,
  constraint wrap_signed_mint check ((mint is not null) = (signed_at is not null and last_valid_block_height is not null)),
  constraint wrap_minted check (
    case when state in ('minting', 'wrapped', 'unwrapped') then mint is not null and token_account is not null else true end
    and (state in ('wrapped', 'unwrapped')) = (wrapped_at is not null)),
  constraint wrap_ended check (
    (state in ('failed', 'unwrapped')) = (ended_at is not null) and (ended_at is null) = (look_at is not null)
    and (state = 'failed') = (reason is not null))
) with (fillfactor = 80);
create index wrap_of_purchase on wrap (purchase_id, created_at);
create index wrap_signed on wrap (signed_at) where signed_at is not null;
create index wrap_to_look on wrap (look_at) where look_at is not null;
create unique index wrap_one_live on wrap (purchase_id) where state in ('requested', 'minting', 'wrapped');

create table wrap_claim (
  id uuid primary key,
  wrap_id uuid not null references wrap (id),
  purchase_id uuid not null references purchase (id),
  user_id uuid not null references market_user (id),
  wallet text not null check (length(wallet) between 32 and 44),
  slot bigint not null check (slot >= 0),
  generation integer not null check (generation > 0),
  created_at timestamptz not null default now(),
  constraint wrap_claim_once unique (purchase_id, generation)
);

create table license_holder (
  purchase_id uuid primary key references purchase (id),
  user_id uuid not null references market_user (id),
  since timestamptz not null default now()
);
create index license_holder_of_user on license_holder (user_id, since);
`

// Who holds a licence follows from the last claim; judged when the transaction ends. A purchase that is offered for
// resale, or was resold, is not wrapped, and one that is wrapped, or whose licence moved with a token, is not resold: both
// lock the purchase first.
const RULES = `
create function wrap_is_allowed() returns trigger language plpgsql as $$
declare
  sale purchase;
begin
  select * into sale from purchase where id = new.purchase_id for no key update;
  if new.state <> 'requested' or sale.status not in ('paid', 'partially_refunded') or sale.delivery_status not in ('delivered', 'confirmed')
    or new.requested_by is distinct from coalesce((select user_id from license_holder where purchase_id = sale.id), sale.buyer_id)
  then
    raise exception 'purchase % cannot be wrapped', new.purchase_id using errcode = '23514', constraint = 'wrap_allowed';
  end if;
  if sale.resold_as is not null or exists (select from resale_offer where purchase_id = new.purchase_id and state = 'active') then
    raise exception 'purchase % is offered for resale, or was resold', new.purchase_id using errcode = '23514', constraint = 'wrap_not_resold';
  end if;
  return new;
end $$;
create trigger wrap_allowed before insert on wrap for each row execute function wrap_is_allowed();
create trigger wrap_not_of_leaving before insert on wrap for each row execute function refuse_leaving('requested_by');

create or replace function purchase_is_wrapped(of_purchase uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from wrap where purchase_id = of_purchase and state in ('requested', 'minting', 'wrapped'))
    or exists (select from license_holder h join purchase p on p.id = h.purchase_id where p.id = of_purchase and h.user_id is distinct from p.buyer_id);
end $$;
create function resale_is_unwrapped() returns trigger language plpgsql as $$
begin
  perform from purchase where id = new.purchase_id for no key update;
  if purchase_is_wrapped(new.purchase_id) then
    raise exception 'purchase % is wrapped', new.purchase_id using errcode = '23514', constraint = 'resale_offer_unwrapped';
  end if;
  return new;
end $$;
create trigger resale_offer_unwrapped before insert on resale_offer for each row execute function resale_is_unwrapped();

create trigger wrap_kept before update on wrap for each row when (
  (old.id, old.purchase_id, old.requested_by, old.owner_wallet, old.title) is distinct from (new.id, new.purchase_id, new.requested_by, new.owner_wallet, new.title)
  or (old.mint is not null and old.mint is distinct from new.mint) or (old.signed_at is not null and old.signed_at is distinct from new.signed_at)
  or (old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'minting'), ('requested', 'failed'), ('minting', 'wrapped'), ('minting', 'failed'), ('wrapped', 'unwrapped')))
) execute function solana_change_refused();
create trigger wrap_stays before delete or truncate on wrap for each statement execute function solana_change_refused();
create trigger wrap_claim_kept before update or delete or truncate on wrap_claim for each statement execute function solana_change_refused();
create trigger license_holder_stays before delete or truncate on license_holder for each statement execute function solana_change_refused();

create function wrap_claim_is_of_token() returns trigger language plpgsql as $$
begin
  perform from wrap where id = new.wrap_id and purchase_id = new.purchase_id and state = 'wrapped' for no key update;
  if not found or exists (select from wrap_claim where wrap_id = new.wrap_id and slot >= new.slot)
    or not exists (select from license where purchase_id = new.purchase_id and generation >= new.generation)
  then
    raise exception 'a claim of purchase % is of no token, or of an older block than the last one', new.purchase_id
      using errcode = '23514', constraint = 'I57';
  end if;
  return new;
end $$;
create trigger wrap_claim_of_token before insert on wrap_claim for each row execute function wrap_claim_is_of_token();
create trigger wrap_claim_not_of_leaving before insert on wrap_claim for each row execute function refuse_leaving('user_id');

create function license_is_of_claimant() returns trigger language plpgsql as $$
begin
  if (select user_id from wrap_claim where purchase_id = new.purchase_id order by generation desc limit 1)
    is distinct from (select user_id from license_holder where purchase_id = new.purchase_id)
  then
    raise exception 'the licence of purchase % is held by whoever claimed it last', new.purchase_id using errcode = '23514', constraint = 'I57';
  end if;
  return null;
end $$;
create constraint trigger license_holder_of_claim after insert or update on license_holder deferrable initially deferred for each row
  execute function license_is_of_claimant();
create constraint trigger wrap_claim_moves after insert on wrap_claim deferrable initially deferred for each row
  execute function license_is_of_claimant();
`

// Told to the buyer and to who holds the licence; a claim to who held it before, too.
const EVENTS = `
create function wrap_tells() returns trigger language plpgsql as $$
declare
  sale purchase;
  who uuid;
begin
  select * into sale from purchase where id = new.purchase_id;
  for who in select distinct x from unnest(array[sale.buyer_id, (select user_id from license_holder where purchase_id = sale.id)]) x loop
    perform tell_user(who, 'wrap.updated', jsonb_build_object('purchase_id', public_id('pur', sale.id), 'listing_id', public_id('lst', sale.listing_id),
      'state', new.state, 'mint', new.mint, 'transaction', new.transaction, 'reason', new.reason));
  end loop;
  return null;
end $$;
create trigger wrap_told_first after insert on wrap for each row execute function wrap_tells();
create trigger wrap_told after update of state on wrap for each row when (old.state <> new.state) execute function wrap_tells();

create function wrap_claim_tells() returns trigger language plpgsql as $$
declare
  sale purchase;
  who uuid;
begin
  select * into sale from purchase where id = new.purchase_id;
  for who in select distinct x from unnest(array[sale.buyer_id, new.user_id,
    (select user_id from wrap_claim where purchase_id = sale.id and generation < new.generation order by generation desc limit 1)]) x loop
    perform tell_user(who, 'wrap.claimed', jsonb_build_object('purchase_id', public_id('pur', sale.id), 'listing_id', public_id('lst', sale.listing_id),
      'mint', (select mint from wrap where id = new.wrap_id), 'is_yours', who = new.user_id));
  end loop;
  return null;
end $$;
create trigger wrap_claim_told after insert on wrap_claim for each row execute function wrap_claim_tells();
`
