import type { SettleResponse } from '@x402/core/types'
import { KeyedSingleFlight } from '#shared/lib/concurrency/keyed-single-flight.ts'
import { settlementId } from '../settlement-id.ts'
import type { KeyPairSigner } from '@solana/kit'

import { SOLANA } from '#shared/chains/networks.ts'
import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

import type { Chain, ChainHealth, LookedUp } from '../chain.ts'
import type { Rpc } from '../open-rpc.ts'
import type { SolanaPayment } from '../read-payment.ts'
import { settlementStore } from '../settlement-store.ts'
import { watchStore } from '../watch-store.ts'
import { inspectSolana } from './inspect-solana.ts'
import { lookUpOnSolana } from './look-up-solana.ts'
import { MOST_LAMPORTS, ONLY_TRANSFER, settleOnSolana, type SolanaDeps, verdictOnSolana } from './settle-solana.ts'
import { signAsFeePayer } from './sign-as-fee-payer.ts'
import { solanaRpc } from './solana-rpc.ts'
import { usdcAccountOf } from './token-account.ts'
import { verifySolana } from './verify-solana.ts'
import { solanaWatch } from './watch-solana.ts'

/** Balance in lamports below which a fee payer is reported: about three hundred settlements at our highest fee. */
const LEAST_LAMPORTS = 5_000_000n

type Given = {
  rpc: Rpc
  feePayers: readonly KeyPairSigner[]
  db: Pick<Db, 'pg' | 'relaxed'>
  waiting: SolanaDeps['waiting']
  times: { idleMs: number; finalMs: number }
  config: Pick<Config, 'SOLANA_PAY_TO' | 'SOLANA_FEE_PAYER'>
  log: Log
}

/** Opens Solana: USDC transfers signed by their owner, with our fee payers. Makes no requests until used. */
export function openSolana({ rpc: nodes, feePayers, db, waiting, times, config, log }: Given): Chain<SolanaPayment> {
  const rpc = solanaRpc(nodes)
  const deps: SolanaDeps = { rpc, store: settlementStore(db), feePayers, waiting, log }
  const addresses = feePayers.map(({ address }) => address)
  const settling = new KeyedSingleFlight<SettleResponse>()
  const firstAsked = new Map<string, number>()
  // The fee payer named in every 402, if we have its key.
  const offered = addresses.find((address) => address === config.SOLANA_FEE_PAYER) ?? addresses[0]
  return {
    network: SOLANA,
    signers: addresses,
    extra: { feePayer: offered },
    verify: (payment) => verifySolana(rpc, addresses, payment),
    settle: (payment) => settling.run(settlementId(payment), () => settleOnSolana(deps, payment)),
    lookUp: (payment) => lookUp(deps, payment),
    inspect: (asked) => inspectSolana(rpc, asked, { firstAsked, now: Date.now }),
    watch: solanaWatch({ ...deps, watch: watchStore(db), times }),
    health: () => health(nodes, deps, config),
  }
}

async function lookUp({ rpc, store, feePayers }: SolanaDeps, payment: SolanaPayment): Promise<LookedUp> {
  const fits = await verifySolana(rpc, [payment.transaction.accounts[0] ?? ''], payment, { tries: false })
  if (!fits.isValid) return { state: 'unknown', reason: fits.invalidReason ?? 'payment_does_not_fit_requirements' }
  const stored = await store.read(payment.key)
  if (stored?.state === 'paid') return { state: 'paid', transaction: stored.transaction ?? '', logIndex: ONLY_TRANSFER }
  const seenHeight = stored?.seenHeight ?? (await store.see(payment, await rpc.height()))
  const signature = stored?.slot?.hashes[0] ?? (await signAsFeePayer(feePayers, payment))?.hash ?? null
  const found = await lookUpOnSolana(rpc, { payment, signature, seenHeight })
  if (found.state === 'unknown') return { ...found, ...(signature === null ? {} : { transaction: signature }) }
  await store.decide(payment.key, verdictOnSolana(found), { closes: true, fee: MOST_LAMPORTS })
  return found.state === 'paid'
    ? { state: 'paid', transaction: found.transaction, logIndex: ONLY_TRANSFER }
    : { state: 'unpaid', reason: found.reason }
}

async function health(nodes: Rpc, { rpc, feePayers }: SolanaDeps, config: Given['config']): Promise<ChainHealth> {
  const problems = await nodes.problems()
  try {
    if (config.SOLANA_PAY_TO === undefined)
      return { ok: false, problems: [...problems, 'SOLANA_PAY_TO is not set'], detail: {} }
    const account = await usdcAccountOf(config.SOLANA_PAY_TO)
    const [received, ...lamports] = await Promise.all([
      rpc.microUsdcIn(account),
      ...feePayers.map(({ address }) => rpc.lamportsOf(address)),
    ])
    const fees = feePayers.map(({ address }, at) => ({ address, lamports: (lamports[at] ?? 0n).toString() }))
    const poor = fees.filter((_, at) => (lamports[at] ?? 0n) < LEAST_LAMPORTS)
    problems.push(...poor.map(({ address }) => `${address} has too little SOL for fees`))
    if (received === null) problems.push(`SOLANA_PAY_TO has no token account of USDC: ${account} does not exist`)
    const isOffered = feePayers.some(({ address }) => address === config.SOLANA_FEE_PAYER)
    if (!isOffered) problems.push('SOLANA_FEE_PAYER is none of the keys of this process')
    const offeredIsPoor = poor.some(({ address }) => address === config.SOLANA_FEE_PAYER)
    const detail = { fees, pay_to_account: account }
    return { ok: received !== null && isOffered && !offeredIsPoor, problems, detail }
  } catch {
    return { ok: false, problems: [...problems, 'no RPC answers'], detail: {} }
  }
}
