import { LRUCache } from 'lru-cache'

import { Refusal } from '#shared/errors.ts'

import { type CompiledSchema, compileSchema, draftOf } from './validate.ts'

/** Whether a text is JSON that keeps a schema, and what is wrong with it otherwise, in one sentence. */
export type Kept = { problem: null } | { problem: 'not_json' | 'schema'; detail: string }

const MOST_KEPT = 100
const MOST_DETAIL = 200
const compiled = new LRUCache<string, CompiledSchema>({ max: MOST_KEPT })

/** Checks a JSON text by a schema (JSON text). Never throws for what the text holds. Takes time that both choose. */
export function keepSchema(given: Given): Kept {
  try {
    return judge(given, {})
  } catch (error) {
    // Too deep, or more work than a schema may make.
    if (error instanceof Refusal) return { problem: 'schema', detail: error.message.slice(0, MOST_DETAIL) }
    throw error
  }
}

/** Checks as `keepSchema` does, without a thread. Null: a thread has to check it. */
export const keepSchemaQuickly = (given: Given): Kept | null =>
  checkQuickly({ schema: given.schema, size: given.text.length }, (limits) => judge(given, limits))

type Given = { schema: string; text: string }
type Limits = { maxSteps?: number }

/** The densest schema of this length is compiled in 25 ms on a quiet machine, most in one. */
const QUICK = { schemaLength: 2_048, textLength: 4_096, steps: 2_000 }
const TOO_MUCH: readonly unknown[] = ['too_complex', 'too_deep']

/**
 * Runs a check by a schema of a stranger's without a thread, where it ends within a few milliseconds. Null for everything
 * else: long texts, schemas with patterns or escapes (which may spell "pattern"), and what takes over 2,000 steps.
 */
export function checkQuickly<Checked>(
  { schema, size }: { schema: string; size: number },
  check: (limits: Limits) => Checked,
): Checked | null {
  if (size > QUICK.textLength || schema.length > QUICK.schemaLength || /\\|"pattern/.test(schema)) return null
  try {
    return check({ maxSteps: QUICK.steps })
  } catch (error) {
    if (error instanceof Refusal && TOO_MUCH.includes(error.detail.extra?.['reason'])) return null
    throw error
  }
}

function judge({ schema, text }: Given, limits: Limits): Kept {
  const value = parsed(text)
  if (value === undefined) return { problem: 'not_json', detail: 'it is not JSON' }
  const options = { assertsFormat: true, wantsAll: false, keep: 1, ...limits }
  const { holds, findings, problems } = compiledOf(schema).validate(value.json, options)
  if (holds) return { problem: null }
  const [finding] = findings
  const said = finding === undefined ? (problems[0]?.message ?? '') : `${finding.instance_path} ${finding.message}`
  return { problem: 'schema', detail: said.trim().slice(0, MOST_DETAIL).toWellFormed() }
}

/** The compiled form of a schema. Its patterns were found linear when it was published. */
export function compiledOf(schema: string): CompiledSchema {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const value: unknown = JSON.parse(schema)
  const made = compileSchema(value, draftOf(value))
  compiled.set(schema, made)
  return made
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}
