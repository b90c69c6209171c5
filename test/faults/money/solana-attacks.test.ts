import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { sweepRefunds } from '#shared/market/refunds/sweep-refunds.ts'

import { openSolanaCluster, type SolanaCluster } from '#test/support/labs/solana-cluster.ts'
import type { PlainWallet } from '#test/support/labs/solana-shop.ts'
import { registerAccount, type Registered } from '#test/support/world/market.ts'
import { eventually } from '#test/support/world/world.ts'

let world: SolanaCluster
let shop: SolanaCluster['shop']
let buyer: Registered
let seller: Awaited<ReturnType<typeof shop.seller>>
let liar: Awaited<ReturnType<typeof startLiar>>
beforeAll(async () => {
  world = await openSolanaCluster()
  shop = world.shop
  liar = await startLiar(world.lab.solana.rpcUrl)
  // Both nodes have to agree.
  await world.front({ SOLANA_RPC_URL: `${world.lab.solana.rpcUrl},${liar.url}` })
  seller = await shop.seller()
})
// A pending purchase of a listing is found again by its buyer, so each test has its own.
beforeEach(async () => {
  buyer = await registerAccount(world)
})
afterAll(async () => {
  const findings = await audit(world.cluster.db.pg)
  await world.close()
  await liar.close()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

/** A node that passes questions on, and changes the answers to some while `lie` says so. */
async function startLiar(rpcUrl: string) {
  let lie: ((answer: Record<string, unknown>) => unknown) | null = null
  const answered = async (body: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const answer: unknown = await (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
    const { method } = Object(JSON.parse(body))
    const { result } = Object(answer)
    return method === 'getTransaction' && result !== null && lie !== null
      ? { ...Object(answer), result: lie(Object(result)) }
      : answer
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      answered(Buffer.concat(chunks).toString())
        .then((answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)))
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async lying(how: (answer: Record<string, unknown>) => unknown, work: () => Promise<void>) {
      lie = how
      await work().finally(() => (lie = null))
    },
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  }
}

async function intend(payer: PlainWallet, currency = 'usdc', by = buyer) {
  const body = { listing_id: seller.listingId, currency, payer: payer.publicKey.toBase58() }
  const { body: intent } = await by.request('POST', '/api/purchases/solana/intent', body)
  return { id: String(intent['purchase_id']), transaction: String(intent['transaction']) }
}
async function confirm(id: string, signature: string, by = buyer) {
  const { status, body } = await by.request('POST', '/api/purchases/solana/confirm', { purchase_id: id, signature })
  return { status, code: body['code'], reason: body['reason'] ?? Object(body['payment']).reason, body }
}
const statusOf = async (id: string, by = buyer) => (await by.request('GET', `/api/purchases/${id}`)).body['status']
/** The instructions of an intent, changed, signed and sent; returns the signature. It may fail on chain. */
async function payChanged(
  payer: PlainWallet,
  base64: string,
  change: (message: TransactionMessage) => void,
): Promise<string> {
  const offered = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  const message = TransactionMessage.decompile(offered.message)
  change(message)
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([payer])
  return shop.connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
}

describe('with real processes and two nodes', () => {
  test('L1: a signature pays one order: not another purchase, not a boost, and its own again changes nothing', async () => {
    const payer = await shop.wallet()
    const intent = await intend(payer)
    const signature = await shop.pay(payer, intent.transaction)
    await eventually(async () => (await confirm(intent.id, signature)).status === 200)
    const other = await intend(payer)
    expect(await confirm(other.id, signature)).toMatchObject({ status: 409, code: 'payment_already_used' })
    const path = `/api/listings/${seller.listingId}/priority/solana`
    const asked = { tier_id: 'day', currency: 'usdc', payer: payer.publicKey.toBase58() }
    const { body: boost } = await seller.request('POST', `${path}/intent`, asked)
    const shown = { intent_id: boost['intent_id'], signature }
    expect((await seller.request('POST', `${path}/confirm`, shown)).body).toMatchObject({
      code: 'payment_already_used',
    })
    expect(await confirm(intent.id, signature)).toMatchObject({ status: 200 })
    expect(await world.lab.sql(`select from solana_payment where signature = $1`, [signature])).toHaveLength(1)
    expect(await statusOf(other.id)).toBe('pending')
  })

  test('L2: a transaction that failed is refused, one that nobody has heard of is waited for, and neither pays', async () => {
    const payer = await shop.wallet()
    const intent = await intend(payer, 'sol')
    const failed = await payChanged(payer, intent.transaction, ({ instructions }) => {
      const tooMuch = { fromPubkey: payer.publicKey, toPubkey: seller.wallet.publicKey, lamports: 10n ** 15n }
      instructions.push(SystemProgram.transfer(tooMuch))
    })
    await eventually(async () => (await confirm(intent.id, failed)).status === 409)
    expect(await confirm(intent.id, failed)).toMatchObject({ code: 'payment_rejected', reason: 'transaction_failed' })
    const unheardOf = toBase58(new Uint8Array(64).fill(9))
    expect(await confirm(intent.id, unheardOf)).toMatchObject({ status: 202, reason: 'not_visible_yet' })
    expect(await statusOf(intent.id)).toBe('pending')
  })

  test('L3: the right total in another split, without its memo, or with one more, is refused leg by leg', async () => {
    const payer = await shop.wallet()
    const refused = async (change: (message: TransactionMessage) => void) => {
      const intent = await intend(payer)
      const { body, reason } = await (async () => {
        const signature = await payChanged(payer, intent.transaction, change)
        await eventually(async () => (await confirm(intent.id, signature)).status === 409)
        return confirm(intent.id, signature)
      })()
      expect(await statusOf(intent.id)).toBe('pending')
      return { reason, legs: body['legs'] }
    }
    const isTransfer = ({ data }: { data: Uint8Array }) => data[0] === 12 && data.length === 10
    const shifted = await refused(({ instructions }) => {
      const [toSeller, toUs] = instructions.filter(isTransfer)
      for (const [transfer, change] of [
        [toSeller, -10_000n],
        [toUs, 10_000n],
      ] as const)
        transfer?.data.writeBigUInt64LE(transfer.data.readBigUInt64LE(1) + change, 1)
    })
    expect(shifted).toMatchObject({
      reason: 'leg_missing',
      legs: [
        { role: 'seller', owed: '4250000', received: '4240000' },
        { role: 'platform', owed: '750000', received: '760000' },
      ],
    })
    const isMemo = ({ data }: { data: Uint8Array }) => Buffer.from(data).toString().startsWith('farebox ')
    const without = await refused((message) => {
      message.instructions = message.instructions.filter((one) => !isMemo(one))
    })
    expect(without.reason).toBe('wrong_memo')
    const twice = await refused(({ instructions }) => instructions.push(...instructions.filter(isMemo)))
    expect(twice.reason).toBe('wrong_memo')
  })

  test('L4: what landed before its order was opened does not pay it', async () => {
    const payer = await shop.wallet()
    const intent = await intend(payer)
    const tx = await world.cluster.db.pg.connect()
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    const later = `update solana_order set created_at = now() + interval '10 minutes', look_at = now() + interval '1 hour' where id = $1`
    await tx.query(later, [intent.id.slice(4)])
    await tx.query('commit')
    tx.release()
    const signature = await shop.pay(payer, intent.transaction)
    await eventually(async () => (await confirm(intent.id, signature)).status === 409)
    expect(await confirm(intent.id, signature)).toMatchObject({ reason: 'before_the_order' })
    expect(await statusOf(intent.id)).toBe('pending')
  })

  test.each([
    ['does not have it', () => null],
    [
      'says that it failed',
      (answer: Record<string, unknown>) => ({ ...answer, meta: { ...Object(answer['meta']), err: 'X' } }),
    ],
    [
      'says that it moved less',
      (answer: Record<string, unknown>) => {
        const { meta } = Object(answer)
        return { ...answer, meta: { ...meta, postTokenBalances: meta.preTokenBalances } }
      },
    ],
  ])('L5: while one of two nodes %s, nothing is decided; once they agree it pays', async (_, how) => {
    const payer = await shop.wallet()
    const intent = await intend(payer)
    let signature = ''
    await liar.lying(how, async () => {
      signature = await shop.pay(payer, intent.transaction)
      for (let times = 0; times < 3; times += 1)
        expect(await confirm(intent.id, signature)).toMatchObject({ status: 202, reason: 'nodes_differ' })
      expect(await statusOf(intent.id)).toBe('pending')
    })
    await eventually(async () => (await statusOf(intent.id)) === 'paid')
    expect(await confirm(intent.id, signature)).toMatchObject({ status: 200 })
  })

  test('L6: a payment in SOL whose quote had expired does not pay, and is given back in full', async () => {
    const payer = await shop.wallet()
    const intent = await intend(payer, 'sol')
    const tx = await world.cluster.db.pg.connect()
    await tx.query('begin')
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update solana_quote set valid_until = now() - interval '5 minutes' where order_id = $1`, [
      intent.id.slice(4),
    ])
    await tx.query('commit')
    tx.release()
    await shop.pay(payer, intent.transaction)
    const due = async () => Object((await buyer.request('GET', `/api/purchases/${intent.id}`)).body['refund_due'])
    await eventually(async () => (await due()).seller_amount !== undefined)
    expect(await due()).toMatchObject({ currency: 'sol', seller_amount: '28333334', platform_amount: '5000000' })
    expect(await statusOf(intent.id)).toBe('pending')
    const path = `/api/purchases/${intent.id}/refund/solana`
    const asked = await seller.request('POST', path, { payer: seller.wallet.publicKey.toBase58() })
    await shop.pay(seller.wallet, asked.body['transaction'])
    await eventually(async () => (await due()).seller_amount === undefined)
    await sweepRefunds(world.cluster.db, 10)
    expect(await world.lab.sql(`select from solana_refund where settled_at is null`)).toEqual([])
  })
})
