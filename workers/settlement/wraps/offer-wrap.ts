import { PublicKey } from '@solana/web3.js'
import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { noteSigned, readToMint } from '#shared/market/wraps/sign-wrap.ts'
import { TOKEN_SYMBOL, tokenName } from '#shared/market/wraps/token-name.ts'
import { metadataUrl } from '#shared/market/wraps/wrap.view.ts'
import type { OfferedMint } from '#shared/market/wraps/wrap-answers.ts'

import { isWallet } from '../sales/sale-chain.ts'
import { buildMint } from './build-wrap.ts'
import type { MintKey } from './mint-key.ts'
import { mintBytes, tokenAccountOf } from './token-2022.ts'
import type { WrapChain } from './wrap-chain.ts'

export type MintDeps = {
  pg: PgPool
  chain: WrapChain
  key: MintKey | null
  /** Most wraps that are signed in a day (UTC). */
  dailyCap: number
  /** Without a trailing slash. */
  baseUrl: string
}

/** Lamports that keep a token account of Token-2022 with an owner that cannot change, as associated ones are. */
const RENT_OF_TOKEN_ACCOUNT = 2_074_080

/**
 * Signs the transaction that mints the token of a requested wrap, for its wallet to complete, pay for and send. What is
 * signed is stored before it is handed out; again it is the same mint with a fresh blockhash. Throws 404, 422
 * `payer_not_a_wallet`, and 503 `payments_not_ready` without the key or `unavailable` above the cap of the day.
 */
export async function offerMint({ pg, chain, key, dailyCap, baseUrl }: MintDeps, wrapId: string): Promise<OfferedMint> {
  if (key === null) throw noMintKey()
  const wrap = await readToMint(pg, wrapId)
  if (wrap === null) throw new Refusal('not_found', 'There is no such request.')
  const wallet = walletOf(wrap.ownerWallet)
  const metadata = { name: tokenName(wrap.title), symbol: TOKEN_SYMBOL, uri: metadataUrl(baseUrl, wrap.purchaseId) }
  const [{ blockhash, lastValidBlockHeight }, [account = null], rentLamports] = await Promise.all([
    chain.blockhash(),
    chain.accounts([wrap.ownerWallet]),
    chain.rentFor(mintBytes(metadata)),
  ])
  if (!isWallet(account)) throw notAWallet('This address is an account of a program.')
  const mint = key.mintOf(wrapId).publicKey
  const { transaction, networkFeeLamports } = buildMint(key, { wrapId, wallet, metadata, rentLamports, blockhash })
  const signed = {
    id: wrapId,
    mint: mint.toBase58(),
    tokenAccount: tokenAccountOf(wallet, mint).toBase58(),
    lastValidBlockHeight,
  }
  const answer = await noteSigned(pg, signed, dailyCap)
  if (answer === 'over')
    throw new Refusal('conflict', 'This request is over: its token was minted, or it was not sent in time.', {
      fix: { action: 'Read wrap_status, and request it again.' },
    })
  if (answer === 'daily_cap')
    throw new Refusal('unavailable', 'As many licences as may be were wrapped today; nothing was charged.', {
      retryAfterS: secondsToMidnight(new Date()),
      fix: { action: 'Request it again tomorrow (UTC).' },
    })
  return {
    mint: signed.mint,
    transaction,
    blockhash,
    last_valid_block_height: lastValidBlockHeight,
    network_fee_lamports: networkFeeLamports,
    rent_lamports: rentLamports + RENT_OF_TOKEN_ACCOUNT,
  }
}

/** 503: this installation wraps nothing. */
export const noMintKey = (): Refusal =>
  new Refusal('payments_not_ready', 'Nothing is wrapped here: the key that mints is not set.', {
    fix: { action: 'Ask whoever runs this installation to set SOLANA_MINT_KEY.' },
  })

const DAY_S = 86_400
const secondsToMidnight = (now: Date) => DAY_S - (Math.floor(now.getTime() / 1_000) % DAY_S)

/** The key of a wallet. Addresses off the curve belong to programs: nobody can sign with them. */
function walletOf(address: string): PublicKey {
  const key = new PublicKey(address)
  if (!PublicKey.isOnCurve(key.toBytes())) throw notAWallet('Nobody can sign with this address.')
  return key
}

const notAWallet = (why: string) =>
  new Refusal('payer_not_a_wallet', `${why} Nothing was signed.`, {
    fix: { action: 'Send the address of the wallet that will sign as owner_wallet.' },
  })
