import { isObject } from '../json-value.ts'
import type { Keyword, Scope, Visit } from './visit.ts'
import type { Target } from './schema-index.ts'

export const reference: Keyword = (uri, visit) => {
  if (typeof uri !== 'string') return
  follow(visit, visit.evaluation.index.resolve(uri, visit.place))
}

/**
 * 2020-12, core 8.2.3.2: where the initial target is a `$dynamicAnchor`, the outermost resource on the way here that
 * has the same dynamic anchor takes its place.
 */
export const dynamicReference: Keyword = (uri, visit) => {
  if (typeof uri !== 'string') return
  const target = visit.evaluation.index.resolve(uri, visit.place)
  const name = uri.slice(uri.indexOf('#') + 1)
  const isDynamic =
    target !== undefined && uri.includes('#') && target.place.resource.dynamicAnchors.get(name) === target.schema
  const schema = isDynamic ? outermost(visit.scope, (scope) => scope.resource.dynamicAnchors.get(name)) : undefined
  const place = schema && visit.evaluation.index.placeOf(schema)
  follow(visit, schema && place ? { schema, place } : target)
}

/** 2019-09, core 8.2.4.2: `#`, or the outermost root on the way here that says `$recursiveAnchor: true`. */
export const recursiveReference: Keyword = (uri, visit) => {
  if (typeof uri !== 'string') return
  const target = visit.evaluation.index.resolve(uri, visit.place)
  const root = target?.place.resource.isRecursive
    ? outermost(visit.scope, ({ resource }) =>
        resource.isRecursive && isObject(resource.root) ? resource.root : undefined,
      )
    : undefined
  const place = root && visit.evaluation.index.placeOf(root)
  follow(visit, root && place ? { schema: root, place } : target)
}

function outermost<Found>(scope: Scope, find: (scope: Scope) => Found | undefined): Found | undefined {
  let found: Found | undefined
  for (let step: Scope | null = scope; step !== null; step = step.outer) found = find(step) ?? found
  return found
}

// Unresolved references were reported before anything ran; here they count for nothing.
function follow(visit: Visit, target: Target | undefined): void {
  if (target !== undefined) visit.evaluation.apply(visit, target.schema, target.place)
}
