/** As many values as a body may hold (ingress/http/body/json-body.ts), less what stands around. */
const MOST_NODES = 99_000

/** How many values a JSON text holds, about. */
const nodesOf = (text: string) => 1 + (text.match(/[,:]/g)?.length ?? 0)

/** How many of some texts fit into so many bytes, and into what a body may hold; at most `most`. */
function countOf(texts: readonly string[], bytes: number, extra: number, most = Infinity): number {
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + extra, 0) / texts.length
  const nodes = texts.reduce((sum, text) => sum + nodesOf(text), 0) / texts.length
  const longest = Math.max(...texts.map((text) => Buffer.byteLength(text)))
  const fitting = texts.length === 1 ? bytes / size : (bytes - longest * texts.length) / size
  return Math.max(1, Math.min(most, Math.floor(fitting), Math.floor(MOST_NODES / nodes)))
}

/** A list of these texts, one after the other, until it has so many bytes. */
export function listOf(texts: readonly string[], bytes: number, most?: number): string {
  const count = countOf(texts, bytes - 2, 1, most)
  const [only = '0'] = texts
  if (texts.length === 1) return `[${`${only},`.repeat(count).slice(0, -1)}]`
  return `[${Array.from({ length: count }, (_, nth) => texts[nth % texts.length]).join(',')}]`
}

/** Members with names that `nameOf` gives, until they have so many bytes; without the braces. */
export function membersOf(texts: readonly string[], bytes: number, nameOf = (nth: number) => `k${nth}`): string {
  const names = Buffer.byteLength(nameOf(99_999))
  const count = countOf(texts, bytes - 2, names + 4)
  return Array.from({ length: count }, (_, nth) => `"${nameOf(nth)}":${texts[nth % texts.length]}`).join(',')
}
