import type { Config } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { BrowserDoor } from '#shared/doors/browser.ts'

import { openEgress, policyOf, userAgentOf } from '../egress/open-egress.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import type { Engine } from './start-engine.ts'

export type BrowserOptions = {
  config: Pick<
    Config,
    | 'CHROMIUM_PATH'
    | 'DATA_DIR'
    | 'EGRESS_ALLOW'
    | 'SAMPLE_SITE_PORT'
    | 'publicBaseUrl'
    | 'PUBLIC_BASE_URL'
    | 'production'
  >
  log: Log
  policy?: EgressPolicy
  /** For tests: changes Chromium's command line. */
  flags?: (flags: string[]) => string[]
  /** Jobs per browser, and memory limit of its processes in bytes per running job. */
  limits?: Partial<{ maxJobs: number; maxBytes: number }>
}

export type BrowserService = {
  door: BrowserDoor
  /** Starts the browser and checks its confinement. Throws an error for the operator if something is missing. */
  start: () => Promise<void>
  /** Kills the browser and its child processes. */
  stop: () => Promise<void>
  /** Process groups of the running browsers. */
  groups: () => number[]
}

/**
 * Opens the browser service of the screenshot pool. Playwright and Chromium are loaded by `start` or by the first
 * screenshot.
 */
export function openBrowser(options: BrowserOptions): BrowserService {
  const { config, log, policy = policyOf(config) } = options
  const userAgent = userAgentOf(config)
  const { vet } = openEgress({ policy, userAgent })
  let starting: Promise<Engine> | undefined
  let running: Engine | undefined
  const load = async () => {
    const { startEngine } = await import('./start-engine.ts')
    running = await startEngine({ ...options, policy, userAgent, vet })
    return running
  }
  const engine = () =>
    (starting ??= load().catch((error: unknown) => {
      starting = undefined
      throw error
    }))
  return {
    start: async () => void (await engine()),
    stop: async () => {
      await starting?.catch(() => undefined)
      await running?.stop()
    },
    groups: () => running?.groups() ?? [],
    door: {
      async picture(request) {
        const { picture } = await engine().catch((error: unknown) => {
          log.error({ err: error }, 'no browser')
          throw new Refusal('unavailable', 'No browser runs here right now; nothing was charged.', { retryAfterS: 30 })
        })
        return picture(request)
      },
    },
  }
}
