import { pointerOf } from '../json-pointer.ts'
import { isObject, ownValue, typeOf } from '../json-value.ts'
import type { Coverage } from './coverage.ts'
import { fail } from './report.ts'
import type { Finding, Sink } from './sink.ts'
import type { Visit } from './visit.ts'

/** One alternative of an `anyOf` or `oneOf`, tried. */
export type Branch = { position: number; schema: unknown; sink: Sink; coverage: Coverage | null; holds: boolean }

/** Distance of an alternative from the instance: another type, another tag, or wrong details. */
const FAR = 2
const OTHER_TAG = 1
const NEAR = 0

/**
 * Reports an instance that matches no alternative: first what the closest one wants (right type, right tag, fewest
 * errors), then one summary that counts the others. An instance of a type no alternative takes gets the summary only.
 */
export function closestBranchFirst(visit: Visit, keyword: string, branches: readonly Branch[]): void {
  const here = pointerOf(visit.at)
  const ranked = branches
    .map((branch) => ({ ...branch, distance: distanceOf(branch.sink.findings, here) }))
    .sort(
      (left, right) =>
        left.distance - right.distance || left.sink.count - right.sink.count || left.position - right.position,
    )
  const [closest] = ranked
  const types = [...new Set(branches.flatMap((branch) => typesWanted(branch.sink.findings, here)))]
  const isWrongType = closest !== undefined && closest.distance === FAR && types.length > 0
  if (closest !== undefined && !isWrongType) visit.sink.absorb(closest.sink)
  const expected = isWrongType ? types.join(' or ') : `one of ${branches.length} alternatives`
  fail(visit, keyword, {
    message: isWrongType
      ? `must be ${expected}, but is ${typeOf(visit.value)}`
      : `must match ${keyword === 'oneOf' ? 'exactly one' : 'at least one'} of ${branches.length} alternatives; the closest is ${keyword}/${closest?.position ?? 0}`,
    params: {
      ...(keyword === 'oneOf' ? { passingSchemas: null } : {}),
      ...(isWrongType ? { types } : { closest: closest?.position ?? null }),
      alternatives: ranked.slice(0, 20).map(summaryOf),
    },
    expected,
  })
}

function distanceOf(findings: readonly Finding[], here: string): number {
  if (findings.some((finding) => finding.instance_path === here && isTypeFailure(finding))) return FAR
  const isTag = ({ keyword, instance_path: path }: Finding) =>
    (keyword === 'const' || keyword === 'enum') && path.startsWith(here) && !path.slice(here.length + 1).includes('/')
  return findings.some(isTag) ? OTHER_TAG : NEAR
}

const isTypeFailure = ({ keyword, params }: Finding) =>
  keyword === 'type' || keyword === 'false schema' || 'types' in params

function typesWanted(findings: readonly Finding[], here: string): string[] {
  return findings
    .filter((finding) => finding.instance_path === here)
    .flatMap(({ params }) => [params['type'], params['types']].flat())
    .filter((name) => typeof name === 'string')
}

function summaryOf({ position, schema, sink }: Branch): Record<string, unknown> {
  const title = isObject(schema) ? ownValue(schema, 'title') : undefined
  const [first] = sink.findings
  return {
    position,
    ...(typeof title === 'string' ? { title } : {}),
    error_count: sink.count,
    first_error:
      first === undefined ? null : `${first.instance_path === '' ? '' : `${first.instance_path} `}${first.message}`,
  }
}
