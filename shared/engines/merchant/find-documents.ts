import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { isObject } from '../json/json-value.ts'
import type { Found } from './smoke-test.ts'

const FIND_MS = 2_000
const MOST_BYTES = 131_072

/** A JSON document at a path of an origin: whether it is there, and what it says. */
export async function findDocument(
  { egress, signal }: Pick<OutcomeContext, 'egress' | 'signal'>,
  origin: string,
  path: string,
): Promise<{ found: Found; document: Record<string, unknown> | null }> {
  try {
    const { status, body, truncated } = await egress.fetch(new URL(path, origin).href, {
      accept: 'application/json',
      maxRedirects: 2,
      maxWireBytes: MOST_BYTES,
      overflow: 'truncate',
      timeoutMs: FIND_MS,
      signal,
    })
    if (status !== 200) return { found: 'missing', document: null }
    const text = body
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
    // A truncated document is judged by its beginning.
    if (truncated) return { found: text.startsWith('{') ? 'found' : 'invalid', document: null }
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { found: 'found', document: { ...value } } : { found: 'invalid', document: null }
  } catch (error) {
    if (error instanceof SyntaxError) return { found: 'invalid', document: null }
    if (error instanceof Refusal) return { found: 'missing', document: null }
    throw error
  }
}
