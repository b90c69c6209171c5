import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { fragment, now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { publicId, uuidOf } from '../public-id.ts'
import { notFound } from '../users/require-owner.ts'
import { LicenseActivation } from './license-activation.entity.ts'
import { type AskedLicense, judgeLicense, type LicenseVerdict, seatsOf, verdictOf } from './judge-license.ts'
import type { LicenseKeys } from './license-key.ts'
import { License } from './license.entity.ts'

/** Counts one use of a valid licence, in the caller's transaction, and returns how many there are. */
export async function countUse(em: EntityManager, purchaseId: string): Promise<number> {
  const [row] = await em
    .qb(License)
    .insert({ purchaseId, uses: 1 })
    .onConflict(['purchaseId'])
    .merge({ uses: fragment`license.uses + 1` })
    .returning(['uses'])
    .execute<{ uses: number | string }[]>('all')
  return Number(row?.uses ?? 0)
}

/**
 * Activates a licence for an instance, in the caller's transaction: it takes a seat. The same instance again is the same
 * activation. Throws 409 `license_invalid` with the reason, and `no_seat_left`.
 */
export async function activateLicense(
  em: EntityManager,
  keys: LicenseKeys,
  asked: Omit<AskedLicense, 'activationId'> & { instance: string },
): Promise<LicenseVerdict & { activation_id: string; instance_name: string }> {
  const { purchase, fault, use } = await judgeLicense(em, keys, asked)
  if (fault !== null) throw invalidLicense(fault)
  const purchaseId = purchase.id
  const { instance } = asked
  await lockLicense(em, purchaseId)
  const active = await em.find(LicenseActivation, { purchaseId, endedAt: null })
  const known = active.find((one) => one.instance === instance)
  const seats = seatsOf(purchase.licenseId)
  if (known === undefined && seats !== null && active.length >= seats) throw noSeatLeft(seats)
  const id = known?.id ?? uuidv7()
  if (known === undefined) await em.insert(LicenseActivation, { id, purchaseId, instance })
  const activations = active.length + (known === undefined ? 1 : 0)
  const verdict = verdictOf({ fault, use: { ...use, activations } })
  return { ...verdict, activation_id: publicId('act', id), instance_name: instance }
}

/** Ends an activation, also of a licence that is no longer valid; its seat is free again. Throws 404 for an unknown one. */
export async function deactivateLicense(
  em: EntityManager,
  keys: LicenseKeys,
  asked: AskedLicense & { activationId: string },
): Promise<{ activation_id: string; deactivated: true }> {
  const { purchase, fault } = await judgeLicense(em, keys, asked)
  const id = uuidOf('act', asked.activationId)
  if (id === null || fault === 'other_listing' || fault === 'rotated') throw notFound('activation')
  const active = { id, purchaseId: purchase.id, endedAt: null }
  const known = await em.count(LicenseActivation, { id, purchaseId: purchase.id })
  if (known === 0) throw notFound('activation')
  await em.nativeUpdate(LicenseActivation, active, { endedAt: now })
  return { activation_id: asked.activationId, deactivated: true }
}

/** Writes the licence's row where there is none, and locks it until the end of the transaction. */
export async function lockLicense(em: EntityManager, purchaseId: string): Promise<License> {
  // SQL: the row is written or locked by one statement, whoever comes first.
  await connectionOf(em).query(
    `insert into license (purchase_id) values ($1) on conflict (purchase_id) do update set uses = license.uses`,
    [purchaseId],
  )
  return em.findOneOrFail(License, { purchaseId }, { refresh: true })
}

/** 409: the key is known, and its licence is not valid. */
export const invalidLicense = (reason: string): Refusal =>
  new Refusal('license_invalid', `This licence is not valid: ${reason}.`, {
    fix: { action: 'Ask POST /api/licenses/verify for its reason, or buy the listing again.' },
    extra: { reason },
  })

const noSeatLeft = (seats: number) =>
  new Refusal('no_seat_left', `All ${seats} seats of this licence are in use.`, {
    fix: { action: 'Deactivate one.', method: 'POST', path: '/api/licenses/deactivate' },
    extra: { seats },
  })
