import type { PackageFile } from './signature-verdict.ts'

/** The type bits of a symbolic link in a file mode. */
const LINK = 0o120000
const TYPE_BITS = 0o170000

/**
 * Paths that would be another file once unpacked: outside the package, absolute, the same as one before but for case or
 * Unicode form, or a link. Null when there is none; the index is that of the file.
 */
export function pathAttack(files: readonly PackageFile[]): { index: number; why: string } | null {
  const seen = new Map<string, number>()
  for (const [index, { path, mode }] of files.entries()) {
    const why = problemOf(path) ?? (isLink(mode) ? 'a symbolic link may point anywhere' : null)
    if (why !== null) return { index, why }
    const folded = path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
    const before = seen.get(folded)
    if (before !== undefined) return { index, why: `the same file as number ${before} where case is not kept` }
    seen.set(folded, index)
  }
  return null
}

function problemOf(path: string): string | null {
  if (path === '' || path.length > 1_000) return 'a path has 1 to 1000 characters'
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(path)) return 'control and invisible characters are refused'
  if (path.includes('\\')) return 'a path is written with forward slashes'
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.startsWith('~')) return 'an absolute path is refused'
  if (path !== path.normalize('NFC')) return 'a path is written in NFC'
  return path.split('/').some((part) => part === '' || part === '.' || part === '..' || /[. ]$/.test(part))
    ? 'no part may be empty, . or .., or end with a dot or a blank'
    : null
}

function isLink(mode: PackageFile['mode']): boolean {
  if (mode === undefined) return false
  const bits = typeof mode === 'number' ? mode : Number.parseInt(mode.replace(/^0o/, ''), 8)
  // A caller may send the octal digits as a number: 120000.
  return (bits & TYPE_BITS) === LINK || bits === 120_000
}
