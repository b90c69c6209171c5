import { type Hash, type Hex } from 'viem'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { acceptPaid } from '#shared/calls/accept-paid.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { startCalls } from '#shared/calls/start.ts'
import { BASE, BASE_USDC, MULTICALL3, SOLANA } from '#shared/chains/networks.ts'
import { encodeAggregate } from '#shared/engines/evm/multicall.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { claimPayment } from '#shared/money/x402/claim-payment.ts'
import { finishFinalPayments } from '#shared/money/x402/finish-final.ts'
import { recordPaid } from '#shared/money/x402/record-settlement.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { transferCall } from '#workers/settlement/base/transfer-call.ts'
import { readPayment } from '#workers/settlement/read-payment.ts'

import { rpcServer } from '#test/support/fakes/rpc-server.ts'
import {
  basePayment,
  baseRequirements,
  type LabAnswer,
  type LabProcess,
  openSettlementLab,
  type SettlementLab,
  solanaPayment,
  solanaRequirements,
} from '#test/support/labs/settlement-lab.ts'

const PRICE = 20_000n
/** More blocks than the local chain takes to make one final. */
const FINAL_AFTER = 70

let lab: SettlementLab
let one: LabProcess
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
  one = await lab.start()
})
afterAll(async () => {
  expect((await audit(one.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await lab.close()
})

const settle = async (payment: unknown, by = one) => (await by.ask('/settle', payment)).body
const finalBlocks = () => lab.base.client.mine({ blocks: FINAL_AFTER })

async function aBasePayment() {
  const payer = await lab.base.wallet({ microUsdc: PRICE })
  const accepted = baseRequirements(lab.base.address(), PRICE)
  return { payer, accepted, payment: await basePayment(payer, accepted) }
}

const settlementOf = async (payer: string) => {
  const [row] = await lab.sql<{
    key: string
    state: string
    transaction: string | null
    is_final: boolean
    raw: string
  }>(
    `select key, state, transaction, is_final, (select raws[1] from settlement_transaction t where t.settlement_key = key) as raw
     from settlement where payer = $1`,
    [payer],
  )
  if (row === undefined) throw new Error('it was never settled')
  return row
}
const paymentOf = async (callId: string) => {
  const [row] = await lab.sql<{ state: string; final: boolean; failure: string | null; log_index: number }>(
    `select state, final_at is not null as final, failure, log_index from payment_proof where call_id = $1`,
    [callId],
  )
  return row
}
const lossOf = async (callId: string) => {
  const [row] = await lab.sql<{ lost: string }>(
    `select coalesce(sum(-e.amount), 0)::text as lost from entry e join transfer t on t.id = e.transfer_id
     where t.call_id = $1 and e.account_id = 8`,
    [callId],
  )
  return row?.lost
}

/** A call that was answered, paid by a settlement of this key before it ran, as ingress and worker record it. */
async function paidCall(key: string, payer: string, { transaction = '', extra }: LabAnswer): Promise<string> {
  const callId = uuidv7()
  const parts = key.split(':')
  const [network, asset = '', proof] = [parts.slice(0, 2).join(':'), parts[2], parts.slice(3).join(':')]
  const claim = {
    key: { network: network === BASE ? BASE : SOLANA, asset, proof },
    payer,
    amount: PRICE,
    callId,
    holder: callId,
    payloadDigest: Buffer.alloc(32),
    hasToken: true,
    validAfter: null,
    validBefore: null,
    neededMs: 0,
    facilitatorUrl: 'http://nowhere',
    client: Buffer.alloc(32, 1),
  }
  expect(await claimPayment(one.db.relaxed, claim)).toBe('claimed')
  const call = {
    callId,
    slug: 'hash-text',
    pool: 'outcome',
    priceMicroUsdc: PRICE,
    timeoutMs: 60_000,
    input: '{}',
    inputDigest: Buffer.alloc(32),
    idem: null,
    key: claim.key,
    holder: callId,
    payer,
    settle: 'before',
    trustsUnproven: true,
    balance: PRICE,
    resource: 'POST /x',
    requestDigest: Buffer.alloc(32),
    identifier: null,
    validUntil: Date.now() / 1_000 + 120,
    sealed: '{}',
  } as const
  expect(await acceptPaid(one.db.pg, call, 'nobody')).toMatchObject({ kind: 'accepted', mode: 'before' })
  const settled = {
    transaction,
    logIndex: extra?.logIndex ?? null,
    settlement: JSON.stringify({ success: true, transaction }),
  }
  expect(await recordPaid(one.db.pg, callId, settled)).not.toBeNull()
  const [started] = await startCalls(one.db.pg, [callId])
  await finishCalls(one.db.pg, [{ callId, attempt: started?.attempt ?? 0, runMs: 1, result: '{}', steps: null }])
  return callId
}

test('X19: a transaction that was seen as paid and fails in the final chain is a loss, and its payer is known for it', async () => {
  const { payer, payment, accepted } = await aBasePayment()
  const before = await lab.base.client.snapshot()
  const answer = await settle(payment)
  expect(answer).toMatchObject({ success: true })
  const payerKey = payer.address.toLowerCase()
  const { key, raw } = await settlementOf(payerKey)
  const callId = await paidCall(key, payerKey, answer)

  // Another branch of the chain: the payer's USDC has gone before the very same transaction is mined.
  await lab.base.client.revert({ id: before })
  await lab.base.fund(payer.address, { microUsdc: 0n })
  // Safe: it was signed by us.
  await lab.base.client.sendRawTransaction({ serializedTransaction: raw as Hex })
  const again = await lab.base.client.waitForTransactionReceipt({ hash: answer.transaction as Hash })
  expect(again.status).toBe('reverted')
  await one.watch()
  expect(await settlementOf(payerKey)).toMatchObject({ state: 'paid', is_final: false })

  await finalBlocks()
  await one.watch()
  expect(await settlementOf(payerKey)).toMatchObject({
    state: 'failed',
    is_final: true,
    transaction: answer.transaction,
  })
  expect(await lab.base.transfersTo(accepted.payTo)).toEqual([])
  expect(await finishFinalPayments(one.db.pg)).toEqual([callId])
  expect(await paymentOf(callId)).toMatchObject({ state: 'reversed', final: true, failure: 'chain_reorganized' })
  expect(await lossOf(callId)).toBe(PRICE.toString())
  expect(await lab.sql(`select is_lost from settlement_cost where payer = $1`, [payerKey])).toEqual([{ is_lost: true }])
})

test('a transaction that is mined again in another block, and pays, stays paid', async () => {
  const { payer, payment, accepted } = await aBasePayment()
  const before = await lab.base.client.snapshot()
  const answer = await settle(payment)
  const payerKey = payer.address.toLowerCase()
  const { key, raw } = await settlementOf(payerKey)
  const callId = await paidCall(key, payerKey, answer)
  await lab.base.client.revert({ id: before })
  await lab.base.client.mine({ blocks: 3 })
  // Safe: it was signed by us.
  await lab.base.client.sendRawTransaction({ serializedTransaction: raw as Hex })
  await finalBlocks()
  await one.watch()
  expect(await settlementOf(payerKey)).toMatchObject({ state: 'paid', is_final: true })
  expect(await finishFinalPayments(one.db.pg)).toEqual([])
  expect(await paymentOf(callId)).toMatchObject({ state: 'settled', final: true })
  expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
})

test('two authorizations that somebody used in one transaction are two payments, each by its own transfer', async () => {
  const payer = await lab.base.wallet({ microUsdc: 2n * PRICE })
  const accepted = baseRequirements(lab.base.address(), PRICE)
  const payments = [await basePayment(payer, accepted), await basePayment(payer, accepted)]
  const calls = payments.map((payment) => {
    const read = readPayment(payment)
    if (!('authorization' in read)) throw new Error('no payment')
    return { to: BASE_USDC, data: transferCall(read.authorization, read.signature) ?? '0x', mayFail: false }
  })
  const account = await lab.base.wallet({ wei: 10n ** 18n })
  // Safe: it is encoded as 0x and hex digits.
  const data = encodeAggregate(calls) as Hex
  const transaction = await lab.base.client.sendTransaction({ account, to: MULTICALL3, data, gas: 400_000n })

  const answers = await Promise.all(payments.map((payment) => settle(payment)))
  expect(answers).toMatchObject([
    { success: true, transaction },
    { success: true, transaction },
  ])
  expect(new Set(answers.map(({ extra }) => extra?.logIndex)).size).toBe(2)
  expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(2)

  const payerKey = payer.address.toLowerCase()
  const keys = payments.map(({ paymentPayload: { payload } }) =>
    `${BASE}:${BASE_USDC}:${payerKey}:${payload.authorization.nonce}`.toLowerCase(),
  )
  const callIds = []
  for (const [nth, key] of keys.entries()) callIds.push(await paidCall(key, payerKey, answers[nth] ?? {}))
  await finalBlocks()
  await one.watch()
  expect(await finishFinalPayments(one.db.pg)).toEqual([])
  for (const callId of callIds) expect(await paymentOf(callId)).toMatchObject({ state: 'settled', final: true })
})

test('X19: on Solana a status that becomes final as a failure, or without the USDC, is a loss', async () => {
  const failing: { signature: string; how: 'err' | 'balances' }[] = []
  const node = await rpcServer((question, response) => {
    void askRpc(lab.solana.rpcUrl, question.method, question.params).then((result) =>
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: changed(question, result) })),
    )
  })
  /** What the chain says, but for the transactions that failed after all. */
  function changed({ method, params }: { method: string; params: unknown[] }, result: unknown): unknown {
    const isOf = (how: string, signature: unknown) =>
      failing.some((one) => one.how === how && one.signature === signature)
    if (method === 'getSignatureStatuses') {
      // Safe: the shapes of our own chain.
      const [signatures] = params as [string[]]
      const { context, value } = result as { context: unknown; value: (object | null)[] }
      const failed = { err: { InstructionError: [2, { Custom: 1 }] } }
      return {
        context,
        value: value.map((status, nth) =>
          status !== null && isOf('err', signatures[nth]) ? { ...status, ...failed } : status,
        ),
      }
    }
    if (method !== 'getTransaction' || !isOf('balances', params[0])) return result
    // Safe: as above.
    const landed = result as { meta: { preTokenBalances: { uiTokenAmount: { amount: string } }[] } }
    const [somebody] = landed.meta.preTokenBalances
    const gained = { ...somebody, accountIndex: 90, owner: lab.solana.address() }
    return {
      ...landed,
      meta: {
        ...landed.meta,
        preTokenBalances: [],
        postTokenBalances: [{ ...gained, uiTokenAmount: { ...somebody?.uiTokenAmount, amount: '7' } }],
      },
    }
  }
  try {
    const behind = await lab.start({ SOLANA_RPC_URL: node.url })
    for (const how of ['err', 'balances'] as const) {
      const payer = await lab.solana.wallet({ microUsdc: PRICE })
      const payee = await lab.solana.wallet({ microUsdc: 0n })
      const accepted = solanaRequirements(payee.address, PRICE, lab.env()['SOLANA_FEE_PAYER'] ?? '')
      const answer = await settle(await solanaPayment(lab.solana, { payer, accepted }), behind)
      expect(answer, how).toMatchObject({ success: true })
      const { key } = await settlementOf(payer.address)
      const callId = await paidCall(key, payer.address, answer)
      failing.push({ signature: answer.transaction ?? '', how })
      await behind.watch()
      expect(await settlementOf(payer.address), how).toMatchObject({ state: 'failed', is_final: true })
      expect(await finishFinalPayments(one.db.pg), how).toEqual([callId])
      expect(await paymentOf(callId), how).toMatchObject({ state: 'reversed', final: true })
      expect(await lossOf(callId), how).toBe(PRICE.toString())
    }
  } finally {
    await node.close()
  }
})
