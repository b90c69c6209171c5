import type { Invariant } from './invariant.ts'

/** SQL: the transfers that trigger `transfer_noted` notes. */
const HAPPENS_ONCE = `
  kind not in ('journal', 'carried') and (kind <> 'single' or reason in ('credit:x402', 'purchase:x402', 'settle:x402') or reason like 'market:%')`

/** The invariants that hold the months of the ledger together. */
export const monthInvariants: readonly Invariant[] = [
  {
    id: 'I72',
    what: 'What happens once is noted with the transfer that did it: every hold, resolution, settlement, credit, purchase and step of a sale, and nothing else.',
    guards: [
      { kind: 'trigger', table: 'transfer', name: 'transfer_noted' },
      { kind: 'trigger', table: 'transfer_one', name: 'transfer_one_kept' },
    ],
    broken: `
      select coalesce(t.id, o.transfer_id) as transfer_id,
        case when o.transfer_id is null then 'it is not noted' when t.id is null then 'it is noted and not there' else 'it is noted as another' end as why
      from (select * from transfer where ${HAPPENS_ONCE}) t full join transfer_one o on o.transfer_id = t.id
      where (t.kind, t.call_id, t.hold_id, t.reason) is distinct from (o.kind, o.call_id, o.hold_id, o.reason)`,
  },
  {
    id: 'I73',
    what: 'What the journals of a dropped month moved is carried forward: its whole amount, and for accounts of payments what their calls cost.',
    guards: [
      { kind: 'trigger', table: 'transfer', name: 'transfer_carried' },
      { kind: 'trigger', table: 'dropped_month', name: 'dropped_month_carried' },
      { kind: 'trigger', table: 'dropped_month', name: 'dropped_month_kept' },
      { kind: 'trigger', table: 'kept_call', name: 'kept_call_kept' },
      { kind: 'trigger', table: 'journal_rest', name: 'journal_rest_kept' },
    ],
    broken: `
      select d.name as month, 'another amount is carried' as why from dropped_month d left join transfer t on t.id = d.carried_id and t.kind = 'carried'
      where d.amount <> coalesce(t.amount, 0)
        or d.amount <> coalesce((select sum(e.amount) from entry e where e.transfer_id = d.carried_id and e.amount > 0), 0)
      union all
      select t.reason, 'no month was dropped for it' from transfer t
      where t.kind = 'carried' and not exists (select from dropped_month d where d.carried_id = t.id)
      union all
      select coalesce(m.carried_id, k.carried_id)::text, 'the calls of payments that were dropped cost another amount'
      from (
        select e.transfer_id as carried_id, e.account_id, -sum(e.amount) as amount from transfer t join entry e on e.transfer_id = t.id
        join account a on a.id = e.account_id and a.kind in ('clearing', 'unearned') where t.kind = 'carried' group by e.transfer_id, e.account_id
      ) m
      full join (
        select c.carried_id, c.account_id, sum(c.price) as amount from kept_call c
        join account a on a.id = c.account_id and a.kind in ('clearing', 'unearned') where c.carried_id is not null group by c.carried_id, c.account_id
      ) k on k.carried_id = m.carried_id and k.account_id = m.account_id
      where m.amount is distinct from k.amount`,
  },
]
