import type { z } from 'zod'

import { type FieldError, MOST_WRONG_FIELDS } from '#shared/errors.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'

import { nameOf } from '#ingress/http/field-errors.ts'

type Path = (string | number)[]
/** A field that a schema does not know, with the names that it knows there. */
type Field = { path: Path; known: readonly string[] }
/** The first unknown fields of a value, and how many there are. */
type Found = { fields: readonly Field[]; total: number }

/** Labels that a caller puts on its own calls: they pass where an outcome does not read them. */
export const CALL_LABELS: readonly string[] = ['agent_id', 'metadata']

const NONE: Found = { fields: [], total: 0 }

/**
 * Finds the fields of a body that its schema does not know, at any depth, and says which known one each may be a slip of.
 * Labels pass at the top of the body, and in a bundle at the top of each member's. What is loose in the schema is known.
 * Names the first `MOST_WRONG_FIELDS` and only counts the others, so that a body full of unknown names costs no more than
 * reading it.
 */
export function unknownFields(
  schema: z.ZodObject,
  body: unknown,
  isBundle: boolean,
): { fields: FieldError[]; total: number; nearest: string | null } {
  const labelDepth = isBundle ? 3 : 1
  const isLabel = (path: Path) =>
    (path.length === 1 || path.length === labelDepth) && CALL_LABELS.includes(String(path.at(-1)))
  const { fields, total } = walk(schema, body, [], isLabel) ?? NONE
  const nearest = fields.map(({ path, known }) => nearestName(String(path.at(-1)), known))
  return {
    fields: fields.map(({ path }, nth) => fieldError(path, nearest[nth] ?? null)),
    total,
    nearest: nearest.find((name) => name !== null) ?? null,
  }
}

const fieldError = (path: Path, nearest: string | null): FieldError => ({
  type: 'extra_forbidden',
  loc: ['body', ...path.map(nameOf)],
  msg: `Extra inputs are not permitted${nearest === null ? '' : `: did you mean \`${nearest}\`?`}`,
})

type IsLabel = (path: Path) => boolean

/** Walks a value beside its schema; null where the value is of another kind, so that a union can tell its branches. */
function walk(root: z.core.$ZodType, value: unknown, path: Path, isLabel: IsLabel): Found | null {
  // Safe: every schema that zod makes is one of its own kinds.
  const { def } = (root as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return isRecord(value) ? inObject(def, value, path, isLabel) : null
    case 'array':
      return Array.isArray(value) ? inEach(value.entries(), () => def.element, path, isLabel) : null
    case 'tuple':
      return Array.isArray(value)
        ? inEach(value.entries(), (at) => def.items[Number(at)] ?? def.rest ?? undefined, path, isLabel)
        : null
    case 'record':
      return isRecord(value) ? inEach(Object.entries(value), () => def.valueType, path, isLabel) : null
    case 'union':
      return knownToNone(def.options.map((option) => walk(option, value, path, isLabel)))
    case 'intersection':
      return knownToNone([def.left, def.right].map((side) => walk(side, value, path, isLabel)))
    case 'pipe':
      // A transform that comes first sees what was sent, and nobody says what it reads of that.
      return def.in._zod.def.type === 'transform' ? NONE : walk(def.in, value, path, isLabel)
    case 'lazy':
      return walk(def.getter(), value, path, isLabel)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return value === undefined || value === null ? NONE : walk(def.innerType, value, path, isLabel)
    case 'literal':
      return def.values.some((one) => one === value) ? NONE : null
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
      return typeof value === 'object' ? null : NONE
    default:
      return NONE
  }
}

function inObject(def: z.core.$ZodObjectDef, value: Record<string, unknown>, path: Path, isLabel: IsLabel) {
  const fields: Field[] = []
  let total = 0
  for (const [name, member] of Object.entries(value)) {
    path.push(name)
    if (Object.hasOwn(def.shape, name)) {
      const inside = inMember(def.shape[name], member, path, isLabel)
      if (inside === null) {
        path.pop()
        return null
      }
      total += inside.total
      if (inside.total > 0) take(fields, inside.fields)
    } else if (def.catchall === undefined && !isLabel(path)) {
      total += 1
      take(fields, [{ path: [...path], known: Object.keys(def.shape) }])
    }
    path.pop()
  }
  return { fields, total }
}

/** Null where a member tells that the object is another branch of a union: a literal that it is not. */
function inMember(schema: z.core.$ZodType | undefined, value: unknown, path: Path, isLabel: IsLabel): Found | null {
  if (schema === undefined) return NONE
  const found = walk(schema, value, path, isLabel)
  return found === null && schema._zod.def.type !== 'literal' ? NONE : found
}

function inEach(
  members: Iterable<[string | number, unknown]>,
  schemaOf: (name: string | number) => z.core.$ZodType | undefined,
  path: Path,
  isLabel: IsLabel,
): Found {
  const fields: Field[] = []
  let total = 0
  for (const [name, member] of members) {
    const schema = schemaOf(name)
    if (schema === undefined || typeof member !== 'object') continue
    path.push(name)
    const inside = walk(schema, member, path, isLabel) ?? NONE
    path.pop()
    total += inside.total
    if (inside.total > 0) take(fields, inside.fields)
  }
  return { fields, total }
}

function take(fields: Field[], more: readonly Field[]): void {
  fields.push(...more.slice(0, MOST_WRONG_FIELDS - fields.length))
}

/** The fields that no branch knows, of the branches that the value may be. */
function knownToNone(branches: readonly (Found | null)[]): Found | null {
  const possible = branches.filter((branch) => branch !== null)
  const [first, ...others] = possible
  if (first === undefined || others.length === 0) return first ?? null
  const placeOf = ({ path }: Field) => JSON.stringify(path)
  const known = new Map(others.flatMap(({ fields }) => fields.map((field) => [placeOf(field), field.known] as const)))
  const fields = first.fields
    .filter((field) => others.every((other) => other.fields.some((one) => placeOf(one) === placeOf(field))))
    .map(({ path, known: own }) => ({ path, known: [...own, ...(known.get(placeOf({ path, known: own })) ?? [])] }))
  return { fields, total: fields.length === 0 ? 0 : Math.min(...possible.map(({ total }) => total)) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
