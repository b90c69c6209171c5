import type { SettleResponse } from '@x402/core/types'
import { KeyedSingleFlight } from '#shared/lib/concurrency/keyed-single-flight.ts'
import { settlementId } from '../settlement-id.ts'
import type { PrivateKeyAccount } from 'viem'

import { BASE, BASE_USDC } from '#shared/chains/networks.ts'
import type { Log } from '#shared/log.ts'

import type { Chain, ChainHealth, LookedUp } from '../chain.ts'
import type { Rpc } from '../open-rpc.ts'
import type { BasePayment } from '../read-payment.ts'
import { settlementStore, type Verdict } from '../settlement-store.ts'
import { type WatchStore, watchStore } from '../watch-store.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Waiting } from './await-receipt.ts'
import { baseNow } from './base-fees.ts'
import { baseRpc } from './base-rpc.ts'
import { baseSenders, LEAST_WEI } from './base-senders.ts'
import { inspectBase } from './inspect-base.ts'
import { LikelyNonces } from './likely-nonces.ts'
import { lookUpOnBase, soughtOf } from './look-up-base.ts'
import { PreparedSettlements } from './prepared-settlements.ts'
import { readySending, simulateSettlement } from './ready-settlement.ts'
import { type BaseDeps, settleOnBase } from './settle-base.ts'
import { isSimple, tryTransfer } from './try-transfer.ts'
import { verifyBase } from './verify-base.ts'
import { baseWatch, type WatchTimes } from './watch-base.ts'

type Given = {
  rpc: Rpc
  accounts: readonly PrivateKeyAccount[]
  db: Pick<Db, 'pg' | 'relaxed'>
  waiting: Waiting
  times: WatchTimes
  log: Log
}

/** Opens Base: USDC payments by EIP-3009, sent by `accounts`. Makes no requests until used. */
export function openBase({ rpc: nodes, accounts, db, waiting, times, log }: Given): Chain<BasePayment> {
  const rpc = baseRpc(nodes)
  const store = settlementStore(db)
  const watch: WatchStore = watchStore(db)
  const senders = baseSenders(accounts, rpc, store)
  const nonces = new LikelyNonces()
  const now = baseNow(rpc)
  const prepared = new PreparedSettlements((payment, { isAlone }) =>
    simulateSettlement({ rpc, senders, now }, payment, isAlone ? (sender) => nonces.guess(sender, 0) : null),
  )
  const deps: BaseDeps = { rpc, store, senders, nonces, prepared, now, waiting, log }
  const settling = new KeyedSingleFlight<SettleResponse>()
  return {
    network: BASE,
    signers: senders.addresses,
    extra: undefined,
    async verify(payment, settlesSoon) {
      const balance = isSimple(payment) ? await tryTransfer(rpc, payment) : null
      if (balance === null) return (await verifyBase(rpc, payment, await readySending(deps))).response
      if (settlesSoon) prepared.begin(payment)
      return { isValid: true, payer: payment.payer, extra: { balance: balance.toString() } }
    },
    settle: (payment) => settling.run(settlementId(payment), () => settleOnBase(deps, payment)),
    lookUp: (payment) => lookUp(deps, payment),
    inspect: (asked) => inspectBase(rpc, asked),
    watch: baseWatch({ ...deps, watch, times }),
    health: () => health(nodes, deps),
  }
}

async function lookUp({ rpc, store }: BaseDeps, payment: BasePayment): Promise<LookedUp> {
  const sought = soughtOf(payment)
  if (sought.payTo !== payment.authorization.to.toLowerCase() || sought.amount !== payment.authorization.value) {
    return { state: 'unknown', reason: 'payment_does_not_fit_requirements' }
  }
  const stored = await store.read(payment.key)
  if (stored?.state === 'paid') {
    return { state: 'paid', transaction: stored.transaction ?? '', logIndex: stored.logIndex ?? 0 }
  }
  const found = await lookUpOnBase(rpc, sought)
  if (found.state === 'unknown') {
    const transaction = stored?.slot?.hashes.at(-1)
    return { ...found, ...(transaction === undefined ? {} : { transaction }) }
  }
  const verdict: Verdict = found.state === 'paid' ? found : { ...found, state: 'failed', transaction: null }
  if (stored !== null) await store.decide(payment.key, verdict, { closes: false, fee: null })
  return found.state === 'paid'
    ? { state: 'paid', transaction: found.transaction, logIndex: found.logIndex }
    : { state: 'unpaid', reason: found.reason }
}

async function health(nodes: Rpc, { rpc, senders }: BaseDeps): Promise<ChainHealth> {
  const problems = await nodes.problems()
  try {
    const [balances, code] = await Promise.all([senders.balances(), rpc.codeAt(BASE_USDC)])
    const gas = balances.map(({ address, wei }) => ({ address, wei: wei.toString(), enough: wei >= LEAST_WEI }))
    const poor = gas.filter(({ enough }) => !enough)
    problems.push(...poor.map(({ address }) => `${address} has too little ETH for gas`))
    if (code === '0x') problems.push('USDC is not there')
    return { ok: poor.length < gas.length && code !== '0x', problems, detail: { gas } }
  } catch {
    return { ok: false, problems: [...problems, 'no RPC answers'], detail: {} }
  }
}
