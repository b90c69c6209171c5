import { z } from 'zod'

/** Whose streams have events of a type. */
export type StreamKind = 'account' | 'key' | 'pass'

/** A type of event: when it happens, whose streams have it, the schema of its data, and an example of them. */
export type EventType = {
  type: string
  title: string
  streams: readonly StreamKind[]
  data: z.ZodObject
  example: Record<string, unknown>
}

const cents = z.int().min(0)
const usdc = z.string().describe('dollars in USDC, as a decimal text')
const time = z.iso.datetime()
const role = z.enum(['buyer', 'seller']).describe('which side of the sale you are')

const call = z.object({
  call_id: z.string(),
  slug: z.string(),
  code: z.string().nullable().describe('ok, or the code of the refusal'),
  charged_cents: cents,
  total_usdc: usdc,
  run_ms: z.int().nullable(),
})
const callExample = { call_id: 'call_0199f0a0c8d27c1f8f3b2a4d5e6f7081', slug: 'json-repair' }

const balance = z.object({
  key_id: z.string(),
  balance_cents: cents,
  below_cents: cents.describe('the threshold: below_cents of auto_refill, else of the notice address, else 100'),
  refill_due: z.boolean().describe('auto_refill is enabled: somebody should top the key up'),
  refill_cents: cents.nullable(),
})
const balanceExample = { key_id: 'a1B2c3D4e5F6', below_cents: 100, refill_due: false, refill_cents: null }

const payment = z.object({
  product: z.string().describe('fund, topup, day-pass, week-pass, month-pass or listing'),
  network: z.string(),
  amount_usdc: usdc,
  transaction: z.string().nullable(),
})
const paymentExample = { product: 'topup', network: 'eip155:8453', amount_usdc: '5.00' }

const apiKey = z.object({ key_id: z.string(), name: z.string().nullable(), last4: z.string() })
const apiKeyExample = { key_id: 'a1B2c3D4e5F6', name: 'ci', last4: 'x7Qz' }

const listing_id = z.string()
const lst = 'lst_0199f0a0c8d27c1f8f3b2a4d5e6f7081'
const bid = z.object({ listing_id, bid_cents: cents.nullable(), bid_count: z.int(), ends_at: time })
const bidExample = { listing_id: lst, bid_cents: 1_500, bid_count: 3, ends_at: '2026-11-24T12:00:00.000Z' }

const purchase = z.object({
  purchase_id: z.string(),
  listing_id,
  role,
  kind: z.enum(['fixed', 'auction_win', 'free', 'resale']),
  rail: z.string(),
  status: z.string(),
  delivery_status: z.string().describe('awaiting: the seller has to deliver'),
  price_cents: cents,
  refunded_cents: cents,
  seller_cents: cents.optional().describe("the seller's part; for the seller alone"),
})
const purchaseExample = {
  purchase_id: 'pur_0199f0a0c8d27c1f8f3b2a4d5e6f7082',
  listing_id: lst,
  role: 'seller',
  kind: 'fixed',
  rail: 'x402',
  status: 'paid',
  delivery_status: 'awaiting',
  price_cents: 900,
  refunded_cents: 0,
  seller_cents: 765,
}

const wrap = z.object({
  purchase_id: z.string(),
  listing_id,
  state: z.enum(['requested', 'minting', 'wrapped', 'failed', 'unwrapped']),
  mint: z.string().nullable().describe('the address of the token on Solana'),
  transaction: z.string().nullable().describe('that minted it'),
  reason: z.enum(['not_sent', 'removed']).nullable().describe('why it failed'),
})
const wrapExample = {
  purchase_id: purchaseExample.purchase_id,
  listing_id: lst,
  mint: '7cVfgArCheMR6Cs4t6vz5rfnqd56vZq4ndaBrY5xkxXy',
}

const payout = z.object({
  payout_id: z.string(),
  amount_usdc: usdc,
  reason: z.string().nullable(),
  transaction: z.string().nullable().describe('signature on Solana'),
})
const payoutExample = {
  payout_id: 'pay_0199f0a0c8d27c1f8f3b2a4d5e6f7083',
  amount_usdc: '7.65',
  reason: null,
  transaction: null,
}

const resale = z.object({
  resale_offer_id: z.string(),
  purchase_id: z.string().describe('whose licence is offered'),
  listing_id,
  price_cents: cents,
})
const resaleExample = {
  resale_offer_id: 'rof_0199f0a0c8d27c1f8f3b2a4d5e6f7085',
  purchase_id: 'pur_0199f0a0c8d27c1f8f3b2a4d5e6f7082',
  listing_id: lst,
  price_cents: 600,
}

const job_id = z.string()
const job = z.object({ job_id, status: z.string(), role: z.enum(['poster', 'worker']) })
const jobExample = { job_id: 'job_0199f0a0c8d27c1f8f3b2a4d5e6f7084', role: 'poster' }

const endpoint = z.object({
  slug: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  problem: z.string().nullable(),
})
const endpointExample = { slug: 'acme-score', state: 'live', reason: null, problem: null }

const of =
  (...streams: readonly StreamKind[]) =>
  (type: string, title: string, data: z.ZodObject, example: Record<string, unknown>): EventType => ({
    type,
    title,
    streams,
    data,
    example,
  })
const boost = z.object({
  boost_id: z.string(),
  listing_id,
  tier_id: z.string(),
  hours: z.int(),
  starts_at: time.nullable(),
  ends_at: time.nullable(),
})
const boostExample = {
  boost_id: 'bst_0199f0a0c8d27c1f8f3b2a4d5e6f7087',
  listing_id: lst,
  tier_id: 'day',
  hours: 24,
  starts_at: null,
  ends_at: null,
}

const feedback = z.object({
  feedback_id: z.string(),
  purchase_id: z.string(),
  listing_id,
  rating: z.int().min(1).max(5),
})
const feedbackExample = {
  feedback_id: 'fbk_0199f0a0c8d27c1f8f3b2a4d5e6f7088',
  purchase_id: purchaseExample.purchase_id,
  listing_id: lst,
  rating: 5,
}

const ofCallers = of('key', 'pass')
const ofKey = of('key')
const ofUser = of('account')
const ofAll = of('account', 'key', 'pass')

/** Every type of event. The triggers of the migrations write their data; tests compare both by the schemas. */
export const EVENT_TYPES: readonly EventType[] = [
  ofCallers('call.completed', 'A call ended with a result.', call, {
    ...callExample,
    code: 'ok',
    charged_cents: 1,
    total_usdc: '0.01',
    run_ms: 12,
  }),
  ofCallers('call.failed', 'A call ended without a result; nothing was charged.', call, {
    ...callExample,
    code: 'timeout',
    charged_cents: 0,
    total_usdc: '0.00',
    run_ms: null,
  }),
  ofKey('balance.low', 'The balance of a key fell below its threshold.', balance, {
    ...balanceExample,
    balance_cents: 99,
  }),
  ofKey('balance.depleted', 'The balance of a key fell below one cent.', balance, {
    ...balanceExample,
    balance_cents: 0,
  }),
  of('pass')(
    'pass.expiring',
    'A pass ends soon: a day pass in two hours, others in a day.',
    z.object({ pass_id: z.string(), kind: z.enum(['day', 'week', 'month']), valid_until: time }),
    { pass_id: 'a1B2c3D4e5F6', kind: 'week', valid_until: '2026-11-24T12:00:00.000Z' },
  ),
  ofAll('payment.settled', 'A payment for a key, a pass or a listing settled.', payment, {
    ...paymentExample,
    transaction: '0x5a3c',
  }),
  ofAll('payment.failed', 'A payment for a top-up or a listing did not settle; no money moved.', payment, {
    ...paymentExample,
    transaction: null,
  }),
  ofUser(
    'listing.published',
    'A listing of yours went live.',
    z.object({ listing_id, slug: z.string(), listing_type: z.enum(['fixed', 'auction']), price_cents: cents }),
    { listing_id: lst, slug: 'changelog-helper', listing_type: 'fixed', price_cents: 900 },
  ),
  ...(
    [
      ['hidden', 'A listing of yours is hidden: its reports were upheld or are many, or the account is suspended.'],
      ['restored', 'A listing of yours that was hidden is shown again.'],
    ] as const
  ).map(([name, title]) =>
    ofUser(`listing.${name}`, title, z.object({ listing_id, slug: z.string() }), {
      listing_id: lst,
      slug: 'changelog-helper',
    }),
  ),
  ofUser('boost.waiting', 'A boost of yours is paid and waits for a slot.', boost, boostExample),
  ofUser('boost.started', 'A boost of yours has its place, from starts_at to ends_at.', boost, {
    ...boostExample,
    starts_at: '2026-11-24T12:00:00.000Z',
    ends_at: '2026-11-25T12:00:00.000Z',
  }),
  ofUser('boost.expired', 'A boost of yours was not paid in time; nothing was charged.', boost, boostExample),
  ofUser('feedback.received', 'A buyer reviewed a purchase from you.', feedback, feedbackExample),
  ofUser('feedback.replied', 'The seller replied to a review of yours.', feedback, feedbackExample),
  ofUser(
    'report.decided',
    'An operator decided about a report of yours.',
    z.object({ report_id: z.string(), listing_id, state: z.enum(['upheld', 'dismissed']) }),
    { report_id: 'rep_0199f0a0c8d27c1f8f3b2a4d5e6f7089', listing_id: lst, state: 'upheld' },
  ),
  ofUser('bid.placed', 'Somebody bid in an auction of yours.', bid, bidExample),
  ofUser('bid.outbid', 'Somebody bid more than you.', bid, bidExample),
  ofUser('auction.extended', 'A late bid extended an auction that you sell or lead.', bid, bidExample),
  ofUser('auction.won', 'You won an auction; pay until pay_until.', bid.extend({ pay_until: time }), {
    ...bidExample,
    pay_until: '2026-11-26T12:00:00.000Z',
  }),
  ofUser(
    'auction.payment_due',
    'A win of yours is not paid yet: half of the time is over, or two hours are left.',
    z.object({ listing_id, pay_until: time }),
    { listing_id: lst, pay_until: '2026-11-26T12:00:00.000Z' },
  ),
  ofUser(
    'auction.unpaid',
    'A win was not paid in time. For the winner a strike; for the seller, whether the second bidder may pay now.',
    z.object({
      listing_id,
      role: z.enum(['winner', 'seller']),
      pay_until: time,
      is_second_chance: z.boolean().optional(),
    }),
    { listing_id: lst, role: 'seller', pay_until: '2026-11-26T12:00:00.000Z', is_second_chance: true },
  ),
  ofUser(
    'auction.closed',
    'An auction of yours ended.',
    bid.extend({ state: z.enum(['sold', 'reserve_not_met', 'no_bids', 'voided']) }),
    { ...bidExample, state: 'sold' },
  ),
  ofUser('purchase.paid', 'A purchase was paid.', purchase, purchaseExample),
  ofUser('purchase.delivered', 'A purchase was delivered.', purchase, {
    ...purchaseExample,
    delivery_status: 'delivered',
  }),
  ofUser('purchase.refunded', 'A purchase was refunded, in full or in part.', purchase, {
    ...purchaseExample,
    status: 'refunded',
    refunded_cents: 900,
  }),
  ofUser(
    'purchase.refund_due',
    'A payment on Solana is given back and waits for its seller, who sells nothing from `stops_sales_at` of the purchase on until he has paid it back.',
    z.object({
      purchase_id: z.string(),
      listing_id,
      role,
      currency: z.enum(['usdc', 'sol']),
      seller_amount: z.string().describe('micro-USDC or lamports'),
      platform_amount: z.string(),
      reason: z.string().nullable(),
    }),
    {
      purchase_id: purchaseExample.purchase_id,
      listing_id: lst,
      role: 'seller',
      currency: 'usdc',
      seller_amount: '7650000',
      platform_amount: '1350000',
      reason: null,
    },
  ),
  ofUser('purchase.disputed', 'A purchase is disputed.', purchase, { ...purchaseExample, status: 'disputed' }),
  ofUser(
    'resale.listed',
    'You offered a licence for resale, or changed the price of the offer.',
    resale,
    resaleExample,
  ),
  ofUser(
    'resale.canceled',
    'An offer of yours ended: you ended it, or its licence was refunded or disputed.',
    resale,
    resaleExample,
  ),
  ofUser('resale.expired', 'The time of an offer of yours is over.', resale, resaleExample),
  ofUser(
    'resale.sold',
    'A licence of yours was sold on: your key ended, and the buyer has a new one.',
    resale.extend({
      sale_purchase_id: z.string().describe('the purchase of the buyer'),
      rail: z.string(),
      royalty_cents: cents,
      fee_cents: cents,
      you_receive_cents: cents,
    }),
    {
      ...resaleExample,
      sale_purchase_id: 'pur_0199f0a0c8d27c1f8f3b2a4d5e6f7086',
      rail: 'solana',
      royalty_cents: 30,
      fee_cents: 90,
      you_receive_cents: 480,
    },
  ),
  ofUser(
    'resale.royalty',
    'A licence of a listing of yours was sold on, and you earn a royalty.',
    resale.omit({ purchase_id: true }).extend({ rail: z.string(), royalty_cents: cents }),
    {
      resale_offer_id: resaleExample.resale_offer_id,
      listing_id: lst,
      price_cents: 600,
      rail: 'solana',
      royalty_cents: 30,
    },
  ),
  ofUser('wrap.updated', 'The wrap of a purchase that you bought or whose licence you hold changed its state.', wrap, {
    ...wrapExample,
    state: 'wrapped',
    transaction: '5Hq3',
    reason: null,
  }),
  ofUser(
    'wrap.claimed',
    'The licence of a wrapped purchase moved to whoever claimed it with its token: to you, or away from you.',
    z.object({
      purchase_id: z.string(),
      listing_id,
      mint: z.string(),
      is_yours: z.boolean().describe('whether you hold the licence now'),
    }),
    { ...wrapExample, is_yours: true },
  ),
  ofUser('payout.sent', 'A payout is final on chain.', payout, { ...payoutExample, transaction: '5Hq3' }),
  ofUser('payout.held', 'A payout is held; reason says why.', payout, { ...payoutExample, reason: 'daily_cap' }),
  ofUser(
    'job.proposal',
    'Somebody proposed to do a job of yours.',
    z.object({ job_id, proposal_id: z.string(), bid_cents: cents, delivery_days: z.int() }),
    {
      job_id: jobExample.job_id,
      proposal_id: 'prp_0199f0a0c8d27c1f8f3b2a4d5e6f7085',
      bid_cents: 5_000,
      delivery_days: 3,
    },
  ),
  ofUser(
    'job.hired',
    'A worker was hired; the money is in escrow.',
    z.object({ job_id, proposal_id: z.string(), bid_cents: cents, role: z.enum(['poster', 'worker']) }),
    { ...jobExample, proposal_id: 'prp_0199f0a0c8d27c1f8f3b2a4d5e6f7085', bid_cents: 5_000 },
  ),
  ...(
    [
      ['delivered', 'delivered', 'The worker delivered.'],
      ['changes_requested', 'hired', 'The poster asked for changes.'],
      ['completed', 'completed', 'The delivery was accepted; the worker is paid.'],
      ['disputed', 'disputed', 'A side opened a dispute.'],
      ['resolved', 'resolved', 'A dispute was decided.'],
      ['canceled', 'canceled', 'The job ended without work; the money goes back.'],
      ['expired', 'expired', 'Nobody was hired in time.'],
    ] as const
  ).map(([name, status, title]) => ofUser(`job.${name}`, title, job, { ...jobExample, status })),
  ofUser('seller_endpoint.live', 'An endpoint of yours is on sale.', endpoint, endpointExample),
  ofUser('seller_endpoint.unhealthy', 'An endpoint of yours was taken off sale.', endpoint, {
    ...endpointExample,
    state: 'paused',
    reason: 'probe',
    problem: 'The endpoint did not answer in its time',
  }),
  ...(
    [
      ['password_changed', 'The password was changed; every session ended.'],
      ['email_confirmed', 'The e-mail address was confirmed.'],
      ['suspended', 'An operator suspended the account.'],
      ['reinstated', 'An operator lifted the suspension.'],
    ] as const
  ).map(([name, title]) => ofUser(`account.${name}`, title, z.object({}), {})),
  ofUser(
    'account.wallet_changed',
    'The wallet that payouts go to was proved, changed or removed.',
    z.object({ solana_wallet: z.string().nullable(), rests_until: time.nullable() }),
    { solana_wallet: null, rests_until: null },
  ),
  ofUser(
    'account.terms_accepted',
    'A newer version of the terms was accepted.',
    z.object({ terms_version: z.string() }),
    { terms_version: '2026-11-20' },
  ),
  ofUser('account.key_created', 'An API key was made.', apiKey, apiKeyExample),
  ofUser('account.key_revoked', 'An API key was revoked or replaced.', apiKey, apiKeyExample),
  ofUser(
    'account.export_ready',
    'The export that you asked for can be fetched.',
    z.object({ bytes: z.int(), until: time }),
    { bytes: 48_213, until: '2026-11-25T12:00:00.000Z' },
  ),
  ...(
    [
      ['deletion_asked', 'The deletion of the account was asked for; until due_at it may be kept.'],
      ['deletion_canceled', 'The account is kept after all.'],
      ['closed', 'The account begins nothing new; once nothing is open it is erased, with this stream.'],
    ] as const
  ).map(([name, title]) =>
    ofUser(`account.${name}`, title, z.object({ due_at: time }), { due_at: '2026-12-08T12:00:00.000Z' }),
  ),
  ofAll(
    'webhook.disabled',
    'A webhook was disabled: its receiver answered 410, or failed for five days.',
    z.object({ webhook_id: z.string(), url: z.string(), reason: z.enum(['gone', 'failures']) }),
    { webhook_id: 'whk_0199f0a0c8d27c1f8f3b2a4d5e6f7086', url: 'https://hooks.example/in', reason: 'gone' },
  ),
  ofAll(
    'webhook.test',
    'You asked for a test of a webhook; only that webhook gets it.',
    z.object({ webhook_id: z.string(), message: z.string() }),
    { webhook_id: 'whk_0199f0a0c8d27c1f8f3b2a4d5e6f7086', message: 'This is a test.' },
  ),
]

export const EVENT_TYPE_NAMES: readonly string[] = EVENT_TYPES.map(({ type }) => type)
