import { setTimeout as pause } from 'node:timers/promises'

import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { Media } from '#shared/media/media.entity.ts'

import type { ReadyMedia } from './pictures-of.ts'

const LOOK_EVERY_MS = 100

/**
 * Waits up to `withinMs` until an upload is processed. Returns it when it is ready, null when no worker has finished
 * it. Throws the Refusal of a refused upload, and 409 when the upload was removed meanwhile.
 */
export async function awaitMedia(em: EntityManager, mediaId: string, withinMs: number): Promise<ReadyMedia | null> {
  const until = performance.now() + withinMs
  for (;;) {
    const media = await em.findOne(Media, mediaId, { disableIdentityMap: true })
    if (media === null) throw new Refusal('conflict', 'The upload was replaced by another one meanwhile.')
    if (media.state === 'ready') return media
    if (media.refusal) throw Refusal.fromWire(media.refusal)
    if (performance.now() > until) return null
    await pause(LOOK_EVERY_MS)
  }
}
