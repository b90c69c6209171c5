import type { z } from 'zod'

import type { SolanaCluster } from '#shared/chains/readable-chains.ts'
import { invalidFields } from '#shared/errors.ts'

import { lookalikeOf } from '#shared/engines/token/symbol-skeleton.ts'
import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#shared/engines/x402/networks/solana-address.ts'
import { METADATA_EXTENSION, readMintExtensions } from './mint-extensions.ts'
import { mintRisks } from './mint-risks.ts'
import type { Account, SolanaReader } from '#shared/engines/solana/solana-reader.ts'
import { LISTED_MINTS } from '#shared/engines/solana/solana-tokens.rules.ts'
import { metadataAddress, readMetaplex, readTokenMetadata } from './token-metadata.ts'
import { readMint } from '#shared/engines/solana/token-layouts.ts'

/** What a mint is, what it calls itself, and what whoever controls it can do. Refuses what is no mint. */
export async function mintInfo(reader: SolanaReader, mint: string) {
  const metadata = metadataAddress(mint)
  const { slot, accounts } = await reader.accounts(metadata === null ? [mint] : [mint, metadata])
  const [account = null, metaplexAccount = null] = accounts
  const facts = readMintAccount(account)
  const extension = facts.extensions.find(({ type }) => type === METADATA_EXTENSION)
  const own = extension === undefined ? null : readTokenMetadata(extension.data)
  const metaplex = metaplexAccount === null ? null : readMetaplex(metaplexAccount.owner, metaplexAccount.data)
  const said = own ?? metaplex
  const listed = LISTED_MINTS[reader.cluster].find(({ address }) => address === mint)
  const symbol = listed?.symbol ?? said?.symbol ?? null
  const imitated = lookalikeOf(said?.symbol ?? null, mint, LISTED_MINTS[reader.cluster])
  const extensions = readMintExtensions(facts)
  return {
    slot,
    info: {
      mint,
      program: account?.owner === TOKEN_2022_PROGRAM ? ('token-2022' as const) : ('spl-token' as const),
      decimals: facts.decimals,
      supply: { raw: facts.supply.toString(), amount: humanAmount(facts.supply, facts.decimals) },
      name: said?.name ?? null,
      symbol,
      uri: said?.uri ?? null,
      metadata_source:
        own !== null ? ('token-2022' as const) : metaplex !== null ? ('metaplex' as const) : ('none' as const),
      mint_authority: facts.mintAuthority,
      freeze_authority: facts.freezeAuthority,
      extensions,
      update_authority: said?.updateAuthority ?? null,
      is_mutable: said?.isMutable ?? null,
      verified: listed !== undefined,
      lookalike_of: imitated,
      risks: mintRisks({
        mintAuthority: facts.mintAuthority,
        freezeAuthority: facts.freezeAuthority,
        isMutable: said?.isMutable ?? null,
        extensions,
        verified: listed !== undefined,
        lookalikeOf: imitated,
      }),
    },
  }
}

type MintInfo = Awaited<ReturnType<typeof mintInfo>>['info']

/** The info of a mint without its own metadata, with the name and symbol from a directory. */
export function nameByDirectory(
  info: MintInfo,
  named: { name: string | null; symbol: string | null },
  cluster: SolanaCluster,
) {
  const imitated = lookalikeOf(named.symbol, info.mint, LISTED_MINTS[cluster])
  return {
    ...info,
    ...named,
    metadata_source: 'jupiter' as const,
    lookalike_of: imitated,
    risks: mintRisks({
      mintAuthority: info.mint_authority,
      freezeAuthority: info.freeze_authority,
      isMutable: info.is_mutable,
      extensions: info.extensions,
      verified: info.verified,
      lookalikeOf: imitated,
    }),
  }
}

function readMintAccount(account: z.output<typeof Account> | null) {
  const isToken = account?.owner === TOKEN_PROGRAM || account?.owner === TOKEN_2022_PROGRAM
  const mint = account !== null && isToken ? readMint(account.data) : null
  if (mint !== null) return mint
  const why = account === null ? 'there is no account at this address' : 'the account at this address is not a mint'
  throw invalidFields({ path: ['mint'], type: 'not_a_mint', msg: `Value error, ${why}` })
}
