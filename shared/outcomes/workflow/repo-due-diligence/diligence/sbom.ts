import { digestOf } from '#shared/lib/crypto/digest.ts'

import { purlOf } from '#shared/engines/repo/manifests/package-entry.ts'
import type { DiligenceFacts } from './diligence-facts.ts'

const MOST_COMPONENTS = 2_000

/**
 * A bill of materials of what the lock files name (CycloneDX 1.6), the latest versions of direct dependencies where nothing
 * is locked. The same packages give the same document: its serial number is made from them.
 */
export function sbomOf({ inventory, direct, approximate, now }: DiligenceFacts) {
  const versions = approximate
    ? direct.flatMap(({ ecosystem, name, version, license }) =>
        version === null ? [] : [{ ecosystem, name, version, license, dev: null }],
      )
    : inventory.locked
  const once = new Map(versions.map((one) => [purlOf(one), one]))
  const components = [...once].slice(0, MOST_COMPONENTS).map(([purl, { name, version, license, dev }]) => ({
    type: 'library' as const,
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license === null ? {} : { licenses: [{ expression: license }] }),
    ...(dev === true ? { scope: 'excluded' as const } : {}),
  }))
  const id = digestOf(components)
  const serial = [
    id.slice(0, 8),
    id.slice(8, 12),
    `5${id.slice(13, 16)}`,
    `8${id.slice(17, 20)}`,
    id.slice(20, 32),
  ].join('-')
  const { ref, commit } = inventory
  const document = {
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6' as const,
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application' as const,
        'bom-ref': ref.url,
        name: ref.name,
        ...(commit === null ? {} : { version: commit }),
      },
    },
    components,
  }
  return {
    format: 'CycloneDX 1.6' as const,
    components: components.length,
    complete: once.size <= MOST_COMPONENTS,
    sha256: digestOf(document),
    document,
  }
}
