import { expect, test } from 'vitest'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { associatedTokenAccount } from '#shared/engines/x402/networks/solana-address.ts'
import { fakeSolana, mintAccount, TOKEN, TOKEN_2022, tokenAccount } from '#test/support/fakes/fake-solana.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { solanaBalances } from './outcome.ts'

const { address: owner } = solanaBalances.example.input as { address: string }
const ATA = associatedTokenAccount(owner, SOLANA_USDC, TOKEN) ?? ''
const OTHER = 'HDv1x2V4cQ6SvJfrpZHXNNR2uJzHqAEQ9mtRkEFfvSfJ'
const MINT_22 = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'
const usdc = (raw: bigint, more = {}) => ({
  owner: TOKEN,
  data: tokenAccount({ mint: SOLANA_USDC, owner, raw, ...more }),
})
const mints = {
  [SOLANA_USDC]: { owner: TOKEN, data: mintAccount() },
  [MINT_22]: { owner: TOKEN_2022, data: mintAccount({ decimals: 2 }, []) },
}

type World = Parameters<typeof fakeSolana>[0]
function read(input: Record<string, unknown>, world: World) {
  const body = { address: owner, ...input }
  solanaBalances.check?.(solanaBalances.input.parse(body))
  const chains = fakeSolana({ ...world, accounts: { ...mints, ...world.accounts } })
  return solanaBalances.run(body, fakeContext({ chains }))
}
const sol = { [owner]: { lamports: 1_500_000_000 } }

test('solana-balances: answers with its example', async () => {
  const { output } = solanaBalances.example
  // Safe: the example is an object with rows.
  const shown = output as { tokens: Record<string, unknown>[] }
  expect(await read({}, { accounts: sol, held: { [owner]: { [ATA]: usdc(1n) } } })).toEqual({
    ...shown,
    rpc: { provider: 'mainnet.base.org', latency_ms: 84 },
    tokens: [{ ...shown.tokens[0], account: ATA }],
  })
})

test('solana-balances: two accounts of one mint are two rows, of which one is the associated one', async () => {
  expect(await read({}, { held: { [owner]: { [ATA]: usdc(1n), [OTHER]: usdc(2n) } } })).toMatchObject({
    token_count: 2,
    tokens: expect.arrayContaining([
      expect.objectContaining({ account: ATA, raw: '1', is_ata: true }),
      expect.objectContaining({ account: OTHER, raw: '2', is_ata: false }),
    ]),
    rent_locked_lamports: '4078560',
  })
})

test('solana-balances: Token-2022, frozen and delegated accounts, and amounts of any decimals', async () => {
  const held = {
    [ATA]: {
      owner: TOKEN_2022,
      data: Buffer.concat([tokenAccount({ mint: MINT_22, owner, raw: 123n, frozen: true }), Buffer.of(2, 0, 0, 0, 0)]),
    },
    [OTHER]: usdc(5n, { delegated: { to: OTHER, raw: 3n } }),
  }
  expect(await read({}, { held: { [owner]: held } })).toMatchObject({
    tokens: expect.arrayContaining([
      expect.objectContaining({
        program: 'token-2022',
        frozen: true,
        amount: '1.23',
        symbol: 'PYUSD',
        delegated_amount: null,
      }),
      expect.objectContaining({ delegated_amount: '3', amount: '0.000005' }),
    ]),
  })
})

test('solana-balances: empty accounts are shown when asked for, and their rent counts anyway', async () => {
  const world = { held: { [owner]: { [ATA]: usdc(0n) } } }
  expect(await read({}, world)).toMatchObject({ tokens: [], token_count: 0, rent_locked_lamports: '2039280' })
  expect(await read({ include_zero: true }, world)).toMatchObject({ token_count: 1, tokens: [{ amount: '0' }] })
})

test('solana-balances: only some mints, which have to be mints', async () => {
  const world = { held: { [owner]: { [ATA]: usdc(1n) } } }
  expect(await read({ mints: [SOLANA_USDC] }, world)).toMatchObject({ token_count: 1 })
  expect(await read({ mints: [MINT_22] }, world)).toMatchObject({ token_count: 0 })
  await expect(read({ mints: [SOLANA_USDC, OTHER] }, world)).rejects.toMatchObject({
    detail: { detail: [{ type: 'not_a_mint', loc: ['body', 'mints', 1] }] },
  })
})

test('solana-balances: an address without an account has nothing; a whale’s lamports are exact', async () => {
  expect(await read({}, {})).toMatchObject({ lamports: '0', sol: '0', tokens: [] })
  expect(await read({}, { accounts: { [owner]: { lamports: 598_765_432_109_876_543n } } })).toMatchObject({
    sol: '598765432.109876543',
  })
})

test('solana-balances: a token account is no owner, and tells who is', async () => {
  await expect(read({ address: ATA }, { accounts: { [ATA]: usdc(1n) } })).rejects.toMatchObject({
    detail: { detail: [{ type: 'is_token_account', msg: expect.stringContaining(owner) }] },
  })
})

test('solana-balances: a program-derived address is an owner like any other', async () => {
  expect(await read({ address: ATA }, {})).toMatchObject({ off_curve: true })
  expect(
    await read({ address: '1'.repeat(32) }, { accounts: { ['1'.repeat(32)]: { lamports: 1_500_000_000 } } }),
  ).toMatchObject({
    sol: '1.5',
  })
})

test.each(['0xabc', 'l'.repeat(40)])('solana-balances: %s is refused before money moves', (address) => {
  expect(() => solanaBalances.check?.(solanaBalances.input.parse({ address }))).toThrow(
    expect.objectContaining({ code: 'validation_error' }),
  )
})

test('solana-balances: 44 letters that are more than 32 bytes are refused', async () => {
  await expect(read({ address: 'z'.repeat(44) }, {})).rejects.toMatchObject({ code: 'validation_error' })
})
