import { canonicalJson } from '#shared/lib/digest.ts'

import { pointerToken } from '../json/json-pointer.ts'
import { isObject, ownValue, preview, typeOf } from '../json/json-value.ts'
import { constraintKeys, contextNames } from './change.rules.ts'
import type { ChangeCode } from './change.rules.ts'

export type Change = { code: ChangeCode; path: string; before: unknown; after: unknown }

const MOST = 500
const texts = new Set(['description', 'title', 'summary', 'instructions', 'markdownDescription'])

/** What differs between two values of a contract, each change with its meaning. At most 500; depth bounded before. */
export function diffContracts(before: unknown, after: unknown, root: string): Change[] {
  const found: Change[] = []
  walk(before, after, root, '', '')
  return found.slice(0, MOST)

  function add(code: ChangeCode, path: string, was: unknown, is: unknown): void {
    if (found.length < MOST) found.push({ code, path, before: was, after: is })
  }

  function walk(was: unknown, is: unknown, path: string, key: string, parent: string): void {
    if (found.length >= MOST || canonicalJson(was ?? null) === canonicalJson(is ?? null)) return
    if (parent !== 'properties' && (key === 'required' || key === 'enum') && isList(was) && isList(is))
      return lists(key, was ?? [], is ?? [], path)
    if (parent !== 'properties' && key === 'type' && was !== undefined && is !== undefined)
      return add('type_changed', path, was, is)
    if (isObject(was) && isObject(is)) return members(was, is, path, key)
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
export const shown = (value: unknown) => (value === undefined ? null : preview(value, 160))
