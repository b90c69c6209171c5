const HEADER_LINE = /^[!-9;-~]{1,200}[ \t]*:/
const ONCE = ['from', 'to', 'cc', 'subject', 'date', 'message-id', 'reply-to', 'in-reply-to', 'references']

type Looked = {
  raw: string
  headers: readonly { key: string; value: string }[]
  hasFrom: boolean
  date: 'given' | 'missing' | 'unparsable'
}

/** Whether a message begins with a header field at all. */
export const hasHeaders = (raw: string) => HEADER_LINE.test(raw.slice(0, 1_000))

/** What a message gets wrong by RFC 5322 and MIME although it could be read. */
export function mailDefects({ raw, headers, hasFrom, date }: Looked): string[] {
  const counts = new Map<string, number>()
  for (const { key } of headers) counts.set(key, (counts.get(key) ?? 0) + 1)
  const types = headers.filter(({ key }) => key === 'content-type').map(({ value }) => value)
  const boundary = types
    .map((value) => /boundary\s{0,5}=\s{0,5}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(value))
    .find((match) => match !== null)
  const isMultipart = types.some((value) => /^\s*multipart\//i.test(value))
  const mark = boundary?.[1] ?? boundary?.[2]
  return [
    ...(hasHeaders(raw) ? [] : ['no_headers']),
    ...(hasFrom ? [] : ['missing_from']),
    ...(date === 'given' ? [] : [date === 'missing' ? 'missing_date' : 'unparsable_date']),
    ...ONCE.filter((name) => (counts.get(name) ?? 0) > 1).map((name) => `duplicate_header:${name}`),
    ...(isMultipart && mark === undefined ? ['multipart_without_boundary'] : []),
    ...(isMultipart && mark !== undefined && !raw.includes(`--${mark}`) ? ['multipart_without_parts'] : []),
    ...(isMultipart && mark !== undefined && raw.includes(`--${mark}`) && !raw.includes(`--${mark}--`)
      ? ['multipart_not_closed']
      : []),
    ...(malformedLines(raw) ? ['malformed_header_line'] : []),
    ...unknownCharsets(raw),
    ...(raw.includes('\uFFFD') ? ['undecodable_bytes'] : []),
    ...(raw.includes('\u0000') ? ['nul_characters'] : []),
  ]
}

function malformedLines(raw: string): boolean {
  if (!hasHeaders(raw)) return false
  const end = raw.search(/\r?\n\r?\n/)
  const head = raw.slice(0, end < 0 ? 100_000 : Math.min(end, 100_000))
  return head
    .split(/\r?\n/)
    .some(
      (line, at) =>
        line !== '' && !/^[ \t]/.test(line) && !HEADER_LINE.test(line) && !(at === 0 && line.startsWith('From ')),
    )
}

function unknownCharsets(raw: string): string[] {
  const named = raw
    .slice(0, 1_000_000)
    .matchAll(/^(?:content-type:|[ \t])[^\r\n]{0,300}?\bcharset\s{0,5}=\s{0,5}"?([\w:.+-]{1,40})/gim)
  const names = new Set([...named].map(([, name = '']) => name.toLowerCase()))
  return [...names]
    .slice(0, 50)
    .filter((name) => !isKnown(name))
    .map((name) => `unknown_charset:${name}`)
}

function isKnown(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}
