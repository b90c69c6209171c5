import type { InstallPlan } from '../install/install-plan.ts'
import type { ListingFile } from '../content/listing-files.ts'

/** A file that exists in the target, with its hash if the client knows it. */
export type ExistingFile = { path: string; sha256?: string | undefined }
export type OnConflict = 'skip' | 'replace' | 'rename'

export type PlannedFile = { path: string; file: string; sha256: string; bytes: number }
export type ImportPlan = {
  create: PlannedFile[]
  replace: (PlannedFile & { replaces_sha256: string | null })[]
  skip: { path: string; reason: 'unchanged' | 'exists' }[]
  risks: { id: string; message: string; path: string | null }[]
  requires_confirmation: boolean
}

/**
 * Plans what an import would do to the target, without doing it. `rename` takes the first free name next to an existing
 * file.
 */
export function importPlan(
  plan: InstallPlan,
  files: readonly ListingFile[],
  { existing, onConflict }: { existing: readonly ExistingFile[]; onConflict: OnConflict },
): ImportPlan {
  const there = new Map(existing.map(({ path, sha256 }) => [path.replace(/^\.\//, ''), sha256 ?? null]))
  const made: ImportPlan = { create: [], replace: [], skip: [], risks: [], requires_confirmation: false }
  for (const step of plan.steps) {
    if (step.kind === 'config')
      made.risks.push({ id: 'changes_config', message: 'A configuration file is changed.', path: step.path })
    if (step.kind !== 'file') continue
    const { path, file, sha256, bytes } = step
    const old = there.get(path)
    if (old === undefined) made.create.push({ path, file, sha256, bytes })
    else if (old === sha256) made.skip.push({ path, reason: 'unchanged' })
    else if (onConflict === 'skip') made.skip.push({ path, reason: 'exists' })
    else if (onConflict === 'rename') made.create.push({ path: freeName(path, there), file, sha256, bytes })
    else {
      made.replace.push({ path, file, sha256, bytes, replaces_sha256: old })
      made.risks.push({ id: 'replaces_file', message: 'A file that is there is replaced.', path })
    }
  }
  for (const { path, content } of files) {
    if (/^[ \t]*(?:```|~~~)\s*(?:bash|sh|shell|console|zsh)\b/m.test(content))
      made.risks.push({ id: 'runs_commands', message: 'It tells the agent to run shell commands.', path })
    if (/https?:\/\//.test(content))
      made.risks.push({ id: 'names_hosts', message: 'It names addresses on the network.', path })
  }
  made.requires_confirmation = made.risks.some(({ id }) => id !== 'names_hosts')
  return made
}

function freeName(path: string, there: ReadonlyMap<string, unknown>): string {
  const dot = path.lastIndexOf('.')
  const [stem, end] = dot > path.lastIndexOf('/') + 1 ? [path.slice(0, dot), path.slice(dot)] : [path, '']
  let nth = 2
  while (there.has(`${stem}-${nth}${end}`)) nth += 1
  return `${stem}-${nth}${end}`
}
