/**
 * Whether a path is left out by patterns such as `.git/**` and `*.sig`. A pattern without a slash is held against the
 * last part of a path, one with a slash against all of it; `**` stands for any number of parts.
 */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/')
  return patterns.some((pattern) => {
    const wanted = pattern.replace(/^\.?\//, '').split('/')
    return wanted.length === 1 ? fits(wanted[0] ?? '', parts.at(-1) ?? '') : fitsPath(wanted, parts)
  })
}

/** By dynamic programming over the parts, so that no pattern takes long. */
function fitsPath(wanted: readonly string[], parts: readonly string[]): boolean {
  let reached = new Set([0])
  for (const want of wanted) {
    const next = new Set<number>()
    for (const at of reached) {
      if (want === '**') for (let to = at; to <= parts.length; to += 1) next.add(to)
      else if (at < parts.length && fits(want, parts[at] ?? '')) next.add(at + 1)
    }
    reached = next
  }
  return reached.has(parts.length)
}

/** `*` is any run and `?` any one character; the last star is the only place to go back to. */
function fits(pattern: string, text: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (from < text.length) {
    if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[from]) && pattern[at] !== '*') {
      at += 1
      from += 1
    } else if (pattern[at] === '*') {
      star = at
      mark = from
      at += 1
    } else if (star === -1) return false
    else {
      at = star + 1
      mark += 1
      from = mark
    }
  }
  return /^\**$/.test(pattern.slice(at))
}
