import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { BASE_USDC, SOLANA_USDC } from '#shared/chains/networks.ts'
import { readWatchId, type Watch, watchId } from './watch-id.ts'
import { associatedTokenAccount } from '#shared/engines/x402/networks/solana-address.ts'
import { fakeBase, HEAD, HEAD_S, tokenOf, transferLog, USDC } from '#test/support/fakes/fake-base.ts'
import { fakeSolana, SLOT, TOKEN, TOKEN_2022 } from '#test/support/fakes/fake-solana.ts'

import { closedStore } from '#shared/doors/store.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { paymentWatch } from './outcome.ts'

const DEAD = '0x000000000000000000000000000000000000dEaD'
const BEEF = '0x000000000000000000000000000000000000bEEF'
const log = (raw: bigint, block = HEAD - 2, index = 0) =>
  transferLog({
    token: BASE_USDC,
    from: BEEF,
    to: DEAD,
    raw,
    block,
    index,
    more: { transactionHash: `0x${'ab'.repeat(32)}` },
  })

const storeOf = (tag: string) => ({
  ...closedStore('closed'),
  attestations: {
    ...closedStore('closed').attestations,
    issuer: () => Promise.resolve({ credential: 'key', owner_tag: tag }),
  },
})

type Seen = Record<string, unknown>
function world(logs: () => readonly ReturnType<typeof transferLog>[], head = () => HEAD) {
  const chains = fakeBase({
    contracts: { [BASE_USDC]: tokenOf(USDC) },
    more: {
      eth_getLogs: () => logs(),
      eth_getBlockByNumber: ([tag]) => {
        const number = String(tag).startsWith('0x') ? Number(tag) : head()
        return {
          number: `0x${number.toString(16)}`,
          timestamp: `0x${(HEAD_S - (HEAD - number) * 2).toString(16)}`,
          hash: `0x${number.toString(16).padStart(64, '0')}`,
        }
      },
    },
  })
  const watch = async (
    input: Record<string, unknown>,
    { tag = 'a1', ...more }: { tag?: string; now?: () => Date; signal?: AbortSignal } = {},
  ) => {
    const body = { pay_to: DEAD, ...input }
    paymentWatch.check?.(paymentWatch.input.parse(body))
    // Safe: the outcome answers an object.
    return (await paymentWatch.run(body, fakeContext({ chains, store: storeOf(tag), ...more }))) as Seen
  }
  return { watch, chains }
}

test('payment-watch: a part of the amount is partial, as in the example', async () => {
  const { watch } = world(() => [log(400_000n)])
  expect(await watch({ amount_usdc: '1.00' })).toEqual({
    ...Object(paymentWatch.example.output),
    watch_id: expect.stringMatching(/^pw1\./),
  })
})

test.each([
  ['pending', []],
  ['partial', [400_000]],
  ['paid', [600_000, 400_000]],
  ['overpaid', [1_500_000]],
])('payment-watch: one USDC is %s by %j', async (status, amounts) => {
  const { watch } = world(() => amounts.map((raw, index) => log(BigInt(raw), HEAD - 5, index)))
  const answer = await watch({ amount_usdc: '1' })
  expect(answer).toMatchObject({ status })
  expect(answer['payments']).toHaveLength(amounts.length)
})

test('payment-watch: any amount is paid when none is expected', async () => {
  expect(await world(() => [log(1n)]).watch({})).toMatchObject({
    status: 'paid',
    expected: null,
    remaining: null,
    next_poll_s: 0,
  })
})

test('payment-watch: what is not deep enough, or came too late, does not count', async () => {
  const { watch } = world(() => [log(1_000_000n, HEAD - 2)])
  expect(await watch({ amount_usdc: '1', min_confirmations: 4 })).toMatchObject({
    status: 'pending',
    payments: [{ confirmations: 3, counted: false }],
  })
  expect(await watch({ amount_usdc: '1', min_confirmations: 3 })).toMatchObject({ status: 'paid' })
})

const WATCH: Watch = {
  chain: 'base',
  payTo: DEAD,
  token: BASE_USDC,
  from: null,
  expected: '1',
  minConfirmations: 1,
  sinceBlock: null,
  sinceS: 1,
  expiresS: 2,
}

describe('payment-watch: a watch that is polled', () => {
  test('is the same watch, whatever else is said', async () => {
    const logs: ReturnType<typeof log>[] = []
    const { watch } = world(() => logs)
    const first = await watch({ amount_usdc: '1', from: BEEF })
    logs.push(log(1_000_000n))
    const again = await watch({ watch_id: first['watch_id'], pay_to: BEEF, amount_usdc: '7' })
    expect(again).toMatchObject({ status: 'paid', expected: { raw: '1000000' }, watch_id: first['watch_id'] })
    expect(again['expires_at']).toBe(first['expires_at'])
  })

  test('is not found for another caller, nor when it was changed', async () => {
    const { watch } = world(() => [])
    const { watch_id: id } = await watch({})
    await expect(watch({ watch_id: id }, { tag: 'b2' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(watch({ watch_id: `${String(id)}0` })).rejects.toMatchObject({ code: 'not_found' })
    await expect(watch({ watch_id: 'nonsense' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('expires when nothing came in its time', async () => {
    const { watch } = world(() => [])
    const { watch_id: id } = await watch({ expires_in_s: 60 })
    const later = () => new Date('2026-11-20T12:01:00Z')
    expect(await watch({ watch_id: id }, { now: later })).toMatchObject({ status: 'expired', next_poll_s: 0 })
  })

  test.each([
    { expiresS: 9_000_000_000_000_000 },
    { sinceS: 9_000_000_000_000_000 },
    { payTo: 'x' },
    { token: 'USDC' },
    { from: 'x' },
    { chain: 'solana' as const },
  ])('is not found by an id made up of %j, whatever mark it bears', (more) => {
    expect(readWatchId(watchId({ ...WATCH, ...more }, 'o'), 'o')).toBeNull()
  })

  test('has an id for each watch, and every other text is none', () => {
    expect(readWatchId(watchId(WATCH, 'o'), 'o')).toEqual(WATCH)
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readWatchId(text, 'o')).toBe(null)
      }),
    )
  })
})

describe('payment-watch: a call that waits', () => {
  let at = Date.parse('2026-11-20T12:00:00Z')
  beforeEach(() => {
    at = Date.parse('2026-11-20T12:00:00Z')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => vi.useRealTimers())
  const now = () => new Date(at)
  const pass = async (ms: number) => {
    at += ms
    await vi.advanceTimersByTimeAsync(ms)
  }

  test('ends as soon as something changes, and reads only what is new', async () => {
    const logs: ReturnType<typeof log>[] = []
    let head = HEAD
    const { watch, chains } = world(
      () => logs,
      () => head,
    )
    const waiting = watch({ amount_usdc: '1', wait_s: 20 }, { now })
    await vi.waitFor(() => expect(chains.asked.some(({ method }) => method === 'eth_getLogs')).toBe(true))
    head = HEAD + 1
    logs.push(log(400_000n, HEAD + 1))
    await pass(2_000)
    expect(await waiting).toMatchObject({ status: 'partial', block_number: HEAD + 1 })
    const [first, second] = chains.asked.filter(({ method }) => method === 'eth_getLogs').map(({ params }) => params[0])
    expect(first).toMatchObject({ toBlock: `0x${HEAD.toString(16)}` })
    expect(second).toMatchObject({ fromBlock: `0x${(HEAD - 63).toString(16)}` })
  })

  test('ends at its time', async () => {
    const { watch, chains } = world(() => [])
    const waiting = watch({ wait_s: 3 }, { now })
    await vi.waitFor(() => expect(chains.asked.some(({ method }) => method === 'eth_getLogs')).toBe(true))
    await pass(2_000)
    expect(await waiting).toMatchObject({ status: 'pending' })
  })

  test('ends with the call', async () => {
    const stop = new AbortController()
    const { watch, chains } = world(() => [])
    const waiting = watch({ wait_s: 20 }, { now, signal: stop.signal })
    await vi.waitFor(() => expect(chains.asked.some(({ method }) => method === 'eth_getLogs')).toBe(true))
    stop.abort()
    expect(await waiting).toMatchObject({ status: 'pending' })
  })
})

test.each([
  [{ since: '37999990' }, HEAD - 10],
  [{ since: '2026-11-20T11:59:38Z' }, HEAD - 10],
  [{ since: '2026-11-20T13:00:00Z' }, HEAD],
  [{}, HEAD - 1_799],
])('payment-watch: a watch of %j begins at block %d', async (input, block) => {
  const { watch, chains } = world(() => [])
  await watch(input)
  const asked = chains.asked.find(({ method }) => method === 'eth_getLogs')
  expect(asked?.params[0]).toMatchObject({ fromBlock: `0x${block.toString(16)}` })
})

test('payment-watch: a beginning too far back is refused', async () => {
  await expect(world(() => []).watch({ since: '1000' })).rejects.toMatchObject({
    detail: { detail: [{ type: 'range_too_wide' }] },
  })
})

test.each([
  [{ wait_s: 21 }],
  [{ amount_usdc: '-1' }],
  [{ amount_usdc: 'one' }],
  [{ expires_in_s: 59 }],
  [{ min_confirmations: 0 }],
  [{ network: 'ethereum' }],
])('payment-watch: the schema refuses %j', (input) => {
  expect(paymentWatch.input.safeParse({ pay_to: DEAD, ...input }).success).toBe(false)
})

test.each([
  [{}, 'missing'],
  [{ pay_to: 'x' }, 'invalid_address'],
  [{ pay_to: DEAD, from: 'x' }, 'invalid_address'],
  [{ pay_to: DEAD, network: 'solana' }, 'invalid_address'],
  [{ pay_to: DEAD, since: 'yesterday' }, 'value_error'],
  [{ pay_to: DEAD, since: '2026-13-40T00:00:00Z' }, 'value_error'],
])('payment-watch: %j is refused as %s before money moves', (input, type) => {
  expect(() => paymentWatch.check?.(paymentWatch.input.parse(input))).toThrow(
    expect.objectContaining({ detail: { detail: [expect.objectContaining({ type })] } }),
  )
})

test.each(['0', '0.0000001'])('payment-watch: %s USDC cannot be paid', async (amount) => {
  await expect(world(() => []).watch({ amount_usdc: amount })).rejects.toMatchObject({ code: 'validation_error' })
})

test('payment-watch: an address that gets more than can be read is refused, not summed up in part', async () => {
  const { watch } = world(() => Array.from({ length: 2_001 }, (_, index) => log(1n, HEAD - 3, index)))
  await expect(watch({})).rejects.toMatchObject({ code: 'unprocessable' })
  const line = (index: number) => ({ signature: String(index), slot: SLOT, err: null, blockTime: HEAD_S })
  const chains = fakeSolana({
    more: {
      getSignaturesForAddress: () => Array.from({ length: 100 }, (_, index) => line(index)),
      getTransaction: () => expect.unreachable(),
    },
  })
  const busy = { pay_to: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4', network: 'solana' }
  await expect(paymentWatch.run(busy, fakeContext({ chains, store: storeOf('a') }))).rejects.toMatchObject({
    code: 'unprocessable',
  })
})

describe('payment-watch: on Solana', () => {
  const owner = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
  const payer = 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd'
  const PYUSD = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
  const paid = (mint: string) => {
    const holds = (index: number, of: string, amount: string) => ({
      accountIndex: index,
      mint,
      owner: of,
      uiTokenAmount: { amount, decimals: 6 },
    })
    return {
      slot: SLOT - 3,
      blockTime: HEAD_S,
      meta: {
        err: null,
        fee: 5_000,
        preBalances: [9, 9],
        postBalances: [9, 9],
        preTokenBalances: [holds(0, payer, '500')],
        postTokenBalances: [holds(0, payer, '100'), holds(1, owner, '400')],
      },
      transaction: { signatures: ['s'], message: { accountKeys: [payer, owner], instructions: [] } },
    }
  }
  const line = (signature: string, more = {}) => ({ signature, slot: SLOT - 3, err: null, blockTime: HEAD_S, ...more })
  const look = (chains: ReturnType<typeof fakeSolana>, more: Record<string, unknown>) =>
    paymentWatch.run(
      { pay_to: owner, network: 'solana', amount_usdc: '0.0004', ...more },
      fakeContext({ chains, store: storeOf('a') }),
    )

  test('the wallet’s token account is watched', async () => {
    const account = associatedTokenAccount(owner, SOLANA_USDC, TOKEN)
    const chains = fakeSolana({
      more: {
        getSignaturesForAddress: ([asked]) =>
          asked === account
            ? [line('s'), line('failed', { err: 'x' }), line('old', { blockTime: HEAD_S - 4_000 })]
            : [],
        getTransaction: ([signature]) => (signature === 's' ? paid(SOLANA_USDC) : expect.unreachable()),
      },
    })
    expect(await look(chains, {})).toMatchObject({
      status: 'paid',
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      payments: [{ tx: 's', from: payer, raw: '400', confirmations: 4, counted: true }],
    })
    expect(await look(chains, { from: owner })).toMatchObject({ status: 'pending', payments: [] })
  })

  test('a token of Token-2022 is watched where that program keeps it', async () => {
    const account = associatedTokenAccount(owner, PYUSD, TOKEN_2022)
    const chains = fakeSolana({
      accounts: { [PYUSD]: { owner: TOKEN_2022 } },
      more: {
        getSignaturesForAddress: ([asked]) => (asked === account ? [line('s')] : []),
        getTransaction: () => paid(PYUSD),
      },
    })
    expect(await look(chains, { token: 'PYUSD' })).toMatchObject({ status: 'paid', received: { raw: '400' } })
  })

  test('sixty payments are all summed up by one look', async () => {
    const chains = fakeSolana({
      more: {
        getSignaturesForAddress: () => Array.from({ length: 60 }, (_, index) => line(String(index))),
        getTransaction: () => paid(SOLANA_USDC),
      },
    })
    expect(await look(chains, { amount_usdc: '0.024' })).toMatchObject({ status: 'paid', received: { raw: '24000' } })
  })

  test('a payment that is listed and that no node gives is not left out of the sum', async () => {
    const chains = fakeSolana({ more: { getSignaturesForAddress: () => [line('s')], getTransaction: () => null } })
    await expect(look(chains, {})).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})
