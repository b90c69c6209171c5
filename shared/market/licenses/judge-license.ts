import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import { LICENSES } from '../listings/listing-options.rules.ts'
import { publicId, uuidOf } from '../public-id.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { LicenseActivation } from './license-activation.entity.ts'
import type { LicenseKeys } from './license-key.ts'
import { License } from './license.entity.ts'

/** Why a known licence key is not valid. */
export type LicenseFault =
  | 'other_listing'
  | 'rotated'
  | 'not_paid'
  | 'not_delivered'
  | 'refunded'
  | 'disputed'
  | 'not_activated'
  | 'transferred'

/** A licence as programs ask for it: one `valid`, and the reason when it is not. */
export type LicenseVerdict = {
  valid: boolean
  reason: LicenseFault | null
  /** What the licence is of and how it is used; null for a key of another listing. */
  license: LicenseUse | null
}

export type LicenseUse = {
  listing_id: string
  listing_version: number
  license_id: string
  uses: number
  /** How many activations there may be; null for as many as one likes. */
  seats: number | null
  activations: number
  issued_at: string | null
}

export type AskedLicense = { key: string; listingId: string; activationId?: string | undefined }
export type JudgedLicense = { purchase: Purchase; fault: LicenseFault | null; use: LicenseUse }

/**
 * Judges a licence key for the listing that its holder thinks it is of. Changes nothing. Throws 404 for a key that was
 * not issued here.
 */
export async function judgeLicense(em: EntityManager, keys: LicenseKeys, asked: AskedLicense): Promise<JudgedLicense> {
  const ref = keys.read(asked.key)
  const purchase = ref === null ? null : await em.findOne(Purchase, ref.purchaseId, { disableIdentityMap: true })
  if (ref === null || purchase === null) throw unknownKey()
  const purchaseId = purchase.id
  const [license, activations] = await Promise.all([
    em.findOne(License, { purchaseId }, { disableIdentityMap: true }),
    em.find(LicenseActivation, { purchaseId, endedAt: null }, { fields: ['id'], disableIdentityMap: true }),
  ])
  const isActivated =
    asked.activationId === undefined || activations.some(({ id }) => publicId('act', id) === asked.activationId)
  const faults: [LicenseFault, boolean][] = [
    ['other_listing', uuidOf('lst', asked.listingId) !== purchase.listingId],
    ['rotated', ref.generation !== (license?.generation ?? 0)],
    ...purchaseFaults(purchase),
    ['not_activated', !isActivated],
  ]
  return {
    purchase,
    fault: faults.find(([, isSo]) => isSo)?.[0] ?? null,
    use: {
      listing_id: publicId('lst', purchase.listingId),
      listing_version: purchase.listingVersion,
      license_id: purchase.licenseId,
      uses: license?.uses ?? 0,
      seats: seatsOf(purchase.licenseId),
      activations: activations.length,
      issued_at: purchase.deliveredAt?.toISOString() ?? null,
    },
  }
}

/** What is told of a judged licence: of a key of another listing only that. */
export const verdictOf = ({ fault, use }: Pick<JudgedLicense, 'fault' | 'use'>): LicenseVerdict => ({
  valid: fault === null,
  reason: fault,
  license: fault === 'other_listing' ? null : use,
})

/** What about a purchase makes its licence invalid, each with whether it is so. */
const purchaseFaults = ({ status, deliveryStatus, resoldAs }: Purchase): [LicenseFault, boolean][] => [
  ['transferred', !!resoldAs],
  ['refunded', status === 'refunded'],
  ['disputed', status === 'disputed'],
  ['not_paid', status !== 'paid' && status !== 'partially_refunded'],
  ['not_delivered', deliveryStatus !== 'delivered' && deliveryStatus !== 'confirmed'],
]

/** Why the licence of a purchase is not valid; null when it is. */
export const purchaseFault = (purchase: Purchase): LicenseFault | null =>
  purchaseFaults(purchase).find(([, isSo]) => isSo)?.[0] ?? null

/** Seats of a licence; null for as many as one likes. */
export const seatsOf = (licenseId: string): number | null => LICENSES.find(({ id }) => id === licenseId)?.seats ?? null

const unknownKey = () =>
  new Refusal('not_found', 'This licence key was not issued here.', {
    fix: { action: 'Copy the key from GET /api/purchases/{purchase_id}/license.' },
  })
