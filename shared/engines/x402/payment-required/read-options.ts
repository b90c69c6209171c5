import { isObject, ownValue } from '#shared/engines/json/json-value.ts'
import { readOption, type Option } from './option.ts'
import { readDocument } from '../wire/read-document.ts'
import { versionOf, type X402Version } from '../wire/version.ts'

/** Ways to pay, with the entries as they were given. */
export type Options = { entries: readonly unknown[]; options: readonly Option[]; version: X402Version | null }

const MOST_OPTIONS = 100

/**
 * Reads accepts[] however it arrives: a list, one entry, a whole 402 document of either version, or text of one of them.
 * Null when it is none of these.
 */
export function readOptions(sent: unknown): Options | null {
  const read = readDocument(sent)
  if ('problem' in read) return null
  const { value } = read
  const accepts = isObject(value) ? (ownValue(value, 'accepts') ?? [value]) : value
  if (!Array.isArray(accepts)) return null
  const entries: readonly unknown[] = accepts.slice(0, MOST_OPTIONS)
  return { entries, options: entries.map(readOption), version: versionOf(isObject(value) ? value : { accepts }) }
}
