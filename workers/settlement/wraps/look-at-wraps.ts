import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { advanceWrap, noteTokenAt } from '#shared/market/wraps/advance-wrap.ts'
import { type OpenWrap, wrapsToLook } from '#shared/market/wraps/wraps-to-look.ts'

import type { SeenAccount, WrapChain } from './wrap-chain.ts'

export type LookDeps = { db: Pick<Db, 'pg' | 'em'>; chain: WrapChain; log: Log }

/** Wraps of one round: their mints and token accounts are one question to a node. */
const AT_ONCE = 50

/** Looks at wraps whose time has come. */
export async function watchWraps(deps: LookDeps): Promise<void> {
  const due = await wrapsToLook(deps.db.pg, AT_ONCE)
  if (due.length > 0) await lookAtWraps(deps, due)
}

/** What the nodes show of a wrap: its mint and where its token was, null where they do not agree. */
type Seen = { confirmed: SeenAccount | null; final: SeenAccount | null; token: SeenAccount | null }

/** Looks at wraps on every node, and moves each on by what all of them show. One that fails is looked at again later. */
export async function lookAtWraps(deps: LookDeps, wraps: readonly OpenWrap[]): Promise<void> {
  const { chain, log } = deps
  // Read first: what cannot land at this height is missing from every later look.
  const { height, slot } = await chain.final()
  const minted = wraps.filter(({ mint }) => mint !== null)
  const mints = minted.map(({ mint }) => mint ?? '')
  const accounts = minted.map(({ tokenAccount }) => tokenAccount ?? '')
  const [confirmed, final] =
    minted.length === 0
      ? [[], []]
      : [await chain.seen(mints, 'confirmed'), await chain.seen([...mints, ...accounts], 'finalized', slot)]
  for (const wrap of wraps) {
    const at = minted.indexOf(wrap)
    const seen = { confirmed: confirmed[at] ?? null, final: final[at] ?? null, token: final[mints.length + at] ?? null }
    try {
      await judge(deps, { wrap, height, seen: at < 0 ? UNSIGNED : seen })
    } catch (error) {
      log.warn({ err: error, wrap: wrap.id }, 'a wrap could not be looked at')
    }
  }
}

const NONE = { kind: 'none' } as const
const UNSIGNED: Seen = { confirmed: NONE, final: NONE, token: NONE }

async function judge(deps: LookDeps, { wrap, height, seen }: { wrap: OpenWrap; height: number; seen: Seen }) {
  const { db, chain, log } = deps
  const { id, mint } = wrap
  let { state } = wrap
  if (state === 'requested' && isMinted(seen.confirmed)) {
    const signatures = mint === null ? [] : await chain.naming(mint)
    const transaction = signatures.at(-1)?.signature ?? null
    if (!(await advanceWrap(db, id, { to: 'minting', transaction }))) return
    state = 'minting'
  }
  if (state === 'minting' && isMinted(seen.final)) {
    if (!(await advanceWrap(db, id, { to: 'wrapped' }))) return
    log.info({ wrap: id, mint }, 'a licence is a token')
    state = 'wrapped'
  }
  if (state === 'wrapped') return followToken(deps, wrap, seen)
  const isMissing = seen.confirmed?.kind === 'none' && seen.final?.kind === 'none'
  if (isMissing && isOver(wrap, height)) await advanceWrap(db, id, { to: 'failed', beyond: wrap.lastValidBlockHeight })
}

/** Whether the mint is there as it was signed: nobody can make another token of it. */
const isMinted = (seen: SeenAccount | null) => seen?.kind === 'mint' && seen.mint.isSealed

/** Whether nothing that was signed for a wrap can land any more, or nothing was signed in its time. */
const isOver = ({ lastValidBlockHeight, isOld }: OpenWrap, height: number) =>
  lastValidBlockHeight === null ? isOld : height > lastValidBlockHeight

async function followToken({ db, chain, log }: LookDeps, wrap: OpenWrap, { final, token }: Seen): Promise<void> {
  const { id, mint } = wrap
  if (final?.kind !== 'mint' || mint === null) return
  if (final.mint.supply === 0n) {
    if (await advanceWrap(db, id, { to: 'unwrapped' }))
      log.info({ wrap: id, mint }, 'the token of a licence was burned')
    return
  }
  const isThere = token?.kind === 'token' && token.token.amount === 1n
  if (isThere) {
    if (token.token.owner !== wrap.tokenWallet && wrap.tokenAccount !== null)
      await noteTokenAt(db, id, { wallet: token.token.owner, account: wrap.tokenAccount })
    return
  }
  const account = await chain.accountWith(mint)
  const [moved] = account === null ? [] : await chain.seen([account], 'finalized')
  if (account !== null && moved?.kind === 'token' && moved.token.amount === 1n && moved.token.mint === mint)
    await noteTokenAt(db, id, { wallet: moved.token.owner, account })
}
