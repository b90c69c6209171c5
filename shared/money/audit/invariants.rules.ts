/** What in the schema keeps an invariant from being broken in the first place. */
export type Guard = { kind: 'trigger' | 'constraint' | 'index'; table: string; name: string }

/** A rule of the ledger: the sentence, what enforces it, and the SELECT whose rows break it. */
export type Invariant = { id: string; what: string; guards: readonly Guard[]; broken: string }

const OPEN_HOLD = `h.kind = 'hold' and not exists (select from transfer r where r.hold_id = h.id and r.kind in ('capture', 'release'))`

/** The invariants of the paid call, in the order of docs/invariants.md. An id is never used for another rule. */
export const invariants: readonly Invariant[] = [
  {
    id: 'I1',
    what: 'The entries of each transfer sum to zero per currency.',
    guards: [{ kind: 'trigger', table: 'entry', name: 'entry_balance' }],
    broken: `
      select t.id as transfer_id, e.currency, sum(e.amount)::text as off_by
      from transfer t join entry e on e.transfer_id = t.id group by t.id, e.currency having sum(e.amount) <> 0`,
  },
  {
    id: 'I2',
    what: 'All entries together sum to zero per currency, also those whose transfer is missing.',
    guards: [],
    broken: `select currency, sum(amount)::text as off_by from entry group by currency having sum(amount) <> 0`,
  },
  {
    id: 'I3',
    what: 'What a wallet or a trial grant has posted is the sum of its entries.',
    guards: [],
    broken: `
      select a.id as account_id, a.posted::text, coalesce(e.total, 0)::text as entries
      from account a left join (select account_id, sum(amount) as total from entry group by account_id) e on e.account_id = a.id
      where a.kind in ('wallet', 'promo') and a.posted <> coalesce(e.total, 0)`,
  },
  {
    id: 'I4',
    what: 'What a wallet or a trial grant has held is the sum of its open holds.',
    guards: [],
    broken: `
      select a.id as account_id, a.held::text, coalesce(o.total, 0)::text as open_holds
      from account a
      left join (select h.account_id, sum(h.amount) as total from transfer h where ${OPEN_HOLD} group by h.account_id) o on o.account_id = a.id
      where a.kind in ('wallet', 'promo') and a.held <> coalesce(o.total, 0)`,
  },
  {
    id: 'I5',
    what: 'No wallet and no trial grant is overdrawn: held is never negative and never more than posted.',
    guards: [{ kind: 'constraint', table: 'account', name: 'account_not_overdrawn' }],
    broken: `
      select id as account_id, posted::text, held::text from account
      where kind in ('wallet', 'promo') and (held < 0 or posted - held < 0)`,
  },
  {
    id: 'I6',
    what: 'A hold is resolved at most once, by one capture or one release.',
    guards: [{ kind: 'index', table: 'transfer', name: 'transfer_one_resolution' }],
    broken: `
      select hold_id, count(*)::int as resolutions from transfer
      where kind in ('capture', 'release') group by hold_id having count(*) > 1`,
  },
  {
    id: 'I7',
    what: 'A call has at most one hold.',
    guards: [{ kind: 'index', table: 'transfer', name: 'transfer_one_hold' }],
    broken: `select call_id, count(*)::int as holds from transfer where kind = 'hold' group by call_id having count(*) > 1`,
  },
  {
    id: 'I8',
    what: 'A captured call has a stored result, until that is purged after its 24 hours.',
    guards: [{ kind: 'constraint', table: 'call', name: 'call_captured_has_result' }],
    broken: `
      select id as call_id, finished_at from call where state = 'captured'
        and ((result is null and purged_at is null) or purged_at < finished_at + interval '24 hours')`,
  },
  {
    id: 'I9',
    what: 'A released call has no capture.',
    guards: [
      { kind: 'trigger', table: 'call', name: 'call_states' },
      { kind: 'trigger', table: 'call', name: 'call_states_insert' },
      { kind: 'trigger', table: 'call', name: 'call_kept' },
    ],
    broken: `
      select c.id as call_id, t.id as capture_id from call c
      join transfer t on t.call_id = c.id and t.kind = 'capture' where c.state = 'released'`,
  },
  {
    id: 'I10',
    what: 'No call and no hold is open more than 10 seconds past its deadline.',
    guards: [],
    broken: `
      select id as call_id, deadline, null::bigint as hold_id from call where finished_at is null and deadline < now() - interval '10 seconds'
      union all
      select c.id, c.deadline, h.id from transfer h join call c on c.id = h.call_id
      where ${OPEN_HOLD} and c.finished_at is not null and c.deadline < now() - interval '10 seconds'`,
  },
  {
    id: 'I11',
    what: 'One idempotency key of one payer for one outcome has at most one call that was not released.',
    guards: [{ kind: 'index', table: 'call', name: 'call_idem' }],
    broken: `
      select idem, count(*)::int as calls from call
      where idem is not null and state <> 'released' group by idem having count(*) > 1`,
  },
  {
    id: 'I12',
    what: 'One payment proof pays one call, and one call is paid by one proof.',
    guards: [
      { kind: 'index', table: 'payment_proof', name: 'payment_proof_pkey' },
      { kind: 'index', table: 'payment_proof', name: 'payment_proof_call_id_key' },
    ],
    broken: `
      select network || ' ' || asset || ' ' || proof as payment, count(*)::int as times from payment_proof
      group by network, asset, proof having count(*) > 1
      union all
      select call_id::text, count(*)::int from payment_proof group by call_id having count(*) > 1`,
  },
  {
    id: 'I13',
    what: 'Ledger rows never change: every row still says what its call, its hold and its entries say.',
    guards: [
      { kind: 'trigger', table: 'transfer', name: 'transfer_immutable' },
      { kind: 'trigger', table: 'entry', name: 'entry_immutable' },
    ],
    broken: `
      select r.id as transfer_id, 'it differs from its hold' as why
      from transfer r left join transfer h on h.id = r.hold_id and h.kind = 'hold'
      where r.kind in ('capture', 'release')
        and (r.amount, r.account_id, r.call_id) is distinct from (h.amount, h.account_id, h.call_id)
      union all
      select t.id, 'its amount is not the price of its call' from transfer t join call c on c.id = t.call_id
      where t.kind in ('hold', 'capture', 'release') and t.amount <> c.price
      union all
      select t.id, 'an entry has another amount' from transfer t join entry e on e.transfer_id = t.id where abs(e.amount) <> t.amount
      union all
      select t.id, 'it moved money and has no entries' from transfer t
      where t.kind in ('single', 'capture') and not exists (select from entry e where e.transfer_id = t.id)
      union all
      select t.id, 'it moved no money and has entries' from transfer t
      where t.kind in ('hold', 'release') and exists (select from entry e where e.transfer_id = t.id)`,
  },
  {
    id: 'I17',
    what: 'A trial is granted at most 15 cents, spends at most its grant, and pays no call above 10 cents.',
    guards: [
      { kind: 'constraint', table: 'account', name: 'account_trial_grant' },
      { kind: 'constraint', table: 'call', name: 'call_trial_price_cap' },
      { kind: 'index', table: 'trial_claim', name: 'trial_claim_agent_hash_key' },
      { kind: 'index', table: 'trial_claim', name: 'trial_claim_fingerprint_key' },
    ],
    broken: `
      select 'account ' || a.id as subject, 'its grant is above 15 cents' as why from account a where a.kind = 'promo' and a.granted > 150000
      union all
      select 'account ' || a.id, 'it spent more than its grant' from account a
      where a.kind = 'promo' and a.granted < (
        select coalesce(sum(t.amount), 0) from transfer t where t.account_id = a.id and t.kind = 'capture')
      union all
      select 'account ' || a.id, 'it was granted something else than it says' from account a
      where a.kind = 'promo' and a.granted <> (
        select coalesce(sum(t.amount), 0) from transfer t where t.account_id = a.id and t.kind = 'single' and t.reason = 'grant:trial')
      union all
      select 'call ' || c.id, 'a trial paid more than 10 cents' from call c where c.payer = 'trial' and c.price > 100000`,
  },
]
