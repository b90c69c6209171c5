import { join, resolve } from 'node:path'

import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Picture, PictureRequest } from '#shared/doors/browser.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'
import { writeFontsConf } from '#shared/pictures/write-fonts-conf.ts'

import { Denied } from '../egress/denied.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { startEgressProxy } from '../egress/proxy/start-egress-proxy.ts'
import { assertGuarded } from './assert-guarded.ts'
import { BrowserGone, BrowserPool } from './browser-pool.ts'
import { confinement } from './chromium/confinement.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { Countdown } from './countdown.ts'
import { launchBrowser } from './launch-browser.ts'
import type { BrowserOptions } from './open-browser.ts'
import { BlankPages } from './picture/blank-pages.ts'
import { browserDied, notPictured } from './picture/refusals.ts'
import { takePicture } from './picture/take-picture.ts'
import { removeLeftProfiles } from './remove-left-profiles.ts'

/** Least milliseconds left for a retry after the browser exited. */
const SECOND_TRY_MS = 5_000

export type Engine = {
  picture: (request: PictureRequest) => Promise<Picture>
  groups: () => number[]
  stop: () => Promise<void>
}

/** Denies everything: the proxy policy for requests that belong to no page. */
const NOWHERE: EgressPolicy = {
  admit: () => {
    throw new Denied('name')
  },
  resolve: () => Promise.reject(new Denied('name')),
}

/** Finds and starts Chromium and checks its confinement before any page is opened. Throws what is missing. */
export async function startEngine(
  options: BrowserOptions & { policy: EgressPolicy; userAgent: string; vet: EgressDoor['vet'] },
): Promise<Engine> {
  const { config, log, policy, userAgent, vet, flags, limits } = options
  const folder = join(resolve(config.DATA_DIR), 'browser')
  await removeLeftProfiles()
  const [chromium, before, fontsConf] = await Promise.all([
    findChromium({ chromiumPath: config.CHROMIUM_PATH, folder, searchPath: process.env['PATH'] ?? '' }),
    confinement(),
    writeFontsConf(folder),
  ])
  const nowhere = await startEgressProxy({ policy: NOWHERE, log, pause: () => Promise.resolve() })
  const launch = () =>
    launchBrowser({ chromium, before, fontsConf, proxyUrl: nowhere.url, ...(flags === undefined ? {} : { flags }) })
  const pool = new BrowserPool(launch, log, limits)
  const stop = async () => {
    await pool.close()
    await nowhere.close()
  }
  try {
    await pool.prove((warm) => assertGuarded(warm, { policy, log }))
  } catch (error) {
    await stop()
    throw error
  }
  const pages = new BlankPages({ policy, log, userAgent })
  const deps = { pages, vet, now: () => new Date() }
  await pool.use((browser) => Promise.resolve(pages.prepare(browser)))
  return {
    groups: () => pool.groups,
    stop,
    async picture(request) {
      const until = new Countdown(request.timeoutMs)
      const url = await vet(request.url, request.signal)
      const take = () => pool.use((browser, of) => takePicture(deps, browser, { ...request, url }, until, of))
      try {
        return await take()
      } catch (error) {
        const isWorthwhile = until.left() >= SECOND_TRY_MS && !request.signal.aborted
        if (!(error instanceof BrowserGone) || !isWorthwhile) throw refusalOf(error, log)
        log.warn({ err: error }, 'the browser ended while it pictured a page; once more')
      }
      return take().catch((error: unknown) => {
        throw refusalOf(error, log)
      })
    },
  }
}

/** Converts an error to a refusal. Errors caused by a page are not faults of ours, but are logged. */
function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof BrowserGone) return browserDied(error)
  log.error({ err: error }, 'a page could not be pictured')
  return notPictured(error)
}
