import { invalidFields, Refusal } from '#shared/errors.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import type { EgressDoor } from '#shared/doors/egress.ts'

/** Maximum characters of base64. With other fields it fits the largest body, 8 MiB; it is 6 MB of file. */
export const MAX_BASE64 = 8_000_000
export const FILE_BODY_BYTES = 8 * 1024 * 1024

/** A file by URL or in base64. `kind` is the prefix of both field names. */
type FileInput = { kind: 'image' | 'audio'; url: string | undefined; base64: string | undefined }

/** Refuses an input with neither or both fields, an invalid URL, or invalid base64. Fast and pure. */
export function refuseUnlessFile({ kind, url, base64 }: FileInput): void {
  const [byUrl, inBase64] = [`${kind}_url`, `${kind}_base64`]
  if ((url === undefined) === (base64 === undefined)) {
    throw invalidFields({ path: [byUrl], msg: `send one of ${byUrl} and ${inBase64}` })
  }
  if (url !== undefined) refuseUnlessWebUrl(url)
  else if (!/^(?:data:[\w.+/-]{1,80};base64,)?[A-Za-z0-9+/_-]{16,64}/.test((base64 ?? '').slice(0, 160).trim())) {
    throw invalidFields({ path: [inBase64], msg: 'is no base64 of a file' })
  }
}

/**
 * Returns the bytes of a file that was sent or linked. Throws the refusals of egress, and 422 for a URL that does not
 * return a file.
 */
export async function fileBytes(
  { url, base64 }: FileInput,
  { egress, signal }: { egress: EgressDoor; signal: AbortSignal },
  { maxBytes, accept, timeoutMs }: { maxBytes: number; accept: string; timeoutMs: number },
): Promise<Buffer> {
  if (url === undefined) return Buffer.from((base64 ?? '').replace(/^data:[^,]{0,100},/, ''), 'base64')
  const answer = await egress.fetch(url, { accept, maxBytes, maxWireBytes: maxBytes, timeoutMs, signal })
  if (answer.status >= 200 && answer.status < 300 && answer.body.length > 0) return answer.body
  throw new Refusal('unprocessable', `The address answered ${answer.status} and no file; nothing was charged.`, {
    fix: { action: 'Send the address of the file itself.' },
    extra: { reason: 'no_file', status: answer.status },
  })
}
