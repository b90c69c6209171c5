import { LRUCache } from 'lru-cache'

import { Refusal } from '#shared/errors.ts'

import { type CompiledSchema, compileSchema, draftOf } from './validate.ts'

/** Whether a text is JSON that keeps a schema, and what is wrong with it otherwise, in one sentence. */
export type Kept = { problem: null } | { problem: 'not_json' | 'schema'; detail: string }

const MOST_KEPT = 100
const MOST_DETAIL = 200
const compiled = new LRUCache<string, CompiledSchema>({ max: MOST_KEPT })

/** Checks a JSON text by a schema (JSON text). Never throws for what the text holds. Takes time that both choose. */
export function keepSchema({ schema, text }: { schema: string; text: string }): Kept {
  const value = parsed(text)
  if (value === undefined) return { problem: 'not_json', detail: 'it is not JSON' }
  try {
    const { holds, findings, problems } = compiledOf(schema).validate(value.json, {
      assertsFormat: true,
      wantsAll: false,
      keep: 1,
    })
    if (holds) return { problem: null }
    const [finding] = findings
    const said = finding === undefined ? (problems[0]?.message ?? '') : `${finding.instance_path} ${finding.message}`
    return { problem: 'schema', detail: said.trim().slice(0, MOST_DETAIL).toWellFormed() }
  } catch (error) {
    // Too deep, or more work than a schema may make.
    if (error instanceof Refusal) return { problem: 'schema', detail: error.message.slice(0, MOST_DETAIL) }
    throw error
  }
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
