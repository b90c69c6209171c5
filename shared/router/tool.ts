import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { FieldType } from '#shared/outcomes/semantic-types.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

/** An outcome as the planner sees it. */
export type Tool = {
  slug: string
  title: string
  /** Its description for buyers. */
  about: string
  cents: number
  takes: Readonly<Record<string, FieldType>>
  gives: Readonly<Record<string, FieldType>>
  /** Further members of its answer, for a goal that speaks of them. */
  also: Readonly<Record<string, FieldType>>
  either: readonly string[]
  writes: boolean
  /** Inputs its schema requires. */
  required: readonly string[]
  /** Every input it has. */
  fields: ReadonlySet<string>
  /** What a goal may say of an input in words: one of some names, yes or no, a number. */
  kinds: ReadonlyMap<string, FieldKind>
  /** The schema of an input; undefined where it has none of that name. */
  schemaOf: (field: string) => z.core.$ZodType | undefined
  /** The inputs of the call that its documents show. */
  example: () => Readonly<Record<string, unknown>>
  /** Returns which members of an input it refuses; `''` is the input as a whole. */
  refused: (input: Record<string, unknown>) => string[]
}

/** What kind of value an input is, as far as a goal may say it in words. */
export type FieldKind =
  | { kind: 'choice'; choices: readonly string[]; given: unknown }
  | { kind: 'flag'; given: unknown }
  | { kind: 'number'; given: unknown }

/** What an outcome stands in. */
type Entry = { outcome: Outcome }

const known = new WeakMap<ReadonlyMap<string, Entry>, ReadonlyMap<string, Tool>>()

/** Returns the outcomes of a catalog that a plan may use: those that declare what their inputs mean. */
export function toolsOf(catalog: ReadonlyMap<string, Entry>): ReadonlyMap<string, Tool> {
  const made =
    known.get(catalog) ??
    new Map(
      [...catalog].flatMap(([slug, entry]) => (entry.outcome.types === null ? [] : [[slug, toolOf(entry)] as const])),
    )
  known.set(catalog, made)
  return made
}

/** A field of any value is required too, unless it is declared optional or has a default. */
function isRequired(schema: Outcome['input']['shape'][string]): boolean {
  const absent = schema.safeParse(undefined)
  return !absent.success || (absent.data === undefined && schema._zod.optin !== 'optional')
}

/** The kind of a schema without what makes it optional; `given` is what a field has that is left out. */
function kindOf(schema: z.core.$ZodType, given: unknown): FieldKind | null {
  if (
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable
  )
    return kindOf(schema._zod.def.innerType, given)
  if (schema instanceof z.core.$ZodPipe) return kindOf(schema._zod.def.in, given)
  if (schema instanceof z.core.$ZodEnum)
    return { kind: 'choice', choices: Object.values(schema._zod.def.entries).map(String), given }
  if (schema instanceof z.core.$ZodBoolean) return { kind: 'flag', given }
  return schema instanceof z.core.$ZodNumber ? { kind: 'number', given } : null
}

/** The fields that a refusal names; `''` where it names none. */
function fieldsOf(error: unknown): string[] {
  const detail = error instanceof Refusal ? error.detail.detail : undefined
  const names = Array.isArray(detail)
    ? detail.flatMap((one: { loc?: unknown }) =>
        Array.isArray(one.loc) && one.loc.length > 1 ? [String(one.loc[1])] : [],
      )
    : []
  return names.length === 0 ? [''] : [...new Set(names)]
}

function toolOf({ outcome }: Entry): Tool {
  const { slug, title, description, cents, types, input, check } = outcome
  const writes = types?.writes === true
  const shape = Object.entries(input.shape)
  return {
    slug,
    title,
    about: description,
    cents,
    takes: types?.takes ?? {},
    gives: types?.gives ?? {},
    also: types?.also ?? {},
    either: types?.either ?? [],
    writes,
    required: shape.filter(([, schema]) => isRequired(schema)).map(([name]) => name),
    fields: new Set(shape.map(([name]) => name)),
    kinds: new Map(
      shape.flatMap(([name, schema]) => {
        const kind = kindOf(schema, schema.safeParse(undefined).data)
        return kind === null ? [] : [[name, kind] as const]
      }),
    ),
    schemaOf: (field) => input.shape[field],
    example: () => outcome.example.input,
    refused(value) {
      const parsed = input.safeParse(value)
      if (!parsed.success) return [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')))]
      try {
        check?.(parsed.data)
        return []
      } catch (error) {
        return writes ? fieldsOf(error) : ['']
      }
    },
  }
}
