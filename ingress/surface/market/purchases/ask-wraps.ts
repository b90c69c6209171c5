import { HeldToken, MintReady, OfferedBurn, OfferedMint } from '#shared/market/wraps/wrap-answers.ts'

import type { MarketDeps } from '../market-deps.ts'
import { askProcess } from './ask-process.ts'

const ASK_MS = 8_000

/** Asks the settlement process about wraps: it alone signs mints and reads the chain. */
export function wrapsOnSolana(deps: Pick<MarketDeps, 'config' | 'log'>) {
  const away = 'Solana cannot be reached right now; nothing changed.'
  const ask = askProcess(deps, { timeoutMs: ASK_MS, away })
  return {
    ready: () => ask('/wraps/ready', MintReady),
    offer: (wrapId: string) => ask('/wraps/offer', OfferedMint, { wrap_id: wrapId }),
    burn: (wrapId: string) => ask('/wraps/burn', OfferedBurn, { wrap_id: wrapId }),
    held: (wrapId: string, wallet: string) => ask('/wraps/held', HeldToken, { wrap_id: wrapId, wallet }),
  }
}
