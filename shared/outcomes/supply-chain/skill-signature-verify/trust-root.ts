import { createRequire } from 'node:module'

import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toTrustMaterial, type TrustMaterial } from '@sigstore/verify'

const require = createRequire(import.meta.url)
const PUBLIC_GOOD = 'https://tuf-repo-cdn.sigstore.dev'

let material: TrustMaterial | null = null

/** The trust root of the public Sigstore instance as its TUF client ships it; read once, never fetched. */
export function publicTrustRoot(): TrustMaterial {
  // Safe: the shape of the seeds file of this exact version.
  const seeds = require('@sigstore/tuf/seeds.json') as Record<string, { targets: Record<string, string> } | undefined>
  const encoded = seeds[PUBLIC_GOOD]?.targets['trusted_root.json'] ?? ''
  material ??= readTrustRoot(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  return material
}

/** A trust root in the JSON form of the Sigstore protobuf specification. */
export const readTrustRoot = (json: unknown): TrustMaterial => toTrustMaterial(TrustedRoot.fromJSON(json))
