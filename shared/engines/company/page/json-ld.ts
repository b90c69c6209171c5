import type { JsonNode } from './company-page.ts'

const WANTED =
  /(?:Organization|Corporation|LocalBusiness|Person|JobPosting|Product|SoftwareApplication|WebApplication|Offer|Service|NewsArticle|BlogPosting|Article|Brand)$/
const MOST_NODES = 80
const MOST_WALKED = 4_000
const DEEPEST = 8
const KEPT_DEPTH = 4
const MOST_TEXT = 600

/** Reads the nodes of one JSON-LD script that describe a company. Throws for invalid JSON. */
export function readJsonLd(script: string): { nodes: JsonNode[]; types: string[] } {
  // Safe: parsing JSON gives what JSON.parse gives.
  const whole = JSON.parse(repaired(script)) as unknown
  const nodes: JsonNode[] = []
  const types = new Set<string>()
  let walked = 0
  const walk = (value: unknown, depth: number): void => {
    walked += 1
    if (walked > MOST_WALKED || depth > DEEPEST || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth + 1)
      return
    }
    const own = typesOf(value)
    for (const type of own) if (types.size < 40) types.add(type)
    if (own.some((type) => WANTED.test(type)) && nodes.length < MOST_NODES) {
      // Safe: an object stays one when it is cut.
      nodes.push({ ...(cut(value, 0) as JsonNode), '@type': own })
    }
    for (const inner of Object.values(value)) walk(inner, depth + 1)
  }
  walk(whole, 0)
  return { nodes, types: [...types] }
}

/** Repairs what sites write and no parser accepts: control characters in texts, a trailing comma, comments around. */
function repaired(script: string): string {
  let text = script.trim()
  for (const mark of ['<!--', '/*<![CDATA[*/', '/* <![CDATA[ */', '<![CDATA[', '//<![CDATA['])
    if (text.startsWith(mark)) text = text.slice(mark.length)
  if (text.endsWith(';')) text = text.slice(0, -1).trimEnd()
  for (const mark of ['-->', '/*]]>*/', '/* ]]> */', '//]]>', ']]>'])
    if (text.endsWith(mark)) text = text.slice(0, -mark.length)
  return text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/,\s{0,100}([}\]])/g, '$1')
}

/** Types of a node, without the vocabulary's address. */
export const typesOf = (node: object): string[] => {
  const type: unknown = '@type' in node ? node['@type'] : undefined
  return [type]
    .flat()
    .flatMap((one) =>
      typeof one === 'string' ? [one.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '').slice(0, 60)] : [],
    )
}

function cut(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MOST_TEXT)
      .toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= KEPT_DEPTH) return null
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => cut(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 40)
      .filter(([name]) => name !== '__proto__')
      .map(([name, inner]) => [name, cut(inner, depth + 1)]),
  )
}

/** A text member of a node, or of the node it names; null otherwise. */
export function textOf(value: unknown): string | null {
  const [first]: unknown[] = Array.isArray(value) ? value : [value]
  if (typeof first === 'string') return first.trim() === '' ? null : first.trim()
  if (typeof first === 'number') return String(first)
  if (typeof first === 'object' && first !== null) {
    if ('name' in first) return textOf(first.name)
    if ('@value' in first) return textOf(first['@value'])
    if ('value' in first) return textOf(first.value)
  }
  return null
}
