import { z } from 'zod'

import { humanAmount } from '#shared/engines/x402/networks/amount.ts'
import {
  associatedTokenAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '#shared/engines/x402/networks/solana-address.ts'
import { Account, inContext, type SolanaReader } from '#shared/engines/solana/solana-reader.ts'
import { LISTED_MINTS } from '#shared/engines/solana/solana-tokens.rules.ts'
import { readTokenAccount, type TokenAccount } from '#shared/engines/solana/token-layouts.ts'

const Listed = inContext(z.array(z.object({ pubkey: z.string(), account: Account })))

const MOST_ROWS = 1_000
/** Associated accounts are computed for so many: each takes some curve arithmetic. */
const MOST_DERIVED = 200
const AT_ONCE = 100
/** Where a mint has its decimals. */
const DECIMALS = { offset: 44, length: 1 }

type Row = { pubkey: string; program: string; lamports: bigint; held: TokenAccount }

/** The token accounts of an owner, of both token programs: all of them, or those of some mints. */
export async function readTokenAccounts(
  reader: SolanaReader,
  owner: string,
  { mints, includeZero, minSlot }: { mints: readonly string[] | null; includeZero: boolean; minSlot: number },
) {
  const how = { encoding: 'base64', commitment: 'confirmed', minContextSlot: minSlot }
  const filters = mints?.map((mint) => ({ mint })) ?? [{ programId: TOKEN_PROGRAM }, { programId: TOKEN_2022_PROGRAM }]
  const lists = await Promise.all(
    filters.map((filter) => reader.ask('getTokenAccountsByOwner', [owner, filter, how], Listed)),
  )
  const rows = lists
    .flatMap(({ value }) => value)
    .flatMap(({ pubkey, account }): Row[] => {
      const held = readTokenAccount(account.data)
      return held === null ? [] : [{ pubkey, program: account.owner, lamports: account.lamports, held }]
    })
  const wanted = rows.filter(({ held }) => includeZero || held.raw > 0n)
  const symbols = new Map(LISTED_MINTS[reader.cluster].map(({ address, symbol }) => [address, symbol]))
  const ordered = wanted
    .toSorted(
      (a, b) => Number(symbols.has(b.held.mint)) - Number(symbols.has(a.held.mint)) || (a.pubkey < b.pubkey ? -1 : 1),
    )
    .slice(0, MOST_ROWS)
  const decimals = await decimalsOf(reader, [...new Set(ordered.map(({ held }) => held.mint))])
  return {
    tokens: ordered.map(({ pubkey, program, held }, at) => {
      const known = decimals.get(held.mint) ?? null
      return {
        mint: held.mint,
        symbol: symbols.get(held.mint) ?? null,
        program: program === TOKEN_2022_PROGRAM ? ('token-2022' as const) : ('spl-token' as const),
        account: pubkey,
        raw: held.raw.toString(),
        amount: known === null ? null : humanAmount(held.raw, known),
        decimals: known,
        frozen: held.frozen,
        delegated_amount: held.delegate === null ? null : held.delegated.toString(),
        is_ata: at < MOST_DERIVED ? associatedTokenAccount(owner, held.mint, program) === pubkey : null,
      }
    }),
    token_count: wanted.length,
    truncated: wanted.length > ordered.length,
    rent_locked_lamports: rows.reduce((sum, { lamports }) => sum + lamports, 0n).toString(),
  }
}

async function decimalsOf(reader: SolanaReader, mints: readonly string[]): Promise<Map<string, number>> {
  const pages = Array.from({ length: Math.ceil(mints.length / AT_ONCE) }, (_, page) =>
    mints.slice(page * AT_ONCE, (page + 1) * AT_ONCE),
  )
  const found = new Map<string, number>()
  for (const page of pages) {
    const { accounts } = await reader.accounts(page, DECIMALS)
    accounts.forEach((account, at) => {
      const decimals = account?.data[0]
      if (decimals !== undefined) found.set(page[at] ?? '', decimals)
    })
  }
  return found
}
