import { Refusal } from '#shared/errors.ts'
import { canonicalJson, digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'

import { isDeeperThan, isObject, ownValue, setOwn } from '#shared/engines/json/json-value.ts'
import type { ContractKind } from './pin-verdict.ts'

/** A contract without what changes although nothing did, and its parts by name. */
export type Contract = {
  kind: ContractKind
  canonical: unknown
  text: string
  hash: string
  items: ReadonlyMap<string, { value: unknown; path: string; hash: string }>
  /** Names that more than one tool has. */
  shadowed: readonly string[]
}

const MOST_LEVELS = 150
const volatile =
  /^(?:x-)?(?:generated|fetched|retrieved|built|last)[-_]?(?:at|on|updated|modified|time|timestamp)$|^(?:updated|modified)[-_]?at$|^timestamp$/i
/** Members of these are names that the author chose, so none of them is volatile. */
const nameMaps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'schemas',
  'dependentSchemas',
  'paths',
  'responses',
  'parameters',
  'headers',
  'default',
  'const',
  'enum',
])
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** Reads a contract. Text that is JSON counts as what it says; Unicode stays as it is, so hidden characters change the hash. */
export function canonicalContract(sent: unknown, wanted: ContractKind | 'auto'): Contract {
  const value = typeof sent === 'string' ? jsonOr(sent) : sent
  if (isDeeperThan(value, MOST_LEVELS))
    throw new Refusal('unprocessable', `The contract is nested deeper than ${MOST_LEVELS} levels.`)
  const kind = wanted === 'auto' ? contractKind(value) : wanted
  const stripped = typeof value === 'string' ? value : settled(value, kind !== 'raw')
  const tools = kind === 'mcp_catalog' ? toolsOf(stripped) : null
  const canonical =
    tools === null
      ? stripped
      : tools.toSorted((a, b) => order(nameOf(a), nameOf(b)) || order(canonicalJson(a), canonicalJson(b)))
  const text = typeof canonical === 'string' ? canonical : canonicalJson(canonical)
  const named = itemsOf(canonical, kind)
  const items = new Map(named.map(({ name, ...item }) => [name, { ...item, hash: digestOf(item.value) }]))
  const shadowed = [...new Set(named.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at))]
  return { kind, canonical, text, hash: sha256Hex(text), items, shadowed }
}

const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const nameOf = (tool: unknown): string => {
  const name = isObject(tool) ? ownValue(tool, 'name') : undefined
  return typeof name === 'string' ? name : ''
}

function jsonOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    // A contract that is no JSON is pinned as the text it is.
    return text
  }
}

const has = (value: unknown, ...keys: string[]) => isObject(value) && keys.some((key) => Object.hasOwn(value, key))

function contractKind(value: unknown): ContractKind {
  if (Array.isArray(value)) return value.every((one) => has(one, 'name')) ? 'mcp_catalog' : 'raw'
  if (has(value, 'openapi', 'swagger', 'paths') || (has(value, 'responses') && !has(value, 'name'))) return 'openapi'
  if (isObject(value) && Array.isArray(ownValue(value, 'tools'))) return 'mcp_catalog'
  if (has(value, 'name') && has(value, 'inputSchema', 'input_schema', 'parameters')) return 'mcp_tool'
  return has(value, '$schema', 'properties', '$defs', 'oneOf', 'anyOf', 'allOf', '$ref') ||
    (has(value, 'type') && has(value, 'items', 'enum'))
    ? 'json_schema'
    : 'raw'
}

function toolsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const tools = isObject(value) ? ownValue(value, 'tools') : undefined
  return Array.isArray(tools) ? tools : [value]
}

/** Without volatile members, lists of examples in one order. The depth is bounded by the caller. */
function settled(value: unknown, strips: boolean, key = ''): unknown {
  if (Array.isArray(value)) {
    const members = value.map((member) => settled(member, strips))
    return key === 'examples' ? members.toSorted((a, b) => order(canonicalJson(a), canonicalJson(b))) : members
  }
  if (!isObject(value)) return value
  const kept: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    const isDated = strips && typeof member !== 'object' && volatile.test(name) && !nameMaps.has(key)
    // What is a value of the author's stays as it is, whatever its members are called.
    if (!isDated)
      setOwn(
        kept,
        name,
        settled(member, strips && !(key !== 'properties' && /^(?:default|const|enum|example)$/.test(name)), name),
      )
  }
  return kept
}

function itemsOf(canonical: unknown, kind: ContractKind): { name: string; value: unknown; path: string }[] {
  if (kind === 'mcp_catalog' && Array.isArray(canonical))
    return canonical.map((value: unknown, at) => ({ name: nameOf(value) || `#${at}`, value, path: `/${at}` }))
  const paths = kind === 'openapi' && isObject(canonical) ? ownValue(canonical, 'paths') : undefined
  if (!isObject(paths)) return [{ name: nameOf(canonical) || kind, value: canonical, path: '' }]
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const value = isObject(item) ? ownValue(item, method) : undefined
      return value === undefined
        ? []
        : [
            {
              name: `${method.toUpperCase()} ${path}`,
              value,
              path: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
            },
          ]
    }),
  )
}
