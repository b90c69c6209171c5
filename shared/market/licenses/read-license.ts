import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import { LICENSES } from '../listings/listing-options.rules.ts'
import { publicId } from '../public-id.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { purchaseFault, seatsOf } from './judge-license.ts'
import { LicenseHolder } from '../wraps/license-holder.entity.ts'
import { LicenseActivation } from './license-activation.entity.ts'
import { licenseDocument, signLicense } from './license-document.ts'
import type { LicenseKeys } from './license-key.ts'
import { License } from './license.entity.ts'

type Given = {
  keys: LicenseKeys
  /** Signs the document; null leaves it out. */
  sign: ((statement: SignedStatement) => Promise<StatementSignature>) | null
  /** Without a trailing slash. */
  baseUrl: string
}

/** Whoever needs only the key is served also while nothing can be signed. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}

/** Reads the licence of a purchase as its holder sees it: its key, its terms, where it is in use, the signed document. */
export async function readLicense(em: EntityManager, purchase: Purchase, { keys, sign, baseUrl }: Given) {
  const purchaseId = purchase.id
  const [license, activations, holder] = await Promise.all([
    em.findOne(License, { purchaseId }, { disableIdentityMap: true }),
    em.find(LicenseActivation, { purchaseId, endedAt: null }, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    em.findOne(LicenseHolder, { purchaseId }, { disableIdentityMap: true }),
  ])
  const reason = purchaseFault(purchase)
  const terms = LICENSES.find(({ id }) => id === purchase.licenseId)
  const key = keys.issue({ purchaseId, generation: license?.generation ?? 0 })
  const keyUrl = `${baseUrl}/.well-known/jwks.json`
  const document = sign === null || reason !== null ? null : licenseDocument(purchase, key, holder?.userId)
  return {
    purchase_id: publicId('pur', purchaseId),
    listing_id: publicId('lst', purchase.listingId),
    license_key: reason === null ? key : null,
    status:
      reason === null
        ? ('active' as const)
        : reason === 'transferred'
          ? ('transferred' as const)
          : ('revoked' as const),
    reason,
    terms: {
      id: purchase.licenseId,
      name: terms?.name ?? purchase.licenseId,
      about: terms?.about ?? '',
      spdx: terms?.spdx ?? null,
    },
    seats: seatsOf(purchase.licenseId),
    uses: license?.uses ?? 0,
    activations: activations.map(({ id, instance, createdAt }) => ({
      activation_id: publicId('act', id),
      instance_name: instance,
      created_at: createdAt.toISOString(),
    })),
    transferable: purchase.resaleAllowed,
    issued_at: purchase.deliveredAt?.toISOString() ?? null,
    content_sha256: purchase.contentSha256 ?? null,
    document: document && sign && (await signLicense(document, sign, keyUrl).catch(nullIfRefused)),
    verify_url: `${baseUrl}/api/licenses/verify`,
  }
}
