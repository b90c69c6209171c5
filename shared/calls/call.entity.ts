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
    price: p.bigint().check('price >= 0'),
    /** The hold of a call that a release before journals accepted. */
    holdId: p.bigint().nullable(),
    journalId: p.bigint().nullable(),
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
    isWatched: p.boolean().default(false),
    acceptedAt: p.datetime().defaultRaw('now()'),
    enqueuedAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
    purgedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'call_kept', properties: ['finishedAt'], where: 'finished_at is not null and purged_at is null' },
    { name: 'call_of_account', properties: ['accountId', 'id'], where: 'account_id is not null' },
    { name: 'call_of_pass', properties: ['passId', 'id'], where: 'pass_id is not null' },
    { name: 'call_open', properties: ['deadline'], where: 'finished_at is null' },
  ],
  checks: [
    {
      name: 'call_captured_has_result',
      expression: "state <> 'captured' or result is not null or purged_at is not null",
    },
    { name: 'call_input_only_while_open', expression: 'finished_at is null or input is null' },
    {
      name: 'call_open_or_finished',
      expression: "(state in ('paying', 'held', 'running', 'settling')) = (finished_at is null)",
    },
    {
      name: 'call_part_costs_nothing',
      expression: "(payer = 'part') = (part_of is not null) and (payer <> 'part' or price = 0)",
    },
    { name: 'call_settling_has_result', expression: "state <> 'settling' or result is not null" },
    { name: 'call_trial_price_cap', expression: "payer <> 'trial' or price <= 100000" },
    { name: 'call_waits_for_x402', expression: "state not in ('paying', 'settling') or payer = 'x402'" },
  ],
})

/**
 * One call: the charge, the outbox and the result in one row. Its state goes held → running → captured | released, or
 * held → released. A call paid by x402 can be `paying` before it is held, or `settling` before it is captured. The
 * database refuses any other transition. While it is open, the row is the hold of its `price`: the amount it moves in micro-USDC,
 * 0 under a pass. `journalId` is the transfer that captured it with the others of its account and statement. `input` is kept
 * only while the call is open. `agentId` is the label from its body, for the caller's own statistics. `inputDigest` is
 * the SHA-256 of the RFC 8785 form of the body when the call has an Idempotency-Key, else of its bytes. The end of a call
 * that `isWatched` is an event; nobody hears of any other. The table has a partition for each month of the id; `idem` is
 * unique by call-key.entity.ts.
 */
export class Call extends CallSchema.class {}
CallSchema.setClass(Call)
