import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { AnswerCache } from '#shared/lib/concurrency/answer-cache.ts'
import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import { publicId } from '../../public-id.ts'
import { runTextJob } from '../../texts/text-threads.ts'
import { INSTALL_RUNTIMES } from '../install/install-runtimes.rules.ts'
import { LICENSES } from '../listing-options.rules.ts'
import type { ListingFile } from '../content/listing-files.ts'
import type { ListingRow } from '../listing-row.ts'

/** Permissions by content hash. Versions with equal content share an entry. */
const permissions = new AnswerCache<string[]>(1_000, { maxAgeMs: 600_000 })
/** Signatures by digest. They expire, because a key of the settlement process can be replaced. */
const signatures = new AnswerCache<StatementSignature>(1_000, { maxAgeMs: 600_000 })

/**
 * Builds the machine-readable manifest of a listing, unsigned. Its files, licence and version belong together
 * permanently; title and description are the current ones.
 */
export async function listingManifest(listing: ListingRow, files: readonly ListingFile[], baseUrl: string) {
  const id = publicId('lst', listing.id)
  const license = LICENSES.find((one) => one.id === listing.license_id)
  return {
    schema_version: '1.0',
    listing_id: id,
    version: listing.version,
    kind: listing.listing_kind,
    name: listing.slug,
    title: listing.title,
    description: listing.summary ?? '',
    seller: { id: publicId('usr', listing.owner_id), username: listing.seller_username },
    entry: files[0]?.path ?? null,
    files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
    permissions: await permissionsIn(listing, files),
    runtimes: runtimesOf(listing),
    license: { id: listing.license_id, spdx: license?.spdx ?? null },
    install: { url: `${baseUrl}/api/listings/${id}/install`, query: ['target_runtime', 'target_environment'] },
  }
}
export type ListingManifest = Awaited<ReturnType<typeof listingManifest>>

/**
 * Signs a manifest with Ed25519, over `manifest1|` and the SHA-256 of the manifest's RFC 8785 form without `signature`.
 * The signature of an unchanged manifest is cached.
 */
export async function signManifest(
  manifest: ListingManifest,
  sign: (statement: SignedStatement) => Promise<StatementSignature>,
  keyUrl: string,
) {
  const digest = sha256Hex(canonicalJson(manifest))
  const { signature, key_id } = await signatures.get(digest, () => sign({ profile: 'manifest1', digest }))
  return {
    ...manifest,
    signature: { alg: 'Ed25519', key_id, key_url: keyUrl, signed_text: `manifest1|${digest}`, value: signature },
  }
}

/** The tools that a skill declares in its front matter; none when that takes too long to parse. */
async function permissionsIn(
  { listing_kind: kind, owner_id: ownerId }: ListingRow,
  [file]: readonly ListingFile[],
): Promise<string[]> {
  if (kind !== 'skill' || file === undefined) return []
  const read = () => runTextJob(ownerId, 'readPermissions', file.content)
  return permissions.get(file.sha256, async () => (await read()) ?? [])
}

function runtimesOf({ listing_kind: kind }: ListingRow): string[] {
  const fits = INSTALL_RUNTIMES.filter(({ skillFolder, mcpConfig }) => {
    if (kind === 'skill' || kind === 'pack') return skillFolder !== null
    return kind === 'mcp_server' ? mcpConfig !== null : false
  }).map(({ id }) => id)
  return fits.length === 0 ? ['generic'] : fits
}
