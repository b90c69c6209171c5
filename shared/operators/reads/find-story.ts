import type { Pool as PgPool } from 'pg'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { publicCallId, uuidOfCallId } from '#shared/lib/call-id.ts'
import { callRangeOf } from '#shared/lib/request-id.ts'
import { publicId, uuidOf } from '#shared/market/public-id.ts'

type Row = Record<string, string | number | boolean | null>

/** What is known under an id, in parts. It holds nothing that callers sent or got, and no secret. */
export type Story = { title: string; parts: { name: string; rows: Row[] }[] }

type Part = { name: string; text: string }

/** Rows of one part that are shown, newest first. */
const MOST = 20

/** What the card processor said of the payments that a condition on card_payment `c` chooses. */
function cardParts(where: string): readonly Part[] {
  return [
    {
      name: 'Card',
      text: `select c.state, c.processor_status, c.intent_id as payment_intent, c.amount_cents, c.received_cents, c.refunded_cents, c.disputed_cents,
        c.fee_cents as dispute_fee_cents, c.processor_fee_cents, c.hold_until, c.warned_at, c.trouble, c.created_at
        from card_payment c where ${where} order by c.created_at limit ${MOST}`,
    },
    {
      name: 'Refunds to the card',
      text: `select r.state, r.amount_cents, r.asked_by, r.reason, r.problem, r.refund_id, r.created_at from card_refund r
        join card_payment c on c.purchase_id = r.purchase_id where ${where} order by r.created_at limit ${MOST}`,
    },
    {
      name: 'Disputes of the card',
      text: `select d.id as dispute, d.status, d.amount_cents, d.fee_cents, d.reason, d.respond_by, d.opened_at,
        (select e.state from card_evidence e where e.dispute_id = d.id order by e.id desc limit 1) as evidence
        from card_dispute d join card_payment c on c.purchase_id = d.purchase_id where ${where} order by d.opened_at limit ${MOST}`,
    },
  ]
}

const CALL: readonly Part[] = [
  {
    name: 'Call',
    text: `select c.id as call_id, c.slug, c.state, c.pool, c.payer, (c.price / 10000.0)::float8 as cents, k.key_id, c.attempt,
      c.accepted_at, c.finished_at, c.run_ms, c.purged_at, c.refusal::json->>'code' as code, c.refusal::json->>'error' as error
      from call c left join service_key k on k.id = c.service_key_id where c.id between $1::uuid and $2::uuid`,
  },
  {
    name: 'Payment',
    text: `select p.network, p.state, p.mode as settles, p.payer, (p.amount / 10000.0)::float8 as cents, p.transaction, p.tries, p.failure, p.claimed_at, p.settled_at, p.final_at
      from payment_proof p where p.call_id between $1::uuid and $2::uuid`,
  },
  {
    name: 'Money',
    text: `select created_at, kind, (amount / 10000.0)::float8 as cents, account_id::float8 as account, reason from (
        select created_at, kind, amount, account_id, reason from transfer where call_id between $1::uuid and $2::uuid
        union all
        select unnest(array[accepted_at, finished_at]), unnest(array['hold', case state when 'captured' then 'capture' else 'release' end]),
          price, account_id, null from call where id between $1::uuid and $2::uuid and price > 0 and hold_id is null
      ) moves where created_at is not null order by created_at limit ${MOST}`,
  },
  {
    name: 'Steps',
    text: `select step, slug, state, ms, started_at, ended_at from call_step where call_id between $1::uuid and $2::uuid order by started_at limit ${MOST}`,
  },
]

const KEY: readonly Part[] = [
  {
    name: 'Service key',
    text: `select k.key_id, k.kind, k.status, k.last4, (a.posted / 10000.0)::float8 as posted_cents, (a.held / 10000.0)::float8 as held_cents
      from service_key k join account a on a.id = k.account_id where k.key_id = $1`,
  },
  {
    name: 'Last calls',
    text: `select c.id as call_id, c.slug, c.state, (c.price / 10000.0)::float8 as cents, c.accepted_at, c.refusal::json->>'code' as code
      from call c join service_key k on k.account_id = c.account_id where k.key_id = $1 order by c.id desc limit ${MOST}`,
  },
]

const USER: readonly Part[] = [
  {
    name: 'Account',
    text: `select u.id as user_id, u.username, u.is_agent, u.status, u.solana_wallet, u.wallet_proved_at, u.created_at
      from market_user u where u.id = $1::uuid`,
  },
  {
    name: 'API keys',
    text: `select id as key_id, created_at, last_used_at, revoked_at from api_key where user_id = $1::uuid order by created_at desc limit ${MOST}`,
  },
  {
    name: 'Bought and sold',
    text: `select id as purchase_id, case when buyer_id = $1::uuid then 'buyer' else 'seller' end as role, status, delivery_status, rail, created_at
      from purchase where buyer_id = $1::uuid or seller_id = $1::uuid order by created_at desc limit ${MOST}`,
  },
]

const PURCHASE: readonly Part[] = [
  {
    name: 'Purchase',
    text: `select id as purchase_id, status, delivery_status, rail, seller_id as user_id, created_at, paid_at from purchase where id = $1::uuid`,
  },
  {
    name: 'What happened',
    text: `select at, event, actor, status, delivery_status, reason from purchase_event where purchase_id = $1::uuid order by nth limit 100`,
  },
  ...cardParts('c.purchase_id = $1::uuid'),
  {
    name: 'Payables',
    text: `select source, state, (amount / 10000.0)::float8 as cents, currency, seller_id as user_id, due_at, payout_id from payable
      where purchase_id = $1::uuid order by created_at limit ${MOST}`,
  },
]

const PAYMENT: readonly Part[] = [
  {
    name: 'Payments',
    text: `select p.network, p.state, p.call_id, p.product, p.payer, (p.amount / 10000.0)::float8 as cents, p.transaction, p.failure, p.claimed_at, p.settled_at
      from payment_proof p where p.network in ('${BASE}', '${SOLANA}') and (p.transaction = $1 or p.payer = $1) order by p.claimed_at desc limit ${MOST}`,
  },
]

const LISTING: readonly Part[] = [
  {
    name: 'Listing',
    text: `select l.id as listing_id, l.title, l.status, l.hidden_at, l.owner_id as user_id, l.created_at from listing l where l.id = $1::uuid`,
  },
  {
    name: 'Reports',
    text: `select reason, state, created_at, decided_at from report where listing_id = $1::uuid order by created_at desc limit ${MOST}`,
  },
  {
    name: 'Last purchases',
    text: `select id as purchase_id, status, delivery_status, rail, created_at from purchase where listing_id = $1::uuid order by created_at desc limit ${MOST}`,
  },
]

const JOB: readonly Part[] = [
  {
    name: 'Job',
    text: `select j.id as job_id, j.title, j.status, j.poster_id as user_id, j.created_at from job j where j.id = $1::uuid`,
  },
  {
    name: 'What happened',
    text: `select at, event, actor, status, reason from job_event where job_id = $1::uuid order by nth limit 100`,
  },
  ...cardParts('c.hire_id in (select h.id from card_hire h where h.job_id = $1::uuid)'),
]

const HIRE: readonly Part[] = [
  {
    name: 'Hire by card',
    text: `select h.job_id, h.poster_id as user_id, h.expires_at, h.created_at from card_hire h where h.id = $1::uuid`,
  },
  ...cardParts('c.hire_id = $1::uuid'),
]

const PAYOUT: readonly Part[] = [
  {
    name: 'Payout',
    text: `select p.id as payout_id, p.state, (p.amount / case p.currency when 'usdc' then 1e6 else 1e9 end)::float8 as amount, p.currency, p.seller_id as user_id, p.pay_to, p.reason, p.created_at, p.paid_at
      from payout p where p.id = $1::uuid`,
  },
  {
    name: 'Transfers',
    text: `select l.wallet, l.is_live, t.signature as transaction, t.state, t.failure, t.signed_at, t.decided_at from payout_leg l
      join payout_transaction t on t.id = l.transaction_id where l.payout_id = $1::uuid order by t.signed_at desc limit ${MOST}`,
  },
]

/** What operators did about the id that was asked for. */
const ACTIONS = `select at, actor, action, outcome from operator_action where target = $1 order by id desc limit ${MOST}`

/** Ids of things by their prefix. */
const THINGS = [
  ['pur', 'Purchase', PURCHASE],
  ['lst', 'Listing', LISTING],
  ['job', 'Job', JOB],
  ['hir', 'Hire by card', HIRE],
  ['pay', 'Payout', PAYOUT],
  ['usr', 'Account', USER],
] as const

/**
 * Finds what happened under any id that people have: request, call, service key, account or its name, purchase, listing,
 * job, payout, and wallet or transaction of a payment; and what operators did about it. Null when nothing is known.
 */
export async function findStory(pg: PgPool, sent: string): Promise<Story | null> {
  const id = sent.trim().slice(0, 200)
  const story = await findThing(pg, id)
  if (story === null) return null
  const { rows } = await pg.query<Row>(ACTIONS, [id])
  return rows.length === 0 ? story : { ...story, parts: [...story.parts, { name: 'Acts of operators', rows }] }
}

async function findThing(pg: PgPool, id: string): Promise<Story | null> {
  const call = uuidOfCallId(id)
  const range = call === null ? callRangeOf(id) : { from: call, to: call }
  if (range !== null) return told(pg, `Call of ${id}`, CALL, [range.from, range.to])
  for (const [kind, name, parts] of THINGS) {
    const uuid = id.startsWith(`${kind}_`) ? uuidOf(kind, id) : null
    if (uuid !== null) return told(pg, `${name} ${id}`, parts, [uuid])
  }
  const user = await userNamed(pg, id)
  if (user !== null) return told(pg, `Account ${id}`, USER, [user])
  return (await told(pg, `Service key ${id}`, KEY, [id])) ?? told(pg, `Payments of ${id}`, PAYMENT, [id])
}

async function userNamed(pg: PgPool, name: string): Promise<string | null> {
  const { rows } = await pg.query<{ id: string }>('select id from market_user where username = $1', [
    name.toLowerCase(),
  ])
  return rows[0]?.id ?? null
}

/** Null when the first part has no row: it is the thing itself. */
async function told(pg: PgPool, title: string, parts: readonly Part[], values: string[]): Promise<Story | null> {
  const found = []
  for (const { name, text } of parts) {
    const { rows } = await pg.query<Row>(text, values)
    if (rows.length === 0 && found.length === 0) return null
    found.push({ name, rows: rows.map(withPublicIds) })
  }
  return { title, parts: found.filter(({ rows }) => rows.length > 0) }
}

/** Ids as people know them. */
const withPublicIds = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      if (name === 'call_id') return [name, publicCallId(value)]
      const kind = KINDS[name]
      return [name, kind === undefined ? value : publicId(kind, value)]
    }),
  )

const KINDS: Readonly<Record<string, 'pur' | 'usr' | 'lst' | 'job' | 'pay'>> = {
  purchase_id: 'pur',
  user_id: 'usr',
  listing_id: 'lst',
  job_id: 'job',
  payout_id: 'pay',
}
