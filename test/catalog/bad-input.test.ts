import { describe, expect, test } from 'vitest'

import { parseJsonBody } from '#ingress/http/body/json-body.ts'
import { validateInput } from '#ingress/call/input/validate-input.ts'
import { Refusal } from '#shared/errors.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { inTurn } from '#test/support/in-turn.ts'

import { type Hostile, hostileTexts, hostileValues, unreadable } from './hostile-values.ts'

/** A world in which everybody refuses, as it is on a bad day. */
const refuse = () => Promise.reject(new Refusal('upstream_unavailable', 'There is no world in this test.'))
const visit = (url: string) => (URL.canParse(url) ? refuse() : Promise.reject(urlNotAllowed()))
const CONTEXT = fakeContext({ upstreams: { ask: refuse }, egress: { fetch: visit, vet: visit }, call: refuse })

/** What a call came to: refused with these places, answered, or on its way to the world, which tests do not open. */
type End = { kind: 'refused'; locs: string[]; status: string } | { kind: 'answered' } | { kind: 'world' }

/** A call as the ingress and a worker treat it, without the money in between. Only faults are thrown. */
async function offer(entry: CatalogEntry, body: unknown): Promise<End> {
  try {
    // Some of what is tried here is too deep for JSON.stringify, but not for JSON.parse.
    const parsed = parseJsonBody(Buffer.from(textOf(body)))
    validateInput(entry, parsed)
    await entry.outcome.run(parsed.value, CONTEXT)
    return { kind: 'answered' }
  } catch (error) {
    if (error instanceof Refusal) {
      const { detail } = error.detail
      const locs = Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : []
      return { kind: 'refused', locs, status: error.code }
    }
    if (error instanceof Error && error.message.startsWith('the test opened no')) return { kind: 'world' }
    throw error
  }
}

function textOf(body: unknown): string {
  if (Array.isArray(body)) {
    let depth = 0
    let inner: unknown = body
    while (Array.isArray(inner) && inner.length === 1) {
      depth += 1
      ;[inner] = inner as unknown[]
    }
    if (depth > 1_000) return '['.repeat(depth) + '[]' + ']'.repeat(depth)
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return JSON.stringify(body)
  const members = Object.entries(body).map(
    ([name, value]: [string, unknown]) => `${JSON.stringify(name)}:${textOf(value)}`,
  )
  return `{${members.join(',')}}`
}

/** Places of an example that a stranger may fill with anything: its top fields, and some of what is inside. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (path.length >= 3 || typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item: unknown) => [0, item])
    : Object.entries(value)
  return entries.flatMap(([name, member]) => [[...path, name], ...places(member, [...path, name])])
}

function replaced(value: unknown, [first, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === first ? replaced(item, rest, by) : item))
  // Safe: the path was read off this very value.
  const object = value as Record<string, unknown>
  return { ...object, [first]: replaced(object[first], rest, by) }
}

const MOST_INNER = 12
const INNER: readonly Hostile[] = [...hostileValues.slice(0, 12), ...hostileTexts.filter((_, at) => at % 4 === 2)]
const entries = [...catalog.values()]
const exampleOf = ({ outcome }: CatalogEntry) => outcome.example.input
const fieldsOf = ({ outcome }: CatalogEntry) => Object.keys(outcome.input.shape)

describe('every outcome', () => {
  test('refuses what is no object', async () => {
    const taking: string[] = []
    for (const entry of entries) {
      for (const body of [null, 1, 'x', [], [exampleOf(entry)]]) {
        const { kind } = await offer(entry, body)
        if (kind !== 'refused') taking.push(`${entry.outcome.slug}: ${JSON.stringify(body).slice(0, 80)}`)
      }
    }
    expect(taking).toEqual([])
  })

  test('refuses a field that its schema does not take, and names it', async () => {
    const wrong = { $wrong: [[]] }
    const unnamed: string[] = []
    const takesAnything: string[] = []
    for (const entry of entries) {
      const { slug, input } = entry.outcome
      const refusing = fieldsOf(entry).filter((name) => !(input.shape[name]?.safeParse(wrong).success ?? false))
      if (refusing.length === 0) takesAnything.push(slug)
      for (const name of refusing) {
        const end = await offer(entry, { ...exampleOf(entry), [name]: wrong })
        const locs = end.kind === 'refused' && end.status === 'validation_error' ? end.locs : []
        if (!locs.some((loc) => `${loc}.`.startsWith(`body.${name}.`))) unnamed.push(`${slug} ${name}: ${locs.join()}`)
      }
    }
    expect(unnamed).toEqual([])
    // Lints whose every field may hold whatever a program has in its place.
    expect(takesAnything.toSorted()).toEqual(['citation-join-check', 'verify-settle-response-delta'])
  })

  test('refuses what nobody can read, and names its place', async () => {
    const unnamed: string[] = []
    for (const entry of entries) {
      const [field = 'x'] = fieldsOf(entry)
      for (const { name, value } of unreadable) {
        const end = await offer(entry, { ...exampleOf(entry), [field]: value })
        const isNamed =
          end.kind === 'refused' && end.status === 'validation_error' && end.locs[0]?.startsWith(`body.${field}`)
        if (isNamed !== true) unnamed.push(`${entry.outcome.slug} ${field}: ${name}`)
      }
    }
    expect(unnamed).toEqual([])
  })
})

describe.each(entries.map((entry) => ({ slug: entry.outcome.slug, entry })))('$slug', ({ entry }) => {
  test('answers or refuses whatever stands in a field, and never fails', async () => {
    const bodies = fieldsOf(entry).flatMap((name, nth) =>
      inTurn([...hostileValues, ...hostileTexts], 3, nth).map((hostile) => ({
        body: { ...exampleOf(entry), [name]: hostile.value },
        about: `${name}: ${hostile.name}`,
      })),
    )
    expect(await faultsOf(entry, bodies)).toEqual([])
  })
})

const innerPlaces = (entry: CatalogEntry) =>
  places(exampleOf(entry))
    .filter((path) => path.length > 1)
    .slice(0, MOST_INNER)
const withInside = entries
  .map((entry) => ({ slug: entry.outcome.slug, entry, inner: innerPlaces(entry) }))
  .filter(({ inner }) => inner.length > 0)

test.each(withInside)(
  '$slug answers or refuses whatever stands inside of a field, and never fails',
  async ({ entry, inner }) => {
    const bodies = inner.flatMap((path, nth) =>
      inTurn(INNER, 3, nth).map((hostile) => ({
        body: replaced(exampleOf(entry), path, hostile.value),
        about: `${path.join('.')}: ${hostile.name}`,
      })),
    )
    expect(await faultsOf(entry, bodies)).toEqual([])
  },
)

/** What failed, and where; a refusal and an answer are none. */
async function faultsOf(entry: CatalogEntry, bodies: readonly { body: unknown; about: string }[]): Promise<string[]> {
  const faults: string[] = []
  for (const { body, about } of bodies) {
    await offer(entry, body).catch((error: unknown) => {
      faults.push(`${about}: ${error instanceof Error ? error.stack : String(error)}`)
    })
  }
  return faults
}
