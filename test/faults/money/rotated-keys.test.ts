import type { Hash } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { arrived, aSeller, owe } from '#test/support/labs/payout-lab.ts'
import {
  basePayment,
  baseRequirements,
  type LabProcess,
  openSettlementLab,
  type SettlementLab,
  solanaPayment,
  solanaRequirements,
} from '#test/support/labs/settlement-lab.ts'

const PRICE = 20_000n
const DOLLAR = 1_000_000n
/** A settlement that does not wait for a block leaves the rest to the watch. */
const HASTY = { confirmMs: 50 }
const PATIENT = { askMs: 10_000 }

let lab: SettlementLab
beforeAll(async () => {
  lab = await openSettlementLab({ base: true, solana: true })
})
afterAll(() => lab.close())
afterEach(async () => {
  const reader = await lab.start()
  expect((await audit(reader.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})

/** The processes of a rotation of a list of keys: with the old key, with both, and with the new one alone. */
async function processesOf(setting: string, keys: { old: string; new: string }, more: Record<string, string> = {}) {
  const start = (value: string) => lab.start({ ...more, [setting]: value }, { ...PATIENT, ...HASTY })
  return {
    before: await start(keys.old),
    both: await start(`${keys.new},${keys.old}`),
    after: await start(keys.new),
  }
}

const settle = async (by: LabProcess, payment: unknown) => (await by.ask('/settle', payment)).body

const stateOf = async (transaction: string | undefined) =>
  (
    await lab.sql<{ state: string }>(
      'select s.state from settlement s join settlement_transaction t on t.settlement_key = s.key where $1 = any (t.hashes)',
      [transaction],
    )
  ).map(({ state }) => state)

/** Rounds of the watch, of which the first sends again and a later one finds the block. */
async function watch(by: LabProcess): Promise<void> {
  for (let round = 0; round < 3; round += 1) await by.watch()
}

test('a payment on Base that began under the old key ends after the rotation, by the same transaction', async () => {
  const [old, next] = [await lab.base.wallet({ wei: 10n ** 18n }), await lab.base.wallet({ wei: 10n ** 18n })]
  const keys = { old: old.privateKey, new: next.privateKey }
  const { before, both, after } = await processesOf('BASE_SETTLEMENT_KEYS', keys)
  const aPayment = async () => {
    const payer = await lab.base.wallet({ microUsdc: DOLLAR })
    const accepted = baseRequirements(lab.base.address(), PRICE)
    return { accepted, payment: await basePayment(payer, accepted) }
  }
  const senderOf = async (transaction: string | undefined) =>
    (await lab.base.client.getTransaction({ hash: transaction as Hash })).from.toLowerCase()

  await lab.base.stopMining()
  const first = await aPayment()
  const { transaction } = await settle(before, first.payment)
  expect(transaction).toMatch(/^0x/)
  // No node has it any more, and the old key is gone.
  await lab.base.drop(transaction as Hash)
  await lab.base.startMining()
  await watch(after)
  expect(await stateOf(transaction)).toEqual(['paid'])
  expect(await settle(after, first.payment)).toMatchObject({ success: true, transaction })
  expect(await lab.base.transfersTo(first.accepted.payTo)).toHaveLength(1)
  expect(await senderOf(transaction)).toBe(old.address.toLowerCase())

  const mixed = await Promise.all([before, both, both, after].map(async (by) => ({ by, ...(await aPayment()) })))
  const answers = await Promise.all(mixed.map(({ by, payment }) => settle(by, payment)))
  await watch(after)
  for (const [at, { payment, accepted }] of mixed.entries()) {
    const answer = await settle(after, payment)
    expect(answer).toMatchObject({ success: true, transaction: answers[at]?.transaction })
    expect(await lab.base.transfersTo(accepted.payTo)).toHaveLength(1)
  }
  expect(await senderOf(answers[3]?.transaction)).toBe(next.address.toLowerCase())
})

test('a payment on Solana that began under the old key ends after the rotation, and both fee payers are taken meanwhile', async () => {
  const wallets = [await lab.solana.wallet({ lamports: 10n ** 9n }), await lab.solana.wallet({ lamports: 10n ** 9n })]
  const [old, next] = wallets
  if (old === undefined || next === undefined) throw new Error('there are two')
  const keys = { old: old.secret_key, new: next.secret_key }
  const offered = { SOLANA_FEE_PAYER: next.address }
  const { before, both, after } = await processesOf('SOLANA_FEE_PAYER_KEYS', keys, offered)
  const aPayment = async (feePayer: string) => {
    const payer = await lab.solana.wallet({ microUsdc: DOLLAR })
    const payee = await lab.solana.wallet({ microUsdc: 0n })
    const accepted = solanaRequirements(payee.address, PRICE, feePayer)
    return { payee, payment: await solanaPayment(lab.solana, { payer, accepted }) }
  }
  const transfers = ({ payee }: { payee: { address: string } }) => lab.solana.transfersTo(payee.address)

  const first = await aPayment(old.address)
  lab.solana.dropNext()
  const pending = await settle(before, first.payment)
  expect(pending).toMatchObject({ errorReason: 'settlement_pending' })
  await watch(after)
  const { transaction } = pending
  expect(await stateOf(transaction)).toEqual(['paid'])
  expect(await settle(after, first.payment)).toMatchObject({ success: true, transaction })
  expect(await transfers(first)).toHaveLength(1)

  // What a client signed with the earlier fee payer settles while its key is still in the list, and not after.
  const [early, late, toOld] = [await aPayment(old.address), await aPayment(next.address), await aPayment(old.address)]
  await Promise.all([settle(both, early.payment), settle(both, late.payment)])
  await watch(both)
  expect([await transfers(early), await transfers(late)].map(({ length }) => length)).toEqual([1, 1])
  expect(await settle(after, toOld.payment)).toMatchObject({ success: false, transaction: '' })
  expect(await transfers(toOld)).toEqual([])
})

test('a payout that the old treasury signed arrives after the rotation, and the new treasury pays what comes then', async () => {
  const [old, next] = await Promise.all(
    [0, 1].map(() => lab.solana.wallet({ lamports: 10n ** 10n, microUsdc: 1_000n * DOLLAR })),
  )
  const start = (key = '') => lab.start({ SOLANA_TREASURY_KEY: key }, PATIENT)
  const [before, after] = [await start(old?.secret_key), await start(next?.secret_key)]
  const seller = await aSeller(lab)
  await owe(lab, seller, 2n * DOLLAR)
  lab.solana.dropNext()
  await before.payOut()
  expect(await arrived(lab, seller)).toEqual([])
  for (let round = 0; round < 3; round += 1) await after.payOut()
  expect(await arrived(lab, seller)).toEqual([2n * DOLLAR])

  // While processes with either key run, everybody is paid once, by one of them.
  const sellers = await Promise.all(Array.from({ length: 6 }, () => aSeller(lab)))
  for (const each of sellers) await owe(lab, each, DOLLAR)
  await Promise.all([before.payOut(), after.payOut(), before.payOut(), after.payOut()])
  for (let round = 0; round < 3; round += 1) await after.payOut()
  expect(await Promise.all(sellers.map((each) => arrived(lab, each)))).toEqual(sellers.map(() => [DOLLAR]))

  await owe(lab, seller, 3n * DOLLAR)
  for (let round = 0; round < 3; round += 1) await after.payOut()
  expect(await arrived(lab, seller)).toEqual([2n * DOLLAR, 3n * DOLLAR])
  const transactions = await lab.sql<{ signature: string }>(
    `select signature from payout_transaction where state = 'paid' order by signed_at`,
  )
  const signedBy = (address = '') => lab.solana.chain.landedOn(address).map(({ signature }) => signature)
  expect(signedBy(old?.address)).toContain(transactions.at(0)?.signature)
  expect(signedBy(next?.address)).toContain(transactions.at(-1)?.signature)
})
