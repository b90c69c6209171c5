import { canonicalJson, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { KeptAnswers } from '#shared/lib/concurrency/kept-answers.ts'
import type { SignedStatement, StatementSignature } from '#shared/lib/crypto/signed-statement.ts'

import { publicId } from '../../public-id.ts'
import { runTextJob } from '../../texts/text-threads.ts'
import { INSTALL_RUNTIMES } from '../install/install-runtimes.rules.ts'
import { LICENSES } from '../listing-options.rules.ts'
import type { ListingFile } from '../content/listing-files.ts'
import type { ListingRow } from '../listing-row.ts'

/** By the hash of the content, which is that of one version or of several that are equal. */
const permissions = new KeptAnswers<string[]>(1_000, { maxAgeMs: 600_000 })
/** By what was signed. Not for ever: a key of the settlement process can be replaced. */
const signatures = new KeptAnswers<StatementSignature>(1_000, { maxAgeMs: 600_000 })

/**
 * What a listing is and holds, machine readable, before it is signed. Files, licence and version belong together for good;
 * title and description are those of now.
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

/** Signs a manifest: Ed25519 over `manifest1|` and the SHA-256 of the manifest's RFC 8785 form without `signature`. One signature is used again for the same manifest. */
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

/** The tools a skill says it uses, in its front matter. A front matter that takes too long to read names none. */
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
