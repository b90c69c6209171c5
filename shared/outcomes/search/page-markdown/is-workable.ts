/** More than any page for readers has; what is over them would cost seconds to parse. */
const MAX_TAGS = 150_000
const MAX_ENTITIES = 300_000
const MAX_DEPTH = 1_500

/** Elements that end by themselves, or when their like begins. */
const SELF_ENDING = new Set(
  `area base br col embed hr img input link meta source track wbr p li dt dd tr td th thead tbody tfoot option optgroup
  rp rt`.split(/\s+/),
)

/** Whether HTML is of a size and depth to be parsed, told by counting its tags without parsing it. */
export function isWorkable(html: string): boolean {
  let tags = 0
  let depth = 0
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]{0,30})/gi)) {
    if (++tags > MAX_TAGS) return false
    if (SELF_ENDING.has(name.toLowerCase())) continue
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1))
    if (depth > MAX_DEPTH) return false
  }
  let entities = 0
  for (let at = html.indexOf('&'); at !== -1; at = html.indexOf('&', at + 1)) {
    if (++entities > MAX_ENTITIES) return false
  }
  return true
}
