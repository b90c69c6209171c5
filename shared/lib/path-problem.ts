/** Maximum number of segments of a path. */
const MOST_SEGMENTS = 16

/**
 * Returns why a text is not a valid file path in a workspace; null when it is. Paths are relative, with forward
 * slashes, without `.` and `..`, in NFC.
 */
export function pathProblem(path: string): string | null {
  if (/[\p{Cc}\p{Cf}]/u.test(path)) return 'a path may not contain control or invisible characters'
  if (path !== path.normalize('NFC')) return 'a path is written in NFC'
  if (path.includes('\\')) return 'a path is written with forward slashes'
  if (path.startsWith('/')) return 'a path is relative: no leading slash'
  const segments = path.split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return 'a path has no empty segment, no . and no ..'
  }
  if (segments.some((segment) => segment !== segment.trim()))
    return 'a segment neither begins nor ends with white space'
  return segments.length > MOST_SEGMENTS ? `a path has at most ${MOST_SEGMENTS} segments` : null
}
