/** Header values by lower-case name. A header that was sent several times keeps its first value and is named in `repeated`. */
export type Headers = { values: ReadonlyMap<string, string>; repeated: readonly string[] }

/** Reads headers in any case; values may be texts, numbers or lists of texts. What is none of them is left out. */
export function readHeaders(sent: Readonly<Record<string, unknown>> | undefined): Headers {
  const values = new Map<string, string>()
  const repeated: string[] = []
  for (const [name, value] of Object.entries(sent ?? {})) {
    const key = name.trim().toLowerCase()
    const texts = (Array.isArray(value) ? value : [value])
      .filter((text) => typeof text === 'string' || typeof text === 'number')
      .map(String)
    const [first] = texts
    if (first === undefined) continue
    if (texts.length > 1 || values.has(key)) repeated.push(key)
    if (!values.has(key)) values.set(key, first.trim())
  }
  return { values, repeated }
}
