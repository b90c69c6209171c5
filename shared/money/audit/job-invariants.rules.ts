import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { Invariant } from './invariant.ts'

/** The invariants of the jobs board: its escrow, its states, and what its limits count. */
export const jobInvariants: readonly Invariant[] = [
  {
    id: 'I40',
    what: 'What stands in escrow for a job is what its hire funded and nobody has decided yet; a decided one was shared as it says.',
    guards: [
      { kind: 'trigger', table: 'engagement', name: 'engagement_in_escrow' },
      { kind: 'trigger', table: 'entry', name: 'entry_in_escrow' },
      { kind: 'trigger', table: 'engagement', name: 'engagement_states' },
      { kind: 'trigger', table: 'engagement', name: 'engagement_kept' },
      { kind: 'constraint', table: 'engagement', name: 'engagement_split' },
      { kind: 'constraint', table: 'engagement', name: 'engagement_decided' },
    ],
    broken: `
      select coalesce(l.job_id, g.job_id) as job_id, coalesce(l.amount, 0)::text as in_escrow, coalesce(g.amount, 0)::text as funded from (
        select t.call_id as job_id, sum(e.amount) as amount from entry e join transfer t on t.id = e.transfer_id
        where e.account_id = ${LEDGER.jobEscrow} group by t.call_id having sum(e.amount) <> 0
      ) l
      full join (
        select job_id, (bid_cents + check_cents)::bigint * ${MICRO_USDC_PER_CENT} as amount from engagement where decided_at is null
      ) g on g.job_id = l.job_id
      where coalesce(l.amount, 0) <> coalesce(g.amount, 0)
      union all
      select e.job_id, s.moved::text, s.said::text from engagement e cross join lateral (
        select coalesce(sum(t.amount) filter (where t.reason = r.reason), 0) as moved, r.cents::bigint * ${MICRO_USDC_PER_CENT} as said
        from (values ('market:job-worker', e.worker_cents), ('market:job-fee', e.fee_cents), ('market:job-checks', e.checks_cents),
          ('market:job-refund', e.poster_cents)) as r (reason, cents)
        left join transfer t on t.call_id = e.job_id and t.kind = 'single' group by r.reason, r.cents
      ) s where s.moved <> s.said`,
  },
  {
    id: 'I41',
    what: 'The last row of its timeline says what state a job is in; it has its one hired worker exactly while its state says so, and its escrow is decided exactly when it ended.',
    guards: [
      { kind: 'trigger', table: 'job', name: 'job_states' },
      { kind: 'trigger', table: 'job', name: 'job_kept' },
      { kind: 'trigger', table: 'job_event', name: 'job_event_kept' },
      { kind: 'trigger', table: 'proposal', name: 'proposal_states' },
      { kind: 'trigger', table: 'proposal', name: 'proposal_kept' },
      { kind: 'index', table: 'proposal', name: 'proposal_one_hired' },
      { kind: 'index', table: 'proposal', name: 'proposal_one_each' },
      { kind: 'index', table: 'engagement', name: 'engagement_one_proposal' },
      { kind: 'constraint', table: 'engagement', name: 'engagement_of_two' },
    ],
    broken: `
      select j.id as job_id, j.status, l.status as said from job j
      left join lateral (select status from job_event e where e.job_id = j.id order by e.nth desc limit 1) l on true
      left join engagement e on e.job_id = j.id
      left join proposal p on p.job_id = j.id and p.status = 'hired'
      where j.status is distinct from l.status
        or (e.job_id is null) <> (p.id is null) or e.proposal_id is distinct from p.id
        or case j.status when 'open' then e.job_id is not null when 'expired' then e.job_id is not null
          when 'canceled' then e.job_id is not null and e.decided_at is null
          when 'completed' then e.decided_at is null when 'resolved' then e.decided_at is null
          else e.job_id is null or e.decided_at is not null end`,
  },
  {
    id: 'I42',
    what: 'What the limits of the board count of an account is what its jobs, proposals and hires say, and none is over its limit.',
    guards: [
      { kind: 'trigger', table: 'job', name: 'job_counted' },
      { kind: 'trigger', table: 'proposal', name: 'proposal_counted' },
      { kind: 'trigger', table: 'proposal', name: 'proposal_recounted' },
      { kind: 'trigger', table: 'engagement', name: 'engagement_counted' },
      { kind: 'constraint', table: 'job_standing', name: 'job_standing_open_jobs' },
      { kind: 'constraint', table: 'job_standing', name: 'job_standing_pending' },
      { kind: 'constraint', table: 'job_standing', name: 'job_standing_active' },
    ],
    broken: `
      select coalesce(s.account_id, c.account_id) as account_id, s.pending_proposals, s.active_engagements, s.open_jobs, s.completed, s.disputes
      from job_standing s full join (
        select account_id, sum(jobs) as jobs, sum(proposals) as proposals, sum(engagements) as engagements, sum(done) as done, sum(disputed) as disputed from (
          select poster_account_id as account_id, 1 as jobs, 0 as proposals, 0 as engagements, 0 as done, 0 as disputed from job where status = 'open'
          union all select account_id, 0, 1, 0, 0, 0 from proposal where status = 'pending'
          union all select worker_account_id, 0, 0, (decided_at is null)::int, (decided_at is not null and worker_bps = 10000)::int,
            (disputed_at is not null and disputed_by <> 'worker' and (decided_at is null or worker_bps < 10000))::int from engagement
        ) each group by account_id
      ) c on c.account_id = s.account_id
      where (coalesce(s.open_jobs, 0), coalesce(s.pending_proposals, 0), coalesce(s.active_engagements, 0), coalesce(s.completed, 0), coalesce(s.disputes, 0))
        is distinct from (coalesce(c.jobs, 0), coalesce(c.proposals, 0), coalesce(c.engagements, 0), coalesce(c.done, 0), coalesce(c.disputed, 0))`,
  },
]
