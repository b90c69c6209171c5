import type { Config } from '#shared/config.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { BrowserService } from './browser/open-browser.ts'
import { findIsolation, requireIsolation, NotIsolated } from './sandbox/isolation.ts'

/** Preconditions of opening a pool. */
export type PoolGuard = {
  /**
   * Resolves with null if isolation is complete, or with what is missing if the operator accepts that. Otherwise throws
   * what is missing; the message is public.
   */
  prove: () => Promise<string | null>
  /** Stops what `prove` started. */
  stop: () => Promise<void>
}

type SandboxRule = Pick<Config, 'SANDBOX_REQUIRED'>

/** How sandboxed programs find their isolation, by SANDBOX_REQUIRED. */
export const chooseIsolation = ({ SANDBOX_REQUIRED }: SandboxRule) =>
  SANDBOX_REQUIRED ? requireIsolation : findIsolation

/** The guards of pools that open untrusted files or pages. A pool without a guard opens at once. */
export function poolGuards(
  config: SandboxRule,
  browser: Pick<BrowserService, 'start' | 'stop'>,
  find: typeof findIsolation = findIsolation,
): Partial<Record<Pool, PoolGuard>> {
  const sandbox: PoolGuard = {
    async prove() {
      const { missing } = await find()
      if (missing === null) return null
      if (config.SANDBOX_REQUIRED) throw new NotIsolated(missing)
      return `${missing} SANDBOX_REQUIRED is false, so it runs all the same.`
    },
    stop: async () => {},
  }
  return {
    'pdf-extract': sandbox,
    'media-processing': sandbox,
    // Chromium has its own sandbox, which no setting disables.
    screenshot: {
      async prove() {
        await browser.start().catch((error: unknown) => {
          throw new NotIsolated('Its browser is missing or not sandboxed.', { cause: error })
        })
        return null
      },
      stop: browser.stop,
    },
  }
}
