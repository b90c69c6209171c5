import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { audit, auditOn } from '#shared/money/audit/audit.ts'
import { callRpc, type RpcRefused } from '#shared/chains/json-rpc.ts'

import { rpcError, rpcResult, rpcServer } from '#test/support/fakes/rpc-server.ts'
import { type LabProcess, openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { refundOnChain } from '#shared/money/x402/refund-on-chain.ts'

import {
  arrived,
  aSeller,
  creditedCall,
  letTimePass,
  owe,
  payoutsOf,
  type Seller,
} from '#test/support/labs/payout-lab.ts'

const DOLLAR = 1_000_000n

let lab: SettlementLab
let one: LabProcess
let two: LabProcess
beforeAll(async () => {
  lab = await openSettlementLab({ solana: true })
})
afterAll(() => lab.close())
beforeEach(async () => {
  // Every request is answered by this very process, which may be busy.
  one = await lab.start({}, { askMs: 10_000 })
  two = await lab.start({}, { askMs: 10_000 })
})
afterEach(async () => {
  const findings = await audit(one.db.pg)
  await Promise.all([one.close(), two.close()])
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})

/** Rounds of the treasury until nothing is on its way. */
async function payAll(by = one): Promise<void> {
  await by.payOut()
  await by.payOut()
}

const stateOf = async (seller: Seller) => (await payoutsOf(lab, seller)).map(({ state, reason }) => [state, reason])
const signatures = async () =>
  (await lab.sql<{ signature: string }>('select signature from payout_transaction order by signed_at')).map(
    ({ signature }) => signature,
  )

test('a seller is paid what is due, once, at a token account that the treasury opens', async () => {
  const seller = await aSeller(lab)
  await owe(lab, seller, 2n * DOLLAR)
  await owe(lab, seller, 3n * DOLLAR)
  await payAll()
  await payAll()
  expect(await arrived(lab, seller)).toEqual([5n * DOLLAR])
  expect(await stateOf(seller)).toEqual([['paid', null]])
  const [balance] = await lab.sql<{ owed: string }>(
    `select sum(e.amount) as owed from entry e join account a on a.id = e.account_id where a.code = 'seller_payable:' || $1`,
    [seller.id],
  )
  expect(balance?.owed).toBe('0')
})

test('two processes pay twenty sellers at once, each of them once', async () => {
  const sellers = await Promise.all(Array.from({ length: 20 }, () => aSeller(lab)))
  for (const seller of sellers) await owe(lab, seller, DOLLAR)
  await Promise.all([one.payOut(), two.payOut(), one.payOut(), two.payOut()])
  await Promise.all([payAll(one), payAll(two)])
  const all = await Promise.all(sellers.map((seller) => arrived(lab, seller)))
  expect(all).toEqual(sellers.map(() => [DOLLAR]))
})

describe('who waits', () => {
  const change = (seller: Seller, set: string) => lab.sql(`update market_user set ${set} where id = $1`, [seller.id])

  test.each([
    ['has no proved wallet', 'wallet_proved_at = null', 'wallet_proved_at = now()'],
    ['changed the wallet', `wallet_rests_until = now() + interval '72 hours'`, `wallet_rests_until = now()`],
    ['is suspended', `status = 'suspended'`, `status = 'active'`],
  ])('a seller who %s waits, and is paid afterwards', async (_, before, after) => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    await change(seller, before)
    await payAll()
    expect(await payoutsOf(lab, seller)).toEqual([])
    await change(seller, after)
    await payAll()
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
  })

  test('a wallet that changes before its payout is signed gets nothing; the new one does, once it rested', async () => {
    const [seller, other] = [await aSeller(lab), await lab.solana.wallet()]
    await owe(lab, seller, DOLLAR)
    const poor = await lab.start({ SOLANA_TREASURY_KEY: (await lab.solana.wallet()).secret_key })
    await payAll(poor)
    expect(await stateOf(seller)).toEqual([['ready', 'treasury_empty']])
    await change(seller, `solana_wallet = '${other.address}', wallet_rests_until = now() + interval '1 hour'`)
    await payAll()
    expect(await stateOf(seller)).toEqual([['ready', 'treasury_empty']])
    await change(seller, 'wallet_rests_until = now()')
    await payAll()
    expect(await arrived(lab, seller)).toEqual([])
    expect(await arrived(lab, { ...seller, wallet: other })).toEqual([DOLLAR])
  })

  test('less than a dollar waits for seven days', async () => {
    const seller = await aSeller(lab)
    const id = await owe(lab, seller, DOLLAR - 1n)
    await payAll()
    expect(await payoutsOf(lab, seller)).toEqual([])
    await lab.sql(`update payable set due_at = now() - interval '7 days' where id = $1`, [id])
    await payAll()
    expect(await arrived(lab, seller)).toEqual([DOLLAR - 1n])
  })

  test('what a refund took back after a payout is netted from the next one', async () => {
    const seller = await aSeller(lab)
    await owe(lab, seller, 5n * DOLLAR)
    await payAll()
    await owe(lab, seller, -3n * DOLLAR)
    await payAll()
    await owe(lab, seller, 2n * DOLLAR)
    await payAll()
    expect(await arrived(lab, seller)).toEqual([5n * DOLLAR])
    await owe(lab, seller, 4n * DOLLAR)
    await payAll()
    expect(await arrived(lab, seller)).toEqual([5n * DOLLAR, 3n * DOLLAR])
  })

  test('what is beyond the cap of the day waits, and what never fits is held', async () => {
    const [large, small, next] = [await aSeller(lab), await aSeller(lab), await aSeller(lab)]
    await lab.sql(`update account set day_spent = 0 where code = 'treasury_usdc'`)
    const capped = await lab.start({ PAYOUT_DAILY_CENTS: '300' })
    await owe(lab, large, 4n * DOLLAR)
    await owe(lab, small, 2n * DOLLAR)
    await payAll(capped)
    await payAll(capped)
    expect([await stateOf(large), await stateOf(small)]).toEqual([[['held', 'over_daily_cap']], [['paid', null]]])
    await owe(lab, next, 2n * DOLLAR)
    await payAll(capped)
    expect(await stateOf(next)).toEqual([['ready', 'daily_cap']])
    await lab.sql(`update account set day = day - 1 where code = 'treasury_usdc'`)
    await payAll(capped)
    expect(await arrived(lab, next)).toEqual([2n * DOLLAR])
  })
})

describe('a recipient who cannot be paid', () => {
  test('is held alone, and the others of the transaction are paid', async () => {
    const [first, frozen, last] = [await aSeller(lab), await aSeller(lab, { microUsdc: 0n }), await aSeller(lab)]
    await lab.solana.freezeUsdc(frozen.wallet.address)
    for (const seller of [first, frozen, last]) await owe(lab, seller, DOLLAR)
    await payAll()
    await payAll()
    expect(await stateOf(frozen)).toEqual([['held', 'token_account_frozen']])
    expect([await arrived(lab, first), await arrived(lab, last)]).toEqual([[DOLLAR], [DOLLAR]])
  })

  test('and closes the token account that the treasury opened opens the next one', async () => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    await payAll()
    await lab.solana.closeUsdc(seller.wallet.address)
    await owe(lab, seller, 2n * DOLLAR)
    await payAll()
    expect(await stateOf(seller)).toEqual([
      ['paid', null],
      ['held', 'token_account_closed'],
    ])
  })

  test('on chain, after the simulation, is found out and held', async () => {
    const [seller, frozen] = [await aSeller(lab), await aSeller(lab, { microUsdc: 0n })]
    for (const one of [seller, frozen]) await owe(lab, one, DOLLAR)
    lab.solana.stopMining()
    await one.payOut()
    await lab.solana.freezeUsdc(frozen.wallet.address)
    lab.solana.startMining()
    await payAll()
    await payAll()
    expect(await stateOf(frozen)).toEqual([['held', 'token_account_frozen']])
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
  })
})

describe('what gets lost', () => {
  test('the same bytes are sent again until they land', async () => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    const before = (await signatures()).length
    lab.solana.dropNext(3)
    for (let round = 0; round < 5; round += 1) await one.payOut()
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
    expect(await signatures()).toHaveLength(before + 1)
  })

  test('new bytes are signed once the old ones can never land, and they are not sent together with them', async () => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    const before = (await signatures()).length
    lab.solana.stopMining()
    await one.payOut()
    lab.solana.expireBlockhashes()
    lab.solana.expireBlockhashes()
    await one.payOut()
    expect(await signatures(), 'two minutes have not passed').toHaveLength(before + 1)
    await letTimePass(lab)
    await one.payOut()
    expect(await signatures()).toHaveLength(before + 2)
    lab.solana.startMining()
    await payAll()
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
    expect(await stateOf(seller)).toEqual([['paid', null]])
  })
})

describe('the credit of a failed call', () => {
  test('goes back to the wallet that paid, once, however often it is asked for', async () => {
    const payer = await lab.solana.wallet({ microUsdc: 0n })
    const { callId } = await creditedCall(one.db, payer.address)
    const refunds = await Promise.all(Array.from({ length: 5 }, () => refundOnChain(one.db.pg, callId)))
    expect(new Set(refunds.map((refund) => refund?.id)).size).toBe(1)
    await payAll()
    expect(await lab.solana.microUsdcOf(payer.address)).toBe(100_000n)
    expect(await refundOnChain(one.db.pg, callId)).toMatchObject({ state: 'paid', transaction: expect.any(String) })
  })

  test('stays a key when it was spent', async () => {
    const payer = await lab.solana.wallet({ microUsdc: 0n })
    const { callId, keyId } = await creditedCall(one.db, payer.address)
    await lab.sql(`update account set held = 1 where code = 'wallet:' || $1`, [keyId])
    expect(await refundOnChain(one.db.pg, callId)).toBeNull()
    await lab.sql(`update account set held = 0 where code = 'wallet:' || $1`, [keyId])
    const [key] = await lab.sql<{ status: string }>('select status from service_key where key_id = $1', [keyId])
    expect(key?.status).toBe('active')
  })
})

describe('an RPC that lies', () => {
  type Lies = Readonly<Record<string, unknown>>

  /** A node that answers some methods with what it was told, and the others as the chain does. */
  const liar = (lies: Lies) =>
    rpcServer(({ method, params }, response) => {
      if (method in lies) return rpcResult(lies[method])
      callRpc(lab.solana.rpcUrl, { method, params }, 5_000).then(
        (result) => response.end(rpcResult(result)),
        ({ code, message }: RpcRefused) => response.end(rpcError(code, message)),
      )
      return undefined
    })

  const nowhere = { context: { slot: 10 ** 12 }, value: [null] }
  const farAway = { absoluteSlot: 10 ** 12, blockHeight: 10 ** 12 }

  test.each<[string, Lies]>([
    ['denies that the transfer landed', { getSignatureStatuses: nowhere, getEpochInfo: farAway }],
    ['names too low a height for a blockhash', {}],
  ])('a node that %s brings nobody a second payment', async (_, lies) => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    const low = { getBlockHeight: 1, ...lies }
    const node = await liar(low)
    const deceived = await lab.start({ SOLANA_RPC_URL: node.url })
    await deceived.payOut()
    await lab.sql(`update payout_transaction set signed_at = signed_at - interval '2 hours' where state = 'open'`)
    for (let round = 0; round < 3; round += 1) await deceived.payOut()
    await node.close()
    await payAll()
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
    expect(await stateOf(seller)).toEqual([['paid', null]])
  })

  test('a node that says landed of what did not keeps nobody from being paid, where another node is asked too', async () => {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    const landed = { slot: 5, err: null, confirmationStatus: 'finalized' }
    const node = await liar({ getSignatureStatuses: { context: { slot: 5 }, value: [landed] } })
    const deceived = await lab.start({ SOLANA_RPC_URL: `${node.url},${lab.solana.rpcUrl}` })
    lab.solana.stopMining()
    await payAll(deceived)
    expect(await stateOf(seller)).toEqual([['sending', null]])
    lab.solana.startMining()
    await payAll(deceived)
    expect(await arrived(lab, seller)).toEqual([DOLLAR])
    expect(await stateOf(seller)).toEqual([['paid', null]])
    await node.close()
  })
})

describe('the ledger audit of payouts', () => {
  /** Breaks something in a transaction, audits inside it, and takes it all back. */
  async function brokenBy(...statements: string[]): Promise<string[]> {
    const seller = await aSeller(lab)
    await owe(lab, seller, DOLLAR)
    await payAll()
    const tx = await one.db.pg.connect()
    try {
      await tx.query('begin')
      for (const statement of statements) await tx.query(statement)
      return (await auditOn(tx)).filter(({ ok }) => !ok).map(({ id }) => id)
    } finally {
      await tx.query('rollback')
      tx.release()
    }
  }
  const unguarded = `set local session_replication_role = replica`

  test.each([
    ['I30', `update payout set amount = amount + 1; update payout_leg set amount = amount + 1`],
    ['I30', `update transfer set call_id = gen_random_uuid() where reason = 'market:payout'`],
    [
      'I30',
      `insert into payout (id, pay_to, call_id, amount) values (gen_random_uuid(), repeat('w', 40), gen_random_uuid(), 5)`,
    ],
    ['I31', `update payout_leg set is_live = false where is_live`],
    ['I31', `update payout_leg set amount = amount + 1`],
  ])('%s is broken by hand', async (id, statement) => {
    expect(await brokenBy(unguarded, statement)).toContain(id)
  })

  test.each([
    ['I30', 'drop trigger payout_of_payables on payout'],
    ['I30', 'alter table payout disable trigger payout_kept'],
    ['I31', 'drop index payout_leg_one_live'],
    ['I31', 'drop trigger payout_leg_void on payout_leg'],
    ['I31', 'drop trigger payout_as_sent on payout'],
    ['I31', 'drop trigger payout_transaction_signed on payout_transaction'],
  ])('%s has lost a guard', async (id, statement) => {
    expect(await brokenBy(statement)).toEqual([id])
  })

  test.each([
    [
      'a payout that is more than its payables',
      `insert into payout (id, seller_id, amount) select gen_random_uuid(), id, 5 from market_user limit 1`,
    ],
    [
      'a paid payout without a transaction',
      `update payout set state = 'ready', paid_at = null where id = (select id from payout where state = 'paid' order by created_at desc limit 1)`,
    ],
    ['a transfer that is given up while it may land', `update payout_leg set is_live = false where is_live`],
    ['other bytes for a signed transaction', `update payout_transaction set raw = 'x', state = 'paid'`],
    ['a payout that disappears', `delete from payout_leg`],
  ])('the database refuses %s', async (_, statement) => {
    await expect(brokenBy(statement)).rejects.toMatchObject({ code: '23514' })
  })
})
