import { describe, expect, test } from 'vitest'

import type { Refusal } from '#shared/errors.ts'

import type { Picture, PictureRequest } from '#shared/doors/browser.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { screenshot } from './screenshot.ts'

const picture: Picture = {
  bytes: Buffer.from('iVBORw0KGgo=', 'base64'),
  width: 320,
  height: 240,
  finalUrl: 'https://example.com/',
  status: 200,
  title: 'Example Domain',
  ready: true,
  truncated: false,
  consoleErrors: 0,
  blockedRequests: 0,
  takenAt: new Date('2026-11-20T12:00:00.000Z'),
}

async function run(input: Record<string, unknown>) {
  const asked: PictureRequest[] = []
  const browser = {
    picture: async (request: PictureRequest) => {
      asked.push(request)
      return picture
    },
  }
  return { answer: await screenshot.run(input, fakeContext({ browser })), asked: asked[0] }
}

describe('screenshot', () => {
  test('answers its example', async () => {
    const { answer } = await run(screenshot.example.input)
    expect(answer).toEqual(screenshot.example.output)
  })

  test('asks for the defaults of the catalog', async () => {
    const { asked } = await run({ url: 'https://example.com/' })
    expect(asked).toMatchObject({
      width: 1_280,
      height: 800,
      fullPage: false,
      deviceScale: 1,
      format: 'png',
      waitUntil: 'load',
      delayMs: 0,
      dark: false,
      selector: undefined,
    })
    // An x402 payment settles after the run, so a page that does not come costs nobody anything.
    expect(screenshot.settle).toBe('after')
    expect(asked?.timeoutMs).toBeLessThan(screenshot.timeoutMs)
  })

  test('says what kind of picture it is', async () => {
    expect((await run({ url: 'https://e.test', format: 'jpeg' })).answer).toMatchObject({ mime_type: 'image/jpeg' })
  })

  test.each([
    { width: 100 },
    { width: 2_561 },
    { width: 400.5 },
    { height: 239 },
    { device_scale: 3 },
    { delay_ms: 5_001 },
    { wait_until: 'commit' },
    { format: 'gif' },
    { selector: '' },
    { url: `https://e.test/${'x'.repeat(2_048)}` },
  ])('takes no %j', (wrong) => {
    expect(screenshot.input.safeParse({ url: 'https://e.test', ...wrong }).success).toBe(false)
  })

  test.each([
    'file:///etc/passwd',
    'view-source:https://example.com/',
    'chrome://version',
    'data:text/html,x',
    'blob:https://example.com/0',
    'filesystem:https://example.com/temporary/x',
    'intent://example.com#Intent;end',
    'javascript:alert(1)',
    'about:blank',
    'ftp://example.com/',
    'https://user:password@example.com/',
    'example.com',
  ])('refuses %s before any money moves', (url) => {
    const refusal = (() => {
      try {
        screenshot.check?.({ url })
      } catch (error) {
        // Safe: a check throws refusals only.
        return error as Refusal
      }
    })()
    expect(refusal?.code).toBe('url_not_allowed')
  })
})
