import { readFileSync } from 'node:fs'

import { isSecretSetting } from './secret-settings.ts'

const SUFFIX = '_FILE'

/**
 * Reads secrets given by file: where NAME_FILE names a file, NAME is its content without trailing white space. An empty
 * file counts as not set. Empty variables are left out. `mistakes` holds lines for the one message about settings, by
 * the name of the secret; they never quote the content of a file.
 */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>): {
  env: Record<string, string>
  mistakes: ReadonlyMap<string, string>
} {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
  const mistakes = new Map<string, string>()
  for (const [variable, path] of Object.entries(given)) {
    const name = variable.slice(0, -SUFFIX.length)
    if (!variable.endsWith(SUFFIX) || !isSecretSetting(name)) continue
    delete given[variable]
    if (given[name] !== undefined) {
      mistakes.set(name, `${variable}  is set, and so is ${name}; set one of them`)
      continue
    }
    try {
      const content = readFileSync(path, 'utf8').trimEnd()
      if (content !== '') given[name] = content
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no file'
      mistakes.set(name, `${variable}  names a file that cannot be read (${code})`)
    }
  }
  return { env: given, mistakes }
}
