import { afterAll, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { createThreads } from './threads.ts'

const threads = createThreads(1)
afterAll(() => threads.close())

const never = new AbortController().signal
const limits = { signal: never, timeoutMs: 20_000 }

describe('worker threads', () => {
  test('run an outcome and hand its answer back as JSON text', async () => {
    const end = await threads.run('regex-test', { pattern: 'a', text: 'aa' }, 'call_1', limits)
    expect(end).toMatchObject({ result: expect.stringContaining('"match_count":2') })
  })

  test('hand a refusal back whole', async () => {
    const end = await threads.run('json-repair', { text: 'no JSON at all' }, 'call_2', limits)
    expect(end).toMatchObject({ refusal: { code: 'unprocessable', error: expect.any(String) } })
  })

  test('end what they are doing when the signal aborts, and serve the next call', async () => {
    const stop = new AbortController()
    const text = `[${'{"a":['.repeat(60_000)}`
    const running = threads.run('json-repair', { text: text + text }, 'call_3', { ...limits, signal: stop.signal })
    setTimeout(() => stop.abort())
    await expect(running).rejects.toThrow(/abort/i)
    expect(await threads.run('regex-test', { pattern: 'b', text: 'b' }, 'call_4', limits)).toMatchObject({
      result: expect.stringContaining('"match_count":1'),
    })
  })

  test('end what takes longer than its time', async () => {
    const text = `[${'{"a":['.repeat(60_000)}`
    const running = threads.run('json-repair', { text: text + text }, 'call_6', { ...limits, timeoutMs: 1 })
    await expect(running).rejects.toThrow(/abort/i)
  })

  test('a slug that is no outcome is a fault', async () => {
    await expect(threads.run('no-such-slug', {}, 'call_5', limits)).rejects.toThrow('no outcome is called')
  })
})

describe('an engine in a thread', () => {
  const page = (html: string) => ({
    body: Buffer.from(html),
    contentType: 'text/html',
    charset: null,
    url: 'https://e.test/',
    contentLanguage: null,
    includeLinks: true,
    includeImages: false,
    maxChars: 500,
  })
  const HELLO = page('<h1>Hello</h1>')
  const LONG = page('<p>word <b>word</b> <a href="/">word</a></p>'.repeat(30_000))

  test('gives its answer', async () => {
    expect(await threads.compute('readPage', HELLO, { signal: never })).toMatchObject({ title: 'Hello' })
  })

  test('that needs more than its time is refused, and the next one is served', async () => {
    const reading = threads.compute('readPage', LONG, { signal: never, cpuMs: 1 })
    await expect(reading).rejects.toMatchObject({ code: 'unprocessable' })
    expect(await threads.compute('readPage', HELLO, { signal: never })).toMatchObject({ title: 'Hello' })
  })

  test('whose call ends is stopped, and is no refusal of the data', async () => {
    const stop = new AbortController()
    const ended = threads.compute('readPage', LONG, { signal: stop.signal }).catch((error: unknown) => error)
    stop.abort()
    const error = await ended
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(Refusal)
  })

  test('has all its time, however long it waited for a thread', async () => {
    const waiting = Array.from({ length: 4 }, () =>
      threads.compute('readPage', HELLO, { signal: never, cpuMs: 15_000 }),
    )
    expect(await Promise.all(waiting)).toHaveLength(4)
  })
})
