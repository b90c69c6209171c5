import type { Readable } from 'node:stream'

import type { KoaBodyMiddlewareOptions } from 'koa-body'
import type { Context } from 'koa'

/** A request body, or a stream that passes it on, with the headers that describe it. */
export type BodySource = Readable & { headers: Record<string, string | string[] | undefined> }

type Kind = 'urlencoded' | 'multipart'

/**
 * Reads a body whose media type was checked before, with koa-body. Rejects with the errors of its parsers, and keeps
 * nothing: `options` say where fields and files go.
 */
export async function readWithKoaBody(
  source: BodySource,
  kind: Kind,
  options: Partial<KoaBodyMiddlewareOptions>,
): Promise<void> {
  // Loaded on demand, to save memory where nobody sends forms.
  const { koaBody } = await import('koa-body')
  const kinds = { urlencoded: kind === 'urlencoded', multipart: kind === 'multipart', json: false, text: false }
  // Safe: koa-body uses only these members of a context.
  const ctx = { req: source, request: {}, method: 'POST', is: () => true } as unknown as Context
  await koaBody({ ...options, ...kinds })(ctx, async () => {})
}
