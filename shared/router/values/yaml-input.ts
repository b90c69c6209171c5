import { readYaml } from '#shared/engines/yaml/read-yaml.ts'

/** A longer text is not looked through. */
const LONGEST = 100_000

/** A first line with a key, and a line further in or a list: what a mail, a talk or a table has not. */
const KEY = /^(?:#[^\n]*\n|[^\S\n]*\n|---[^\S\n]*\n)*["']?[\w$./-]+["']?:(?:\s|$)/
const NESTED = /\n(?: {1,12}(?:- |["']?[\w$./{}-]+["']?:)|- )|:\s*[[{]/

/** Returns the object of an input that is written in YAML and holds more than plain values; undefined for any other. */
export function yamlObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > LONGEST || !KEY.test(text.slice(0, 2_000)) || !NESTED.test(text)) return undefined
  try {
    const value: unknown = readYaml(text, { maxAliasCount: 100 })
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    // Safe: what is read of YAML is made of plain objects, lists and scalars.
    const object = value as Record<string, unknown>
    return Object.values(object).some((member) => typeof member === 'object' && member !== null) ? object : undefined
  } catch {
    return undefined
  }
}
