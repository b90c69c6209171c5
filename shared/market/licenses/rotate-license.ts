import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import type { Purchase } from '../purchases/purchase.entity.ts'
import { License } from './license.entity.ts'
import { purchaseFault } from './judge-license.ts'
import { MOST_GENERATIONS } from './license-key.ts'
import { invalidLicense, lockLicense } from './use-license.ts'

/**
 * Replaces the key of a purchase's licence, in the caller's transaction: the old one is invalid at once, activations
 * stay. Returns the new generation. Throws 409 `license_invalid` for a purchase that is not paid and delivered.
 */
export async function rotateLicense(em: EntityManager, purchase: Purchase): Promise<number> {
  const fault = purchaseFault(purchase)
  if (fault !== null) throw invalidLicense(fault)
  const { generation } = await lockLicense(em, purchase.id)
  if (generation === MOST_GENERATIONS) throw new Refusal('conflict', 'This key was rotated too often.')
  await em.nativeUpdate(License, { purchaseId: purchase.id }, { generation: generation + 1, rotatedAt: now })
  return generation + 1
}
