import { z } from 'zod'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { fileBytes, MAX_BASE64, refuseUnlessFile } from './foreign-file.ts'

const MAX_BYTES = 10 * 1024 * 1024
const FETCH_MS = 10_000

/** The two fields by which outcomes accept a picture. */
export const ImageInput = {
  image_url: z.string().min(1).max(2_048).optional().describe('public image URL, up to 10 MB, or'),
  image_base64: z.string().min(16).max(MAX_BASE64).optional().describe('PNG, JPEG, WebP, GIF up to 6 MB'),
}
type Sent = { image_url?: string | undefined; image_base64?: string | undefined }

const fileOf = ({ image_url: url, image_base64: base64 }: Sent) => ({ kind: 'image' as const, url, base64 })

export const refuseUnlessImage = (sent: Sent): void => refuseUnlessFile(fileOf(sent))

/** Returns the bytes of the picture that was sent or linked. */
export const imageBytes = (sent: Sent, ctx: Pick<OutcomeContext, 'egress' | 'signal'>): Promise<Buffer> =>
  fileBytes(fileOf(sent), ctx, { maxBytes: MAX_BYTES, accept: 'image/*', timeoutMs: FETCH_MS })
