import { LEDGER } from '#shared/calls/ledger-accounts.ts'

import { IS_CREDITED, NOT_COST } from '../x402/credit-payer.ts'
import type { Invariant } from './invariant.ts'
import { cardInvariants } from './card-invariants.rules.ts'
import { jobInvariants } from './job-invariants.rules.ts'
import { EVERY_CALL } from './every-call.ts'
import { marketInvariants } from './market-invariants.rules.ts'
import { monthInvariants } from './month-invariants.rules.ts'
import { resaleInvariants } from './resale-invariants.rules.ts'
import { solanaInvariants } from './solana-invariants.rules.ts'

/** SQL: what is held on each account, as rows of `account_id` and `amount`: the open calls, and bids that are held. */
const HELD = `
  select account_id, price as amount from call where finished_at is null and price > 0
  union all
  select h.account_id, h.amount from transfer h
  where h.kind = 'hold' and h.reason = 'bid-hold' and not exists (select from transfer r where r.hold_id = h.id and r.kind = 'release')`

/** The invariants of the paid call and its payments, in the order of docs/invariants.md. An id is never used for another rule. */
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
    what: 'What a wallet or a trial grant has held is the sum of its open calls, and of the bids that are held on it.',
    guards: [{ kind: 'trigger', table: 'call', name: 'call_holds' }],
    broken: `
      select a.id as account_id, a.held::text, coalesce(o.total, 0)::text as open_holds
      from account a
      left join (select account_id, sum(amount) as total from (${HELD}) h group by account_id) o on o.account_id = a.id
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
    what: 'A hold of a bid, or of a call before there were journals, is resolved at most once.',
    guards: [{ kind: 'index', table: 'transfer_one', name: 'transfer_one_resolution' }],
    broken: `
      select hold_id, count(*)::int as resolutions from transfer
      where kind in ('capture', 'release') group by hold_id having count(*) > 1`,
  },
  {
    id: 'I7',
    what: 'A bid, or a call before there were journals, has at most one hold.',
    guards: [{ kind: 'index', table: 'transfer_one', name: 'transfer_one_hold' }],
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
    what: 'A released call has no journal and no capture.',
    guards: [
      { kind: 'trigger', table: 'call', name: 'call_states' },
      { kind: 'trigger', table: 'call', name: 'call_states_insert' },
      { kind: 'trigger', table: 'call', name: 'call_kept' },
    ],
    broken: `
      select c.id as call_id, t.id as capture_id from call c
      join transfer t on t.call_id = c.id and t.kind = 'capture' where c.state = 'released'
      union all
      select id, journal_id from call where state <> 'captured' and journal_id is not null`,
  },
  {
    id: 'I10',
    what: 'No call is open more than 10 seconds past its deadline, but for calls that wait for the chain (I23).',
    guards: [],
    broken: `
      select id as call_id, deadline from call
      where finished_at is null and state in ('held', 'running') and deadline < now() - interval '10 seconds'`,
  },
  {
    id: 'I11',
    what: 'One idempotency key of one payer for one outcome has at most one call that was not released.',
    guards: [
      { kind: 'index', table: 'call_key', name: 'call_key_pkey' },
      { kind: 'trigger', table: 'call', name: 'call_takes_key' },
      { kind: 'trigger', table: 'call', name: 'call_frees_key' },
    ],
    broken: `
      select idem, count(*)::int as calls from call
      where idem is not null and state <> 'released' group by idem having count(*) > 1
      union all
      select k.idem, 0 from call_key k
      where not exists (select from call c where c.id = k.call_id and c.idem = k.idem and c.state <> 'released')
      union all
      select c.idem, 1 from call c
      where c.idem is not null and c.state <> 'released' and not exists (select from call_key k where k.idem = c.idem and k.call_id = c.id)`,
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
        and ((r.account_id, r.call_id) is distinct from (h.account_id, h.call_id) or r.amount > h.amount
          or (r.kind = 'release' and r.amount <> h.amount))
      union all
      select t.id, 'its amount is not the price of its call' from transfer t join call c on c.id = t.call_id
      where (t.kind = 'capture' and t.amount <> c.price) or (t.kind = 'hold' and t.amount < c.price)
        or (t.kind in ('hold', 'release') and t.amount <> c.price and c.state <> 'captured')
      union all
      select t.id, 'an entry has another amount' from transfer t join entry e on e.transfer_id = t.id where abs(e.amount) <> t.amount and t.kind <> 'carried'
      union all
      select t.id, 'it moved money and has no entries' from transfer t
      where t.kind in ('single', 'capture', 'journal', 'carried') and not exists (select from entry e where e.transfer_id = t.id)
      union all
      select t.id, 'it moved no money and has entries' from transfer t
      where t.kind in ('hold', 'release') and exists (select from entry e where e.transfer_id = t.id)`,
  },
  {
    id: 'I14',
    what: 'What came in by x402 is what was settled: each settled payment moved its amount out of the clearing account of its network once (and back, when the chain took it back), and nothing else did.',
    guards: [
      { kind: 'index', table: 'transfer_one', name: 'transfer_one_settlement' },
      { kind: 'index', table: 'payment_proof', name: 'payment_proof_one_transfer' },
      { kind: 'trigger', table: 'payment_proof', name: 'payment_states' },
      { kind: 'trigger', table: 'payment_proof', name: 'payment_kept' },
      { kind: 'constraint', table: 'payment_proof', name: 'payment_proof_settled_has_transaction' },
    ],
    broken: `
      select coalesce(p.call_id, m.call_id) as call_id, coalesce(p.came_in, 0)::text as settled, coalesce(m.amount, 0)::text as moved
      from (
        select *, case state when 'settled' then amount else 0 end as came_in from payment_proof where state in ('settled', 'reversed')
      ) p
      full join (
        select call_id, code, sum(amount) as amount from (
          select coalesce(t.call_id, c.id) as call_id, a.code, -e.amount as amount from entry e
          join account a on a.id = e.account_id and a.kind = 'clearing' join transfer t on t.id = e.transfer_id and t.kind <> 'carried'
          left join ${EVERY_CALL} c on c.journal_id = t.id
          union all
          select c.id, a.code, c.price from kept_call c join account a on a.id = c.account_id and a.kind = 'clearing' where c.carried_id is not null
        ) moved group by call_id, code
      ) m on m.call_id = p.call_id and m.code = 'clearing:x402:' || p.network
      where p.came_in is distinct from m.amount`,
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
        select coalesce(sum(t.amount), 0) from transfer t where t.account_id = a.id and t.kind in ('capture', 'journal'))
        + (select coalesce(-sum(e.amount), 0) from entry e join transfer t on t.id = e.transfer_id where e.account_id = a.id and t.kind = 'carried')
      union all
      select 'account ' || a.id, 'it was granted something else than it says' from account a
      where a.kind = 'promo' and a.granted <> (
        select coalesce(sum(t.amount), 0) from transfer t where t.account_id = a.id and t.kind = 'single' and t.reason = 'grant:trial')
      union all
      select 'call ' || c.id, 'a trial paid more than 10 cents' from call c where c.payer = 'trial' and c.price > 100000`,
  },
  {
    id: 'I19',
    what: 'No result paid by x402 is shown before its payment settled.',
    guards: [{ kind: 'constraint', table: 'call', name: 'call_settling_has_result' }],
    broken: `
      select c.id as call_id from ${EVERY_CALL} c where c.payer = 'x402' and c.state = 'captured'
        and not exists (select from payment_proof p where p.call_id = c.id and p.state in ('settled', 'reversed'))`,
  },
  {
    id: 'I20',
    what: 'What a call did not cost of its settled payment, the whole of it when it failed, is credited to its payer within 60 seconds, once.',
    guards: [
      { kind: 'index', table: 'transfer_one', name: 'transfer_one_credit' },
      { kind: 'trigger', table: 'call', name: 'call_frees_payment' },
    ],
    broken: `
      select p.call_id, 'it is not credited' as why from payment_proof p join ${EVERY_CALL} c on c.id = p.call_id
      where p.state = 'settled' and ${IS_CREDITED} and p.credit_key_id is null
        and greatest(c.finished_at, p.settled_at) < now() - interval '60 seconds'
      union all
      select p.call_id, 'its credit moved another amount' from payment_proof p join ${EVERY_CALL} c on c.id = p.call_id
      where p.credit_key_id is not null and ${NOT_COST} is distinct from (
        select sum(t.amount) from transfer t where t.call_id = p.call_id and t.kind = 'single' and t.reason = 'credit:x402')
      union all
      select p.call_id, 'it was captured whole and credited' from payment_proof p join ${EVERY_CALL} c on c.id = p.call_id
      where p.credit_key_id is not null and not ${IS_CREDITED}`,
  },
  {
    id: 'I21',
    what: 'Money not earned yet is that of settled calls that are open, and what is due as a credit; a purchase takes its own out once.',
    guards: [{ kind: 'index', table: 'transfer_one', name: 'transfer_one_purchase' }],
    broken: `
      select u.amount::text as unearned, coalesce(o.amount, 0)::text as of_calls
      from (select coalesce(sum(amount), 0) as amount from entry where account_id = ${LEDGER.unearnedX402}) u
      cross join (
        select sum(${NOT_COST}) as amount from payment_proof p join ${EVERY_CALL} c on c.id = p.call_id
        where p.state = 'settled' and p.credit_key_id is null
      ) o
      where u.amount <> coalesce(o.amount, 0)`,
  },
  {
    id: 'I22',
    what: 'What a payer has unsettled is the sum of its open payments.',
    guards: [
      { kind: 'trigger', table: 'payment_proof', name: 'payment_counted' },
      { kind: 'trigger', table: 'payment_proof', name: 'payment_recounted' },
    ],
    broken: `
      select coalesce(y.network, p.network) as network, coalesce(y.address, p.payer) as payer,
        coalesce(y.open_amount, 0)::text as counted, coalesce(p.amount, 0)::text as open
      from payer y
      full join (
        select network, payer, count(*) as payments, sum(amount) as amount from payment_proof
        where state in ('verified', 'settling') group by network, payer
      ) p on p.network = y.network and p.payer = y.address
      where coalesce(y.open_payments, 0) <> coalesce(p.payments, 0) or coalesce(y.open_amount, 0) <> coalesce(p.amount, 0)`,
  },
  {
    id: 'I23',
    what: 'A call that waits for the chain has its payment being settled, and that is looked at: never more than two minutes late.',
    guards: [
      { kind: 'constraint', table: 'call', name: 'call_waits_for_x402' },
      { kind: 'constraint', table: 'payment_proof', name: 'payment_proof_tried' },
    ],
    broken: `
      select c.id as call_id, 'nobody settles its payment' as why from call c
      where c.state in ('paying', 'settling') and not exists (select from payment_proof p where p.call_id = c.id and p.state = 'settling')
      union all
      select p.call_id, 'nobody looks at its payment' from payment_proof p where p.next_try_at < now() - interval '2 minutes'`,
  },
  {
    id: 'I70',
    what: 'A journal is the sum of its calls, of one account.',
    guards: [
      { kind: 'trigger', table: 'call', name: 'call_moves' },
      { kind: 'trigger', table: 'transfer', name: 'transfer_journals' },
    ],
    broken: `
      select coalesce(t.id, c.journal_id) as journal_id, t.amount::text, c.total::text as of_calls
      from (select * from transfer where kind = 'journal') t
      full join (
        select journal_id, sum(price) as total from (
          select journal_id, price from ${EVERY_CALL} e where journal_id is not null union all select journal_id, amount from journal_rest
        ) p group by journal_id
      ) c on c.journal_id = t.id
      where t.amount is distinct from c.total`,
  },
  {
    id: 'I71',
    what: 'A captured call that cost something stays in the journal that its capture wrote: of its account, not made before it ended.',
    guards: [{ kind: 'trigger', table: 'call', name: 'call_given_journal' }],
    broken: `
      select c.id as call_id, c.journal_id, 'it is in no journal' as why from call c
      where c.state = 'captured' and c.price > 0 and c.hold_id is null and c.journal_id is null and c.payer <> 'x402'
      union all
      select c.id, c.journal_id, 'its journal is another one' from ${EVERY_CALL} c join transfer t on t.id = c.journal_id
      where c.account_id <> t.account_id or c.finished_at > t.created_at`,
  },
  ...monthInvariants,
  ...marketInvariants,
  ...solanaInvariants,
  ...cardInvariants,
  ...resaleInvariants,
  {
    id: 'I30',
    what: 'A payout to a seller is the sum of its payables, and moved its amount from what the seller is owed (a refund: from the refunds) to the treasury once it was paid. What refunds are owed is the refunds that are not paid.',
    guards: [
      { kind: 'trigger', table: 'payout', name: 'payout_of_payables' },
      { kind: 'trigger', table: 'payout', name: 'payout_kept' },
      { kind: 'index', table: 'transfer_one', name: 'transfer_one_market_step' },
    ],
    broken: `
      select o.id as payout_id, 'it is not the sum of its payables' as why from payout o
      where o.seller_id is not null and o.amount is distinct from (select sum(p.amount) from payable p where p.payout_id = o.id and p.seller_id = o.seller_id)
      union all
      select o.id, 'its payables are not paid as it is' from payout o join payable p on p.payout_id = o.id where (o.state = 'paid') <> (p.state = 'paid')
      union all
      select coalesce(o.id, m.call_id), 'the ledger moved another amount' from (select * from payout where state = 'paid') o
      full join (
        select t.call_id, t.currency, sum(e.amount) as amount from transfer t join entry e on e.transfer_id = t.id
        where t.reason = 'market:payout' and e.account_id in (${LEDGER.treasuryUsdc}, ${LEDGER.treasurySol}) group by t.call_id, t.currency
      ) m on m.call_id = o.id and m.currency = o.currency where o.amount is distinct from m.amount
      union all
      select null, 'refunds are owed another amount than those that are not paid'
      from (values (${LEDGER.refunds}, 'usdc'), (${LEDGER.refundsSol}, 'sol')) as owed(account_id, currency)
      where coalesce((select sum(amount) from entry e where e.account_id = owed.account_id), 0)
        <> coalesce((select sum(amount) from payout o where o.seller_id is null and o.state <> 'paid' and o.currency = owed.currency), 0)`,
  },
  {
    id: 'I31',
    what: 'A payout has at most one transfer on its way or arrived, and has one exactly while it is being sent or paid.',
    guards: [
      { kind: 'index', table: 'payout_leg', name: 'payout_leg_one_live' },
      { kind: 'trigger', table: 'payout_leg', name: 'payout_leg_void' },
      { kind: 'trigger', table: 'payout_leg', name: 'payout_leg_kept' },
      { kind: 'trigger', table: 'payout', name: 'payout_as_sent' },
      { kind: 'trigger', table: 'payout_transaction', name: 'payout_transaction_signed' },
      { kind: 'trigger', table: 'payout_transaction', name: 'payout_transaction_kept' },
    ],
    broken: `
      select o.id as payout_id, 'it has another state than its transaction' as why from payout o
      left join payout_leg l on l.payout_id = o.id and l.is_live left join payout_transaction t on t.id = l.transaction_id
      where (o.state = 'paid', o.state = 'sending') is distinct from (coalesce(t.state, '') = 'paid', coalesce(t.state, '') = 'open')
      union all
      select l.payout_id, 'a transfer that may have landed does not count' from payout_leg l join payout_transaction t on t.id = l.transaction_id
      where l.is_live <> (t.state in ('open', 'paid'))
      union all
      select l.payout_id, 'another amount was sent' from payout_leg l join payout o on o.id = l.payout_id where l.amount <> o.amount`,
  },
  ...jobInvariants,
]
