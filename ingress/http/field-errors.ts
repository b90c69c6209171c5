import type { z } from 'zod'

import { type FieldError, MOST_WRONG_FIELDS } from '#shared/errors.ts'

import { describeIssue } from './describe-issue.ts'
import { preview } from './preview.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** Longest field name that is sent back whole. */
const NAME_LENGTH = 100
/** Issues that are read of a union branch to measure its distance. */
const MOST_COMPARED = 50

/** The first wrong fields of a request, and the number of all wrong fields. */
export type FieldErrors = { fields: FieldError[]; total: number }

/**
 * Translates zod issues to the words of pydantic v2 (the HTTPValidationError that clients generated from FastAPI
 * documents expect): `type`, `loc` from `body` or `query` down, `msg`, `input`, and `ctx` with limits. Describes the
 * first `MOST_WRONG_FIELDS` and only counts the others.
 */
export function fieldErrors(
  issues: readonly Issue[],
  where: 'body' | 'query' | 'path' | 'header',
  whole: unknown,
): FieldErrors {
  const fields: FieldError[] = []
  for (const issue of singly(issues, [])) {
    if (fields.length === MOST_WRONG_FIELDS) return { fields, total: Math.max(fields.length + 1, countOf(issues)) }
    fields.push(fieldError(issue, where, whole))
  }
  return { fields, total: fields.length }
}

function fieldError(issue: Issue, where: string, whole: unknown): FieldError {
  const loc = [where, ...issue.path.map(nameOf)]
  const value = valueAt(whole, issue.path)
  const isOfValue = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  if (isOfValue && value === undefined) {
    const input = preview(valueAt(whole, issue.path.slice(0, -1)))
    return { type: 'missing', loc, msg: 'Field required', input }
  }
  const { type, msg, ctx } = describeIssue(issue, where)
  // No input: the unknown field may be a misspelled secret.
  if (issue.code === 'unrecognized_keys') return { type, loc, msg }
  return { type, loc, msg, input: preview(value), ...(ctx === undefined ? {} : { ctx }) }
}

/** A part of a path as it is sent back: a long name is cut. */
export function nameOf(part: PropertyKey): string | number {
  if (typeof part === 'number') return part
  const name = String(part)
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).toWellFormed()}…` : name
}

/** Yields single issues lazily: a failed union as the issues of its closest branch, unknown keys one by one. */
function* singly(issues: readonly Issue[], above: Path): Generator<Issue> {
  for (const [nth, issue] of issues.entries()) {
    if (isSameLimit(issue, issues[nth + 1])) continue
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) yield { ...issue, path: [...path, key] }
    else if (issue.code === 'invalid_union' && issue.errors.length > 0) yield* singly(closestOf(issue.errors), path)
    else yield { ...issue, path }
  }
}

/**
 * Number of wrong fields. A union counts as the issues of its closest branch; a union inside that branch counts as one.
 */
function countOf(issues: readonly Issue[]): number {
  let count = 0
  for (const [nth, issue] of issues.entries()) {
    if (isSameLimit(issue, issues[nth + 1])) continue
    if (issue.code === 'unrecognized_keys') count += issue.keys.length
    else if (issue.code === 'invalid_union' && issue.errors.length > 0) count += closestOf(issue.errors).length
    else count += 1
  }
  return count
}

/** Whether the next issue repeats this one with a tighter limit, as for an integer beyond the safe range. */
const isSameLimit = (issue: Issue, next: Issue | undefined): boolean =>
  next?.code === issue.code &&
  isInclusiveLimit(issue) &&
  isInclusiveLimit(next) &&
  issue.path.length === next.path.length &&
  issue.path.every((part, at) => part === next.path[at])

const isInclusiveLimit = (issue: Issue): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.inclusive !== false

const closestOf = (branches: readonly Issue[][]): readonly Issue[] =>
  branches.reduce((best, branch) => (distanceTo(branch) < distanceTo(best) ? branch : best))

/** Distance of a value from a union branch: infinite for another type, else the number of issues. */
const distanceTo = (branch: readonly Issue[]): number =>
  branch.slice(0, MOST_COMPARED).some(({ code, path }) => code === 'invalid_type' && path.length === 0)
    ? Infinity
    : branch.length

function valueAt(whole: unknown, path: Path): unknown {
  let value = whole
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    // Safe: an own property of an object.
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}
