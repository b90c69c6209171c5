import { afterAll, describe, expect, test } from 'vitest'

import { createThreads } from './threads.ts'

const threads = createThreads(1)
afterAll(() => threads.close())

const never = new AbortController().signal

describe('worker threads', () => {
  test('run an outcome and hand its answer back as JSON text', async () => {
    const end = await threads.run('regex-test', { pattern: 'a', text: 'aa' }, 'call_1', never)
    expect(end).toMatchObject({ result: expect.stringContaining('"match_count":2') })
  })

  test('hand a refusal back whole', async () => {
    const end = await threads.run('json-repair', { text: 'no JSON at all' }, 'call_2', never)
    expect(end).toMatchObject({ refusal: { code: 'unprocessable', error: expect.any(String) } })
  })

  test('end what they are doing when the signal aborts, and serve the next call', async () => {
    const stop = new AbortController()
    const text = `[${'{"a":['.repeat(60_000)}`
    const running = threads.run('json-repair', { text: text + text }, 'call_3', stop.signal)
    const refused = expect(running).rejects.toThrow(/abort/i)
    stop.abort()
    await refused
    expect(await threads.run('regex-test', { pattern: 'b', text: 'b' }, 'call_4', never)).toMatchObject({
      result: expect.stringContaining('"match_count":1'),
    })
  })

  test('a slug that is no outcome is a fault', async () => {
    await expect(threads.run('no-such-slug', {}, 'call_5', never)).rejects.toThrow('no outcome is called')
  })
})
