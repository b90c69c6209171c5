import { join, resolve } from 'node:path'

import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Picture, PictureRequest } from '#shared/doors/browser.ts'
import type { EgressDoor } from '#shared/doors/egress.ts'

import { Denied } from '../egress/denied.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { startEgressProxy } from '../egress/proxy/start-egress-proxy.ts'
import { assertGuarded } from './assert-guarded.ts'
import { BrowserGone, BrowserPool } from './browser-pool.ts'
import { confinement } from './chromium/confinement.ts'
import { findChromium } from './chromium/find-chromium.ts'
import { writeFontsConf } from './chromium/write-fonts-conf.ts'
import { Countdown } from './countdown.ts'
import { launchBrowser } from './launch-browser.ts'
import type { BrowserOptions } from './open-browser.ts'
import { browserDied, notPictured } from './picture/refusals.ts'
import { takePicture } from './picture/take-picture.ts'
import { removeLeftProfiles } from './remove-left-profiles.ts'

/** Less than this is not enough to start over after the browser died. */
const SECOND_TRY_MS = 5_000

export type Engine = {
  picture: (request: PictureRequest) => Promise<Picture>
  groups: () => number[]
  stop: () => Promise<void>
}

/** What no page asks for has nowhere to go. */
const NOWHERE: EgressPolicy = {
  admit: () => {
    throw new Denied('name')
  },
  resolve: () => Promise.reject(new Denied('name')),
}

/** Finds Chromium, starts it and proves its walls before it may see a page of a stranger. Throws what is missing. */
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
  const deps = { policy, vet, log, userAgent, now: () => new Date() }
  return {
    groups: () => pool.groups,
    stop,
    async picture(request) {
      const until = new Countdown(request.timeoutMs)
      const url = await vet(request.url, request.signal)
      const take = () => pool.use((browser, retire) => takePicture(deps, browser, { ...request, url }, until, retire))
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

/** What a page does to its own picture is never a fault of ours; what it was is logged. */
function refusalOf(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof BrowserGone) return browserDied(error)
  log.error({ err: error }, 'a page could not be pictured')
  return notPictured(error)
}
