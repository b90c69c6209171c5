import { z } from 'zod'

import { nullIfRefused, Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import {
  chainFields,
  exampleStamp,
  refuseUnlessSolanaAddress,
  SolanaNetwork,
} from '#shared/outcomes/lib/chain-fields.ts'

const text = z.string().nullable()
const FETCH_MS = 3_000
const DIRECTORY_MS = 3_000

export const tokenMetadataLite = defineOutcome({
  slug: 'token-metadata-lite',
  title: 'Solana token metadata',
  description:
    'Mint facts of a Solana token, its Metaplex or Token-2022 metadata, every Token-2022 extension, and what whoever ' +
    'controls it can do: mint, freeze, take back, charge. Look-alikes of listed tokens are named.',
  cents: 2,
  timeoutMs: 12_000,
  types: {
    takes: { mint: 'solana-mint' },
    gives: { name: 'text', risks: 'json' },
    also: {
      mint_authority: 'solana-address',
      freeze_authority: 'solana-address',
      update_authority: 'solana-address',
      uri: 'url',
      'offchain.image': 'image-url',
    },
  },
  input: () =>
    z.object({
      mint: z.string().min(1).max(64).describe('mint address'),
      fetch_uri: z.boolean().default(false).describe('also fetch the off-chain JSON'),
      network: SolanaNetwork,
    }),
  output: () =>
    z.object({
      ...chainFields,
      mint: z.string(),
      program: z.enum(['spl-token', 'token-2022']),
      decimals: z.int(),
      supply: z.object({ raw: z.string(), amount: z.string() }),
      name: text,
      symbol: text,
      uri: text,
      metadata_source: z
        .enum(['metaplex', 'token-2022', 'jupiter', 'none'])
        .describe('jupiter: what its directory says of a mint that says nothing on chain'),
      mint_authority: text.describe('null is a fixed supply'),
      freeze_authority: text.describe('null is not freezable'),
      extensions: z.array(
        z.object({
          name: z.string(),
          detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        }),
      ),
      update_authority: text.describe('who may change the metadata'),
      is_mutable: z.boolean().nullable(),
      offchain: z
        .object({
          image: text,
          description: text,
          status: z.enum(['ok', 'no_uri', 'not_http', 'not_allowed', 'unreachable', 'not_json']),
        })
        .nullable()
        .describe('null unless fetch_uri'),
      verified: z.boolean().describe('in the built-in list'),
      lookalike_of: text.describe('listed symbol that it imitates'),
      risks: z.array(
        z.object({ code: z.string(), severity: z.enum(['info', 'low', 'medium', 'high']), detail: z.string() }),
      ),
    }),
  example: {
    input: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
    output: {
      ...exampleStamp,
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      block_number: 340_000_000,
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      program: 'spl-token',
      decimals: 6,
      supply: { raw: '100000000000000000', amount: '100000000000' },
      name: null,
      symbol: 'USDC',
      uri: null,
      metadata_source: 'none',
      mint_authority: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      freeze_authority: null,
      extensions: [],
      update_authority: null,
      is_mutable: null,
      offchain: null,
      verified: true,
      lookalike_of: null,
      risks: [{ code: 'mint_authority', severity: 'info', detail: 'More of it can be made.' }],
    },
  },
  check: ({ mint }) => refuseUnlessSolanaAddress(['mint'], mint),
  async run({ mint: given, fetch_uri: fetches, network }, ctx) {
    const [{ openSolanaReader, readSolanaAddress }, { mintInfo, nameByDirectory }] = await Promise.all([
      import('#shared/engines/solana/solana-reader.ts'),
      import('./mint-info.ts'),
    ])
    const mint = readSolanaAddress(['mint'], given)
    const reader = openSolanaReader(ctx, network)
    const { slot, info } = await mintInfo(reader, mint)
    const [timeS, offchain, listed] = await Promise.all([
      reader.timeOf(slot),
      fetches ? fetchOffchain(ctx, info.uri) : null,
      info.metadata_source === 'none' && !info.verified && network === 'solana' ? askDirectory(ctx, mint) : null,
    ])
    const named = listed === null ? info : nameByDirectory(info, listed, network)
    return { ...reader.stamp(slot, timeS), ...named, offchain }
  },
})

/** What a directory calls a mint that says nothing of itself; null where it does not answer, or lists none. */
async function askDirectory({ upstreams, signal }: OutcomeContext, mint: string) {
  const { jupiterQuestion } = await import('./ask-jupiter.ts')
  const answer = await upstreams.ask(jupiterQuestion(mint), { signal, withinMs: DIRECTORY_MS }).catch(nullIfRefused)
  return answer?.value ?? null
}

type Status = 'ok' | 'no_uri' | 'not_http' | 'not_allowed' | 'unreachable' | 'not_json'

/** The JSON a token's metadata points to; whatever keeps it from being read is a status. */
async function fetchOffchain(ctx: OutcomeContext, uri: string | null) {
  const none = (status: Status) => ({ image: null, description: null, status })
  if (uri === null) return none('no_uri')
  if (!/^https?:\/\//i.test(uri)) return none('not_http')
  const { readOffchain } = await import('./read-offchain.ts')
  try {
    const { body, status } = await ctx.egress.fetch(uri, {
      accept: 'application/json',
      maxWireBytes: 262_144,
      maxBytes: 1_048_576,
      timeoutMs: FETCH_MS,
      signal: ctx.signal,
    })
    const read = status < 300 ? readOffchain(body) : null
    return read === null ? none(status < 300 ? 'not_json' : 'unreachable') : { ...read, status: 'ok' as const }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return none(error.code === 'url_not_allowed' ? 'not_allowed' : 'unreachable')
  }
}
