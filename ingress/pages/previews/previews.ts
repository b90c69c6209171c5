import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { LRUCache } from 'lru-cache'

import { ipBlock } from '#shared/lib/network/ip-block.ts'
import { FairSemaphore } from '#shared/lib/concurrency/fair-semaphore.ts'
import { KeyedSingleFlight } from '#shared/lib/concurrency/keyed-single-flight.ts'
import { drawSvg } from '#shared/pictures/draw-svg.ts'

import type { IngressDeps } from '../../deps.ts'
import { tagOf } from '../../discovery/text-document.ts'
import { callerAddress } from '../../http/caller.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { type Preview, previewSvg } from './preview-svg.ts'

/** Bytes of pictures that are kept, and pictures that may wait to be drawn: more are shown the picture of all pages. */
const MOST_BYTES = 16 * 1024 * 1024
const MOST_WAITING = 16

type Previews = {
  kept: LRUCache<string, Buffer>
  drawn: KeyedSingleFlight<Buffer | null>
  turns: FairSemaphore
}

const ofProcess = new WeakMap<IngressDeps, Previews>()

function previewsOf(deps: IngressDeps): Previews {
  const known = ofProcess.get(deps)
  if (known !== undefined) return known
  const made: Previews = {
    kept: new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: ({ length }) => length + 1 }),
    drawn: new KeyedSingleFlight(),
    // One at a time: a picture is the work of a whole core while it is drawn.
    turns: new FairSemaphore(1),
  }
  ofProcess.set(deps, made)
  return made
}

/**
 * Answers with the picture of a preview. It is kept by what it says, so a picture is drawn again only when that changes.
 * Where it cannot be drawn now, the picture of all pages stands for it. Throws 429 for an address that has too many drawn.
 */
export async function previewAnswer({ ctx, deps }: Visit, preview: Preview): Promise<PageAnswer> {
  const { kept, drawn, turns } = previewsOf(deps)
  const svg = previewSvg(preview)
  const tag = tagOf(svg)
  const etag = `"${tag}"`
  if (ctx.get('if-none-match').includes(etag))
    return { reply: { status: 304, headers: headersOf(3_600, etag), body: '' } }
  const known = kept.get(tag)
  if (known !== undefined) return pictureOf(known, headersOf(3_600, etag))
  const address = ipBlock(callerAddress(ctx.req, deps.config.TRUST_PROXY_HOPS))
  await deps.localLimiter.take(deps.config.limits.preview, address)
  const picture =
    drawn.size >= MOST_WAITING
      ? null
      : await drawn.run(tag, async () => {
          await turns.acquire(address)
          try {
            const made = await drawSvg(svg, join(resolve(deps.config.DATA_DIR), 'previews'))
            kept.set(tag, made)
            return made
          } catch (error) {
            deps.log.warn({ err: error }, 'the picture of a preview was not drawn')
            return null
          } finally {
            turns.release()
          }
        })
  if (picture !== null) return pictureOf(picture, headersOf(3_600, etag))
  return pictureOf(await readFile(new URL('../assets/og.png', import.meta.url)), headersOf(60))
}

const pictureOf = (body: Buffer, headers: Record<string, string>): PageAnswer => ({
  reply: { type: 'image/png', headers, body },
})

/** Other sites show it, so it is not for our own origin alone. */
const headersOf = (maxAgeS: number, etag?: string): Record<string, string> => ({
  'Cache-Control': `public, max-age=${maxAgeS}`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept-Encoding',
  ...(etag === undefined ? {} : { ETag: etag }),
})
