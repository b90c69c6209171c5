import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { SOLANA_USDC } from '#shared/chains/networks.ts'
import { metadataAddress, readMetaplex, readTokenMetadata } from './token-metadata.ts'
import { readMintExtensions } from './mint-extensions.ts'
import { readMint, readTokenAccount } from '#shared/engines/solana/token-layouts.ts'
import { fakeEgress } from '#test/support/fakes/fake-egress.ts'
import {
  fakeSolana,
  metadataExtension,
  metaplexAccount,
  mintAccount,
  TOKEN,
  TOKEN_2022,
} from '#test/support/fakes/fake-solana.ts'

import { fakeUpstreams } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { tokenMetadataLite } from './outcome.ts'

const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const STRANGER = 'HDv1x2V4cQ6SvJfrpZHXNNR2uJzHqAEQ9mtRkEFfvSfJ'
const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const URI = 'https://token.example/meta.json'

type Accounts = NonNullable<Parameters<typeof fakeSolana>[0]['accounts']>
function read(
  input: Record<string, unknown>,
  accounts: Accounts,
  pages: Parameters<typeof fakeEgress>[0] = {},
  directory: Parameters<typeof fakeUpstreams>[0] = () => 'unreachable',
) {
  tokenMetadataLite.check?.(tokenMetadataLite.input.parse(input))
  const doors = { chains: fakeSolana({ accounts }), egress: fakeEgress(pages), upstreams: fakeUpstreams(directory) }
  return tokenMetadataLite.run(input, fakeContext(doors))
}
const plain = (data: Buffer, owner = TOKEN) => ({ owner, data })
const said = { authority: STRANGER, mint: STRANGER, name: 'My Token', symbol: 'MYT', uri: URI }
const described = (more: Partial<typeof said & { mutable: boolean }> = {}) => ({
  [STRANGER]: plain(mintAccount({ decimals: 9, supply: 5_000_000_000n })),
  [metadataAddress(STRANGER) ?? '']: { owner: METAPLEX, data: metaplexAccount({ ...said, mutable: true, ...more }) },
})

test('token-metadata-lite: answers with its example', async () => {
  const accounts = { [SOLANA_USDC]: plain(mintAccount({ supply: 10n ** 17n, mintAuthority: SOLANA_USDC })) }
  expect(await read(tokenMetadataLite.example.input, accounts)).toEqual(tokenMetadataLite.example.output)
})

test('token-metadata-lite: metadata of Metaplex is read without its padding', async () => {
  expect(await read({ mint: STRANGER }, described())).toMatchObject({
    name: 'My Token',
    symbol: 'MYT',
    uri: URI,
    metadata_source: 'metaplex',
    update_authority: STRANGER,
    is_mutable: true,
    supply: { raw: '5000000000', amount: '5' },
    mint_authority: null,
    risks: [{ code: 'mutable_metadata', severity: 'low' }],
  })
  expect(await read({ mint: STRANGER }, described({ mutable: false }))).toMatchObject({ is_mutable: false, risks: [] })
})

test('token-metadata-lite: a mint’s own address of its metadata is where Metaplex keeps it', () => {
  // As the explorer shows it for BONK.
  expect(metadataAddress(MINT)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/)
  expect(metadataAddress('nonsense')).toBe(null)
})

describe('token-metadata-lite: Token-2022', () => {
  const with2022 = (...extensions: { type: number; data: Buffer }[]) => ({
    [STRANGER]: plain(mintAccount({}, extensions), TOKEN_2022),
  })
  const key = Buffer.alloc(32, 7)

  test('metadata stands in the mint', async () => {
    expect(await read({ mint: STRANGER }, with2022(metadataExtension(said)))).toMatchObject({
      program: 'token-2022',
      name: 'My Token',
      metadata_source: 'token-2022',
      extensions: [{ name: 'tokenMetadata' }],
    })
  })

  const fee = Buffer.alloc(108)
  fee.writeUInt16LE(250, 106)
  fee.writeBigUInt64LE(9n, 98)
  test.each([
    ['permanent_delegate', 'high', { type: 12, data: key }],
    ['default_frozen', 'high', { type: 6, data: Buffer.of(2) }],
    ['transfer_hook', 'medium', { type: 14, data: Buffer.concat([key, key]) }],
    ['transfer_fee', 'medium', { type: 1, data: fee }],
    ['non_transferable', 'medium', { type: 9, data: Buffer.alloc(0) }],
    ['pausable', 'medium', { type: 26, data: Buffer.concat([key, Buffer.of(0)]) }],
  ])('%s is a risk of severity %s', async (code, severity, extension) => {
    expect(await read({ mint: STRANGER }, with2022(extension))).toMatchObject({
      risks: [{ code, severity }],
    })
  })

  test('an extension nobody knows is named by its number, a cut one is left out', async () => {
    const accounts = with2022({ type: 999, data: key })
    expect(await read({ mint: STRANGER }, accounts)).toMatchObject({
      extensions: [{ name: 'unknown(999)', detail: {} }],
    })
    const cut = accounts[STRANGER]?.data.subarray(0, -1) ?? Buffer.alloc(0)
    expect(await read({ mint: STRANGER }, { [STRANGER]: plain(cut, TOKEN_2022) })).toMatchObject({ extensions: [] })
  })
})

test('token-metadata-lite: authorities are risks, and for information only where the token is listed', async () => {
  const data = mintAccount({ mintAuthority: STRANGER, freezeAuthority: STRANGER })
  expect(await read({ mint: STRANGER }, { [STRANGER]: plain(data) })).toMatchObject({
    freeze_authority: STRANGER,
    risks: [
      { code: 'mint_authority', severity: 'medium' },
      { code: 'freeze_authority', severity: 'medium' },
    ],
  })
  expect(await read({ mint: MINT }, { [MINT]: plain(data) })).toMatchObject({
    symbol: 'BONK',
    verified: true,
    risks: [{ severity: 'info' }, { severity: 'info' }],
  })
})

test('token-metadata-lite: a mint that says nothing of itself is called what a directory calls it, or nothing', async () => {
  const accounts = { [STRANGER]: plain(mintAccount()) }
  const listed = [
    { id: 'other', name: 'No' },
    { id: STRANGER, name: 'Listed', symbol: 'LST' },
  ]
  expect(await read({ mint: STRANGER }, accounts, {}, () => ({ body: listed }))).toMatchObject({
    name: 'Listed',
    symbol: 'LST',
    metadata_source: 'jupiter',
  })
  for (const told of ['unreachable', { body: [] }, { body: { error: 'Rate limit exceeded' } }] as const)
    expect(await read({ mint: STRANGER }, accounts, {}, () => told)).toMatchObject({
      name: null,
      metadata_source: 'none',
    })
})

test('token-metadata-lite: a directory that calls another mint USDC makes it no USDC', async () => {
  const accounts = { [STRANGER]: plain(mintAccount()) }
  const listed = [{ id: STRANGER, name: 'USD Coin', symbol: 'USDC' }]
  expect(await read({ mint: STRANGER }, accounts, {}, () => ({ body: listed }))).toMatchObject({
    symbol: 'USDC',
    verified: false,
    lookalike_of: 'USDC',
    risks: expect.arrayContaining([expect.objectContaining({ code: 'lookalike', severity: 'high' })]),
  })
})

test('token-metadata-lite: a symbol that reads like a listed one imitates it', async () => {
  expect(await read({ mint: STRANGER }, described({ symbol: 'USD\u0421' }))).toMatchObject({
    lookalike_of: 'USDC',
    verified: false,
    risks: expect.arrayContaining([expect.objectContaining({ code: 'lookalike', severity: 'high' })]),
  })
})

describe('token-metadata-lite: the off-chain JSON', () => {
  const withPage = async (page: Parameters<typeof fakeEgress>[0][string], uri = URI) =>
    // Safe: the outcome answers an object.
    ((await read({ mint: STRANGER, fetch_uri: true }, described({ uri }), { [URI]: page })) as { offchain: unknown })
      .offchain

  test('is fetched when asked for', async () => {
    expect(await withPage(JSON.stringify({ image: 'https://i.example/x.png', description: 'D' }))).toEqual({
      image: 'https://i.example/x.png',
      description: 'D',
      status: 'ok',
    })
    expect(await read({ mint: STRANGER }, described())).toMatchObject({ offchain: null })
  })

  test.each([
    ['not_json', '<html>', URI],
    ['not_json', '[1]', URI],
    ['unreachable', { status: 404 }, URI],
    ['not_http', '', 'ipfs://bafy'],
    ['no_uri', '', ''],
    ['not_allowed', '', 'http://10.0.0.1/'],
  ] as const)('is %s for %j at %s', async (status, page, uri) => {
    expect(await withPage(page, uri)).toEqual({ image: null, description: null, status })
  })
})

test.each([
  ['nothing', {}],
  ['a wallet', { [STRANGER]: { lamports: 1 } }],
  ['a token account', { [STRANGER]: plain(Buffer.alloc(165, 1)) }],
  ['bytes of another program', { [STRANGER]: plain(mintAccount(), METAPLEX) }],
])('token-metadata-lite: %s is no mint', async (_, accounts: Accounts) => {
  await expect(read({ mint: STRANGER }, accounts)).rejects.toMatchObject({
    detail: { detail: [{ type: 'not_a_mint' }] },
  })
})

test('token-metadata-lite: whatever bytes an account has, they are read or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (array) => {
      const data = Buffer.from(array)
      const mint = readMint(data)
      expect(mint === null || Array.isArray(readMintExtensions(mint))).toBe(true)
      for (const found of [readMetaplex(METAPLEX, data), readTokenMetadata(data), readTokenAccount(data)])
        expect(found === null || typeof found === 'object').toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (array) => {
      const data = Buffer.concat([mintAccount({}, []), Buffer.from(array)])
      expect(readMintExtensions(readMint(data) ?? expect.unreachable())).toEqual(expect.any(Array))
    }),
  )
})
