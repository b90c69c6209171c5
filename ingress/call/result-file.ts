import type { ResultFile } from '#shared/outcomes/define.ts'

/** The file in a result: its bytes and media type. */
export type FileInResult = { type: string; bytes: Buffer }

/** Reads the file out of a result, as JSON text; null if the result has none. */
export function fileInResult({ data, type }: ResultFile, result: string): FileInResult | null {
  const members: Record<string, unknown> = Object(JSON.parse(result))
  const [base64, mediaType] = [members[data], members[type]]
  if (typeof base64 !== 'string' || typeof mediaType !== 'string' || !/^(?:image|audio)\/[\w.+-]+$/.test(mediaType))
    return null
  return { type: mediaType, bytes: Buffer.from(base64, 'base64') }
}

/**
 * Whether Accept asks for a file of this type rather than for JSON: it names the type, or all of its kind as `image/*`, and
 * no JSON before it. `*\/*` asks for JSON, as every client sends it.
 */
export function wantsFile(accept: string | undefined, mediaType: string): boolean {
  const kind = `${mediaType.split('/')[0] ?? ''}/*`
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) continue
    if (name === 'application/json') return false
    if (name === mediaType || name === kind) return true
  }
  return false
}

/** Whether Accept may ask for a file at all: the result is read only then. */
export const mayWantFile = (accept: string | undefined): boolean => /\b(?:image|audio)\//i.test(accept ?? '')
