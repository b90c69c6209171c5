import { expect, test, vi } from 'vitest'

import type { Visit } from '../page.ts'
import { previewAnswer } from './previews.ts'

const PREVIEW = { kind: 'Docs', title: 'Paying', about: 'How to pay.', price: '' }

test('where a picture cannot be drawn, the picture of all pages stands for it, for a short time and without a tag', async () => {
  const warn = vi.fn()
  const deps = {
    // No folder can be made there.
    config: { DATA_DIR: '/dev/null', TRUST_PROXY_HOPS: 0, limits: {} },
    localLimiter: { take: () => Promise.resolve() },
    log: { warn },
  }
  const ctx = { get: () => '', req: { headers: {}, socket: { remoteAddress: '192.0.2.1' } } }
  // Safe: what the answer reads of a visit.
  const answer = await previewAnswer({ ctx, deps } as unknown as Visit, PREVIEW)
  expect(answer).toMatchObject({ reply: { type: 'image/png', headers: { 'Cache-Control': 'public, max-age=60' } } })
  expect(answer).not.toHaveProperty('reply.headers.ETag')
  expect(warn).toHaveBeenCalledOnce()
})
