import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

/** A paid operation that can be probed without changing anything: the 402 comes first. */
export type PaidOperation = { path: string; method: 'GET' | 'POST'; hasInput: boolean }

const MOST_OPERATIONS = 5_000

/** The operations of an OpenAPI document that say they cost something. Never throws. */
export function paidOperations(document: unknown): PaidOperation[] {
  const paths = isObject(document) ? ownValue(document, 'paths') : undefined
  if (!isObject(paths)) return []
  const found: PaidOperation[] = []
  let looked = 0
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item)) continue
    for (const [verb, method] of [
      ['post', 'POST'],
      ['get', 'GET'],
    ] as const) {
      const operation = ownValue(item, verb)
      looked += 1
      if (looked > MOST_OPERATIONS) return found
      if (!isObject(operation) || !isPaid(operation)) continue
      const parameters = ownValue(operation, 'parameters')
      const hasInput =
        isObject(ownValue(operation, 'requestBody')) || (Array.isArray(parameters) && parameters.length > 0)
      found.push({ path, method, hasInput })
    }
  }
  return found
}

function isPaid(operation: Readonly<Record<string, unknown>>): boolean {
  const responses = ownValue(operation, 'responses')
  return isObject(ownValue(operation, 'x-payment-info')) || (isObject(responses) && Object.hasOwn(responses, '402'))
}

/** The first resource a /.well-known/x402.json names on this origin, as a path. */
export function firstResource(document: unknown, origin: string): string | null {
  const resources = isObject(document) ? ownValue(document, 'resources') : undefined
  for (const resource of Array.isArray(resources) ? resources.slice(0, 100) : []) {
    const url: unknown = isObject(resource) ? (ownValue(resource, 'url') ?? ownValue(resource, 'resource')) : resource
    if (typeof url !== 'string' || !URL.canParse(url, origin)) continue
    const { origin: its, pathname, search } = new URL(url, origin)
    if (its === origin) return pathname + search
  }
  return null
}
