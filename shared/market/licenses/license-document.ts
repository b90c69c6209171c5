import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'
import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import { LICENSES } from '../listings/listing-options.rules.ts'
import { publicId } from '../public-id.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { seatsOf } from './judge-license.ts'

/**
 * The terms of a licence as a document, without its signature. `key_sha256` is of the licence key, in upper case;
 * `holderId` is the account that holds the licence, the buyer unless it moved.
 */
export function licenseDocument(purchase: Purchase, key: string, holderId: string | null = purchase.buyerId ?? null) {
  const license = LICENSES.find(({ id }) => id === purchase.licenseId)
  return {
    schema_version: '1.0',
    purchase_id: publicId('pur', purchase.id),
    listing_id: publicId('lst', purchase.listingId),
    listing_version: purchase.listingVersion,
    content_sha256: purchase.contentSha256 ?? null,
    terms: { id: purchase.licenseId, name: license?.name ?? purchase.licenseId, spdx: license?.spdx ?? null },
    seats: seatsOf(purchase.licenseId),
    transferable: purchase.resaleAllowed,
    issued_at: purchase.deliveredAt?.toISOString() ?? null,
    // Who holds the licence can prove it with the id of the account, and nobody can read it off.
    issued_to: sha256Hex(holderId === null ? publicId('pur', purchase.id) : publicId('usr', holderId)),
    key_sha256: sha256Hex(key),
  }
}
export type LicenseDocument = ReturnType<typeof licenseDocument>

/** Signs a licence with Ed25519, over `license1|` and the SHA-256 of its RFC 8785 form without `signature`. */
export async function signLicense(
  document: LicenseDocument,
  sign: (statement: SignedStatement) => Promise<StatementSignature>,
  keyUrl: string,
) {
  const digest = sha256Hex(canonicalJson(document))
  const { signature, key_id } = await sign({ profile: 'license1', digest })
  return {
    ...document,
    signature: { alg: 'Ed25519', key_id, key_url: keyUrl, signed_text: `license1|${digest}`, value: signature },
  }
}
