/** One match as a replacement sees it: spans of the match and its groups, -1 for a group that took no part. */
type Matched = { text: string; spans: readonly number[]; names: readonly (string | null)[] }

/**
 * What a replacement template stands for at one match, by ECMA-262's GetSubstitution: `$$`, `$&`, `` $` ``, `$'`, `$1` to
 * `$99` and, when the pattern has named groups, `$<name>`. Anything else stands for itself.
 */
export function expandReplacement(template: string, { text, spans, names }: Matched): string {
  if (!template.includes('$')) return template
  const group = (index: number) =>
    (spans[2 * index] ?? -1) < 0 ? '' : text.slice(spans[2 * index], spans[2 * index + 1])
  const hasNames = names.some((name) => name !== null)

  return template.replace(
    /\$(?:([$&`'])|([0-9]{1,2})|<([^>]*)>)/g,
    (all: string, sign?: string, digits?: string, name?: string) => {
      if (sign === '$') return '$'
      if (sign === '&') return group(0)
      if (sign === '`') return text.slice(0, spans[0])
      if (sign === "'") return text.slice(spans[1])
      if (name !== undefined) return hasNames ? named(name, names, group) : all
      return numbered(all, digits ?? '', names.length, group)
    },
  )
}

/** With duplicate names at most one of the groups took part. */
const named = (name: string, names: readonly (string | null)[], group: (index: number) => string) =>
  names.map((own, index) => (own === name ? group(index + 1) : '')).join('')

/** Two digits when they name a group, else one. */
function numbered(all: string, digits: string, groups: number, group: (index: number) => string): string {
  if (Number(digits) >= 1 && Number(digits) <= groups) return group(Number(digits))
  const first = Number(digits.charAt(0))
  return digits.length === 2 && first >= 1 && first <= groups ? `${group(first)}${digits.charAt(1)}` : all
}
