import { defineEntity, p } from '@mikro-orm/core'

const CallSchema = defineEntity({
  name: 'Call',
  tableName: 'call',
  properties: {
    id: p.uuid().primary(),
    partOf: p.uuid().nullable(),
    slug: p.text(),
    pool: p.text(),
    payer: p.enum(['free', 'prepaid', 'trial', 'pass', 'x402', 'part'] as const),
    /** When an x402 payment settles; null for every other payer. */
    settle: p.enum(['before', 'after'] as const).nullable(),
    serviceKeyId: p.uuid().nullable(),
    passId: p.uuid().nullable(),
    accountId: p.bigint().nullable(),
    price: p.bigint(),
    holdId: p.bigint().nullable(),
    state: p.enum(['paying', 'held', 'running', 'settling', 'captured', 'released'] as const),
    attempt: p.integer().default(0),
    timeoutMs: p.integer(),
    deadline: p.datetime(),
    leaseUntil: p.datetime().nullable(),
    replyTo: p.text(),
    input: p.text().nullable(),
    inputDigest: p.blob(),
    idem: p.text().nullable(),
    result: p.text().nullable(),
    refusal: p.text().nullable(),
    steps: p.text().nullable(),
    runMs: p.float().nullable(),
    agentId: p.text().nullable(),
    acceptedAt: p.datetime().defaultRaw('now()'),
    enqueuedAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
    purgedAt: p.datetime().nullable(),
  },
})

/**
 * One call: the charge, the outbox and the result in one row. Its state goes held → running → captured | released, or
 * held → released. A call paid by x402 can be `paying` before it is held, or `settling` before it is captured. The
 * database refuses any other transition. `price` is the amount it moves in micro-USDC, 0 under a pass. `input` is kept
 * only while the call is open. `agentId` is the label from its body, for the caller's own statistics. `inputDigest` is
 * the SHA-256 of the RFC 8785 form of the body when the call has an Idempotency-Key, else of its bytes.
 */
export class Call extends CallSchema.class {}
CallSchema.setClass(Call)
