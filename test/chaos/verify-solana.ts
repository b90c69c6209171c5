import type { Client } from 'pg'

import type { TestSolana } from '../support/fakes/chains.ts'
import type { SeenPayment } from './solana-market.ts'

type Row = {
  signature: string
  verdict: 'pays' | 'refund' | 'wrong'
  state: 'confirmed' | 'final'
  reason: string | null
  subject: string
  subject_id: string
  subject_status: string
  given_back: boolean | null
}

/**
 * What is wrong with the payments on Solana of a run, one line each: the chain against the ledger, both ways, and what
 * clients were told against both. `treasury` is its address, `receivers` wallets that sign nothing.
 */
export async function verifySolana(
  pg: Client,
  log: readonly SeenPayment[],
  {
    solana,
    treasury,
    receivers,
    buyers,
  }: { solana: TestSolana; treasury: string; receivers: string[]; buyers: string[] },
): Promise<string[]> {
  const wrong: string[] = []
  const landedOf = (signature: string) => {
    const landed = solana.chain.landed(signature)
    return landed !== undefined && solana.chain.status(signature)?.err === null
  }
  const { rows } = await pg.query<Row>(PAYMENTS)
  const bySignature = new Map(rows.map((row) => [row.signature, row]))
  for (const { for: what, id, signature, isTold, rejected, isRefunded } of log) {
    const row = bySignature.get(signature)
    const hasLanded = landedOf(signature)
    const name = `${what} ${id}, ${signature.slice(0, 12)}`
    if (hasLanded && row === undefined) wrong.push(`${name}: it landed, and nothing is written down`)
    if (rejected !== null) wrong.push(`${name}: an honest payment was rejected: ${rejected}`)
    if (isTold && row?.verdict !== 'pays')
      wrong.push(`${name}: told that it pays, and it is ${row?.verdict ?? 'unknown'}`)
    if (row !== undefined && row.subject_id !== id)
      wrong.push(`${name}: written down for ${row.subject} ${row.subject_id}`)
    if (isRefunded && row?.subject_status !== 'refunded')
      wrong.push(`${name}: its refund was given, and the purchase is ${row?.subject_status ?? 'not there'}`)
  }
  for (const row of rows) {
    const name = `${row.subject} ${row.subject_id}, ${row.signature.slice(0, 12)}`
    if (!landedOf(row.signature)) wrong.push(`${name}: written down as ${row.verdict}, and the chain does not have it`)
    if (row.state !== 'final') wrong.push(`${name}: not judged again at its final block`)
    if (row.verdict === 'wrong' && row.reason !== 'refunded_already')
      wrong.push(`${name}: an honest payment is ${row.reason ?? 'wrong'}`)
    if (row.verdict === 'refund' && row.given_back !== true) wrong.push(`${name}: ${row.reason}, and not given back`)
    if (row.verdict === 'pays' && !['paid', 'refunded', 'settled'].includes(row.subject_status))
      wrong.push(`${name}: it pays, and what it pays is ${row.subject_status}`)
  }
  const open = await pg.query(`select from solana_refund where settled_at is null`)
  if (open.rowCount !== 0) wrong.push(`${open.rowCount} refunds on Solana are not settled`)
  wrong.push(
    ...(await verifyWallets(pg, { solana, receivers, buyers })),
    ...(await verifyTreasury(pg, solana, treasury)),
  )
  return wrong
}

/** Every wallet got what is written down for it: the legs of orders and the payouts. */
async function verifyWallets(
  pg: Client,
  { solana, receivers, buyers }: { solana: TestSolana; receivers: string[]; buyers: string[] },
): Promise<string[]> {
  const { rows } = await pg.query<{ wallet: string; currency: string; amount: string }>(RECEIVED)
  const writtenFor = (wallet: string, currency: string) =>
    BigInt(rows.find((row) => row.wallet === wallet && row.currency === currency)?.amount ?? 0)
  const wrong: string[] = []
  for (const wallet of [...receivers, ...buyers]) {
    const arrived = (await solana.transfersTo(wallet)).reduce((sum, { microUsdc }) => sum + microUsdc, 0n)
    const written = writtenFor(wallet, 'usdc')
    if (arrived !== written) wrong.push(`${wallet} got ${arrived} micro-USDC and ${written} are written down`)
  }
  for (const wallet of receivers) {
    const [held, written] = [solana.lamportsOf(wallet), writtenFor(wallet, 'sol')]
    if (held !== written) wrong.push(`${wallet} got ${held} lamports and ${written} are written down`)
  }
  return wrong
}

/** Every transaction of the treasury that landed is a payout that was paid, and the other way round. */
async function verifyTreasury(pg: Client, solana: TestSolana, treasury: string): Promise<string[]> {
  const { rows } = await pg.query<{ signature: string }>(
    `select signature from payout_transaction where state = 'paid'`,
  )
  const paid = new Set(rows.map(({ signature }) => signature))
  const landed = solana.chain.landedOn(treasury).filter(({ meta }) => meta.err === null)
  const sent = new Set(landed.map(({ signature }) => signature))
  return [
    ...[...sent]
      .filter((one) => !paid.has(one))
      .map((one) => `the treasury sent ${one}, which is not written down as paid`),
    ...[...paid]
      .filter((one) => !sent.has(one))
      .map((one) => `${one} is written down as paid, and the chain does not have it`),
  ]
}

const PAYMENTS = `
select y.signature, y.verdict, y.state, y.reason,
  case when o.boost_id is not null then 'boost' when o.refund_id is not null then 'refund' else 'purchase' end as subject,
  case when o.boost_id is not null then 'bst_' else 'pur_' end || replace(coalesce(o.boost_id, o.purchase_id, r.purchase_id)::text, '-', '') as subject_id,
  coalesce(p.status, b.status, case when r.settled_at is not null then 'settled' else 'due' end) as subject_status,
  (select back.settled_at is not null from solana_refund back where back.payment_id = y.id) as given_back
from solana_payment y join solana_order o on o.id = y.order_id left join purchase p on p.id = o.purchase_id
left join boost b on b.id = o.boost_id left join solana_refund r on r.payment_id = o.refund_id where y.state <> 'gone'`

const RECEIVED = `
select wallet, currency, sum(amount) as amount from (
  select leg.leg->>'wallet' as wallet, o.currency, y.received[leg.nth] as amount
  from solana_payment y join solana_order o on o.id = y.order_id, jsonb_array_elements(o.legs) with ordinality as leg(leg, nth)
  where y.state <> 'gone' and (y.verdict <> 'wrong' or y.reason = 'refunded_already')
  union all
  select l.wallet, p.currency, l.amount from payout_leg l join payout p on p.id = l.payout_id join payout_transaction t on t.id = l.transaction_id
  where t.state = 'paid'
) moved group by wallet, currency`
