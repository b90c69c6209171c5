import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { isObject, ownValue, preview, typeOf } from '#shared/engines/json/json-value.ts'
import { constraintKeys, contextNames } from './change.rules.ts'
import type { ChangeCode } from './change.rules.ts'
import { schemaChanges } from './schema-changes.ts'

export type Change = { code: ChangeCode; path: string; before: unknown; after: unknown }

const MOST = 500
const texts = new Set(['description', 'title', 'summary', 'instructions', 'markdownDescription'])

/** Members that hold a JSON Schema, whatever a contract is. */
const schemaKeys = new Set(['inputSchema', 'input_schema', 'outputSchema', 'output_schema', 'schema'])

/**
 * What differs between two values of a contract, each change with its meaning: schemas by the engine of json-schema-diff,
 * the rest value by value. `isSchema` when the whole is one. At most 500; depth bounded before.
 */
export function diffContracts(before: unknown, after: unknown, root: string, isSchema = false): Change[] {
  const found: Change[] = []
  const bySchema: string[] = []
  if (isSchema && isObject(before) && isObject(after)) schemas(before, after, root)
  else walk(before, after, root, '', '')
  return found.slice(0, MOST)

  /** First what a schema's changes mean, then whatever else is not the same in it: a pin is of every word. */
  function schemas(was: Readonly<Record<string, unknown>>, is: Readonly<Record<string, unknown>>, path: string): void {
    const meant = schemaChanges(was, is, path) ?? []
    found.push(...meant.slice(0, MOST - found.length))
    bySchema.push(...meant.map((change) => change.path))
    const from = found.length
    members(was, is, path, '')
    const rest = found.splice(from).filter((change) => !isMeant(change, path))
    found.push(...rest)
  }

  function isMeant({ path, code }: Change, schema: string): boolean {
    if (bySchema.some((one) => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`))) return true
    if (bySchema.some((one) => one === path.replace(/\/const$/, '/enum'))) return true
    // What a definition changes shows where it is referred to.
    const isDefined = /^\/(?:\$defs|definitions|allOf)\//.test(path.slice(schema.length))
    return isDefined && code !== 'text_changed' && bySchema.some((one) => one.startsWith(schema))
  }

  function add(code: ChangeCode, path: string, was: unknown, is: unknown): void {
    if (found.length < MOST) found.push({ code, path, before: was, after: is })
  }

  function walk(was: unknown, is: unknown, path: string, key: string, parent: string): void {
    if (found.length >= MOST || canonicalJson(was ?? null) === canonicalJson(is ?? null)) return
    if (parent !== 'properties' && (key === 'required' || key === 'enum') && isList(was) && isList(is))
      return lists(key, was ?? [], is ?? [], path)
    if (parent !== 'properties' && key === 'type' && was !== undefined && is !== undefined)
      return add('type_changed', path, was, is)
    if (isObject(was) && isObject(is)) {
      const holdsSchema =
        schemaKeys.has(key) || parent === 'schemas' || (key === 'parameters' && Object.hasOwn(is, 'type'))
      return holdsSchema && parent !== 'properties' ? schemas(was, is, path) : members(was, is, path, key)
    }
    if (Array.isArray(was) && Array.isArray(is)) {
      for (let at = 0; at < Math.max(was.length, is.length); at += 1) walk(was[at], is[at], `${path}/${at}`, '', key)
      return
    }
    add(leafCode(was, is, key, parent), path, was, is)
  }

  function members(
    was: Readonly<Record<string, unknown>>,
    is: Readonly<Record<string, unknown>>,
    path: string,
    key: string,
  ): void {
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const [old, now] = [ownValue(was, name), ownValue(is, name)]
      const at = `${path}/${pointerToken(name)}`
      if (key !== 'properties' || (old !== undefined && now !== undefined)) {
        walk(old, now, at, name, key)
        continue
      }
      if (now === undefined) add('property_removed', at, old, now)
      else add(contextNames.test(name) ? 'context_requested' : 'property_added', at, old, now)
    }
  }

  function lists(key: 'required' | 'enum', was: readonly unknown[], is: readonly unknown[], path: string): void {
    const [old, now] = [new Set(was.map(canonicalJson)), new Set(is.map(canonicalJson))]
    const codes: readonly [ChangeCode, ChangeCode] =
      key === 'required' ? ['required_added', 'required_removed'] : ['enum_widened', 'enum_narrowed']
    for (const one of is) if (!old.has(canonicalJson(one))) add(codes[0], path, undefined, one)
    for (const one of was) if (!now.has(canonicalJson(one))) add(codes[1], path, one, undefined)
    if (old.size === now.size && [...old].every((one) => now.has(one)) && key === 'required') return
  }
}

const isList = (value: unknown): value is readonly unknown[] | undefined => value === undefined || Array.isArray(value)

function leafCode(was: unknown, is: unknown, key: string, parent: string): ChangeCode {
  if (key === 'readOnlyHint' && was === true) return 'annotation_flipped'
  if (key === 'destructiveHint' && was === false) return 'annotation_flipped'
  if (parent === 'annotations') return 'annotation_changed'
  if (parent === 'properties') return 'type_changed'
  if (texts.has(key) && (typeof is === 'string' || typeof was === 'string')) return 'text_changed'
  if (key === 'url' || key === 'servers' || key === 'host' || key === 'basePath') return 'server_changed'
  if (key === 'security' || parent === 'security' || key === 'scopes') return 'security_changed'
  if (
    key === 'type' ||
    (was !== undefined && is !== undefined && typeOf(was) !== typeOf(is) && !constraintKeys.has(key))
  )
    return 'type_changed'
  return constraintKeys.has(key) ? 'constraint_changed' : 'value_changed'
}

/** A changed value for the report. */
export const showValue = (value: unknown) => (value === undefined ? null : preview(value, 160))
