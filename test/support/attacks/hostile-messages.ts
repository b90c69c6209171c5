import { hostileBodies } from '../hostile/bodies.ts'
import { operationsOf } from '../hostile/operations.ts'
import { numbers } from '../numbers.ts'

/** A request of an attack. */
export type Message = { method: string; path: string; headers: Record<string, string>; body?: Buffer | undefined }

/** Operations that take large bodies, records, unions, patterns and dates, with what each may be sent. */
const TARGETS: readonly (readonly [path: string, bytes: number])[] = [
  ['/api/v1/outcomes/identity-drift-check', 262_144],
  ['/api/v1/outcomes/identity-drift-check', 4_194_304],
  ['/api/v1/outcomes/hash-text', 1_048_576],
  ['/api/v1/outcomes/hash-text', 8_388_608],
  ['/api/v1/outcomes/drift-guard', 1_048_576],
  ['/api/v1/outcomes/trace-provenance-check', 1_048_576],
  ['/api/v1/outcomes/reliability-scorecard', 262_144],
  ['/api/v1/outcomes/bundles/reliability-kit', 262_144],
]
/** Kinds of bodies of which many values are wrong, or which are all depth or all names. */
const KINDS = /wrong entries|nearly right|unknown members|deep|wrong items|one name again|breaks off/
const MOST_OF_ONE = 12
const SEED = 12

/** Hostile bodies of the walk, made beforehand: with a credential that cannot be one, and every fourth with a genuine key. */
export async function hostileMessages(baseUrl: string, key: string | undefined): Promise<Message[]> {
  const random = numbers(SEED)
  const { operations, resolve } = operationsOf(await (await fetch(`${baseUrl}/openapi.json`)).json())
  const bodies = TARGETS.flatMap(([path, bytes]) => {
    const operation = operations.find((one) => one.method === 'POST' && one.path === path)
    if (operation === undefined) throw new Error(`the document has no POST ${path}`)
    const all = hostileBodies(operation, { bytes, resolve, random }).filter(({ kind }) => KINDS.test(kind))
    const step = Math.max(1, Math.floor(all.length / MOST_OF_ONE))
    return all.filter((_, nth) => nth % step === 0).map(({ type, make }) => ({ path, type, body: make() }))
  })
  const shuffled = bodies.map((body) => ({ body, at: random() })).toSorted((one, other) => one.at - other.at)
  return shuffled.map(({ body: { path, type, body } }, nth) => ({
    method: 'POST',
    path,
    headers: { 'content-type': type, 'x-service-key': nth % 4 === 0 && key !== undefined ? key : 'x' },
    body,
  }))
}
