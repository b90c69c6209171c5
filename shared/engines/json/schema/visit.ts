import type { JsonObject } from '../json-value.ts'
import type { InstancePath } from '../json-pointer.ts'
import type { Coverage } from './coverage.ts'
import type { Evaluation } from './evaluation.ts'
import type { Sink } from './sink.ts'
import type { Place, Resource } from './schema-index.ts'

/** The resources entered on the way here, innermost first: what dynamic references look through. */
export type Scope = { resource: Resource; outer: Scope | null }

/** One schema object meeting one instance. */
export type Visit = {
  evaluation: Evaluation
  node: JsonObject
  place: Place
  scope: Scope
  value: unknown
  at: InstancePath
  sink: Sink
  /** The sink's number of failures before this schema object began. */
  failuresBefore: number
  /** Null when evaluated properties and items need not be tracked. */
  coverage: Coverage | null
  /** Schemas entered on this instance without moving into it; a schema that applies itself shows here. */
  nesting: number
}

/** A keyword of the schema at hand; it reports what fails to the visit's sink. */
export type Keyword = (value: unknown, visit: Visit) => void
