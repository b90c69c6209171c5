import { publicId } from '../../public-id.ts'
import { INSTALL_ENVIRONMENTS, INSTALL_RUNTIMES } from './install-runtimes.rules.ts'
import type { ListingFile } from '../content/listing-files.ts'
import type { ListingRow } from '../listing-row.ts'

/** `file`: write a delivered file. `config`: add a member to a JSON file. `command`: something to run or to do. */
export type InstallStep =
  | { kind: 'file'; path: string; file: string; sha256: string; bytes: number; about: string }
  | { kind: 'config'; path: string; at: string; value: Record<string, unknown>; about: string }
  | { kind: 'command'; command: string; about: string }

export type InstallPlan = {
  target_runtime: string
  target_environment: string
  notes: string[]
  steps: InstallStep[]
  verify: { about: string; files: { path: string; sha256: string }[] }
  uninstall: { about: string; paths: string[] }
}

/**
 * Plans how to install a listing in a runtime, with exact paths and hashes. An unknown runtime gets the generic plan,
 * and an unknown environment that of `project`, each with a note. Buyers fetch what is not hosted here from the
 * purchase's delivery.
 */
export function installPlan(
  listing: ListingRow,
  files: readonly ListingFile[],
  target: { runtime?: string | undefined; environment?: string | undefined },
): InstallPlan {
  const notes: string[] = []
  const wanted = (target.runtime ?? 'generic').trim().toLowerCase()
  const runtime = INSTALL_RUNTIMES.find(({ id }) => id === wanted) ?? INSTALL_RUNTIMES.at(-1)
  if (runtime === undefined) throw new Error('there is no generic runtime')
  if (runtime.id !== wanted) notes.push('This runtime is not known here; the steps are generic.')
  const asked = (target.environment ?? 'project').trim().toLowerCase()
  const environment = INSTALL_ENVIRONMENTS.find((one) => one === asked) ?? 'project'
  if (environment !== asked) notes.push('This environment is not known here; the steps are for project.')

  const isServer = listing.listing_kind === 'mcp_server'
  const { folder, isNative } = folderOf(listing, runtime.skillFolder?.[environment])
  if (!isNative && !isServer)
    notes.push('This runtime has no place of its own for it; the files stand beside your work.')
  const steps: InstallStep[] = files.map(({ path, sha256, bytes }) => ({
    kind: 'file',
    path: `${folder}/${path}`,
    file: path,
    sha256,
    bytes,
    about: 'Write the delivered file, and check its SHA-256.',
  }))
  if (isServer && runtime.mcpConfig !== null) {
    steps.push({
      kind: 'config',
      path: runtime.mcpConfig[environment],
      at: `/${runtime.mcpConfig.key}/${listing.slug}`,
      value: { $from: 'delivery' },
      about: 'Add the server as its delivery describes it; put your own credentials in yourself.',
    })
  }
  if (files.length === 0) {
    notes.push('Nothing is hosted here; the seller delivers it.')
    steps.push({
      kind: 'command',
      command: `GET /api/purchases/{purchase_id}/delivery`,
      about: `Fetch what the seller of ${publicId('lst', listing.id)} delivers.`,
    })
  }
  return {
    target_runtime: runtime.id,
    target_environment: environment,
    notes,
    steps,
    verify: {
      about: runtime.verify,
      files: files.map(({ path, sha256 }) => ({ path: `${folder}/${path}`, sha256 })),
    },
    uninstall: {
      about: 'Delete these paths, and the member the config step added.',
      paths: files.length === 0 ? [] : [folder],
    },
  }
}

/** Slugs hold letters, digits and hyphens only, so a path never leaves its folder. */
function folderOf(listing: ListingRow, skills: string | undefined): { folder: string; isNative: boolean } {
  const isSkill = listing.listing_kind === 'skill' || listing.listing_kind === 'pack'
  if (isSkill && skills !== undefined) return { folder: `${skills}/${listing.slug}`, isNative: true }
  return { folder: `farebox/${listing.slug}`, isNative: false }
}
