import { UsageError } from './usage-error.ts'

/** Parses words of the form key=value that follow `what`. Throws UsageError for others, and for a key that is there twice. */
export function readFields(words: readonly string[], what: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const word of words) {
    const at = word.indexOf('=')
    const name = word.slice(0, at)
    if (at < 1) throw new UsageError(`What follows ${what} is key=value; "${word}" is not.`)
    if (fields.has(name)) throw new UsageError(`${name}= is there twice.`)
    fields.set(name, word.slice(at + 1))
  }
  return fields
}
