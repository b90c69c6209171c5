import type { Config } from '#shared/config.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { BrowserService } from './browser/open-browser.ts'
import { findWalls, requiredWalls, Unwalled } from './sandbox/walls.ts'

/** What has to be proved before a pool may open. */
export type PoolGuard = {
  /**
   * Resolves with null when every wall stands, or with what an operator has accepted to be without. Throws what is missing
   * otherwise; its message is shown to anyone.
   */
  prove: () => Promise<string | null>
  /** Ends what `prove` started. */
  stop: () => Promise<void>
}

type SandboxRule = Pick<Config, 'SANDBOX_REQUIRED'>

/** How sandboxed programs find their isolation, under the rule of the settings. */
export const wallsUnder = ({ SANDBOX_REQUIRED }: SandboxRule) => (SANDBOX_REQUIRED ? requiredWalls : findWalls)

/** The guards of the pools that open foreign files or foreign pages. A pool without one opens at once. */
export function poolGuards(
  config: SandboxRule,
  browser: Pick<BrowserService, 'start' | 'stop'>,
  find: typeof findWalls = findWalls,
): Partial<Record<Pool, PoolGuard>> {
  const sandbox: PoolGuard = {
    async prove() {
      const { missing } = await find()
      if (missing === null) return null
      if (config.SANDBOX_REQUIRED) throw new Unwalled(missing)
      return `${missing} SANDBOX_REQUIRED is false, so it runs all the same.`
    },
    stop: async () => {},
  }
  return {
    'pdf-extract': sandbox,
    'media-processing': sandbox,
    // Chromium has walls of its own, and no setting takes them down.
    screenshot: {
      async prove() {
        await browser.start().catch((error: unknown) => {
          throw new Unwalled('Its browser is missing or not walled in.', { cause: error })
        })
        return null
      },
      stop: browser.stop,
    },
  }
}
