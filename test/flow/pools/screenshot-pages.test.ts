import { setTimeout as pause } from 'node:timers/promises'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openLab, pixelsOf, type Routes } from '#test/support/labs/browser-lab.ts'

const page = (body: string, head = '') => `<!doctype html><meta charset="utf-8">${head}<body style="margin:0">${body}`
const block = (colour: string, height: number, more = '') =>
  `<div style="background:${colour};height:${height}px;${more}"></div>`

/** Every script a picture must be able to draw: what stands there must not be the box of a missing character. */
const SCRIPTS = {
  latin: 'Quick',
  cyrillic: 'Быстро',
  greek: 'Γρήγορα',
  arabic: 'سريع',
  chinese: '快速繁體',
  japanese: 'はやいハヤイ',
  korean: '빠르다',
  emoji: '😀',
}

const routes: Routes = {
  '/flag': page(block('#ff0000', 100) + block('#00ff00', 100) + block('#0000ff', 100), '<title>Flag</title>'),
  '/element': page(
    `<p>above</p><div id="a" style="width:100px;height:100px;background:#123456"></div><i id="no" hidden>x</i><i id="off" style="position:absolute;left:-500px">x</i>`,
  ),
  '/tall': page(block('#ff0000', 15_000) + block('#0000ff', 15_000)),
  '/wide': page(`<div style="width:5000px;height:10px;background:#00ff00"></div>`),
  '/dark': page(
    block('#ffffff', 300),
    '<style>@media (prefers-color-scheme: dark) { div { background: #000 !important } }</style>',
  ),
  '/late': page(
    `${block('#ff0000', 300)}<script>setTimeout(() => { document.querySelector('div').style.background = '#00ff00' }, 300)</script>`,
  ),
  '/late-element': page(
    `<script>setTimeout(() => { document.body.innerHTML = '<b id="late" style="display:block;width:50px;height:20px;background:#00f"></b>' }, 300)</script>`,
  ),
  '/animated': page(
    block('#ff0000', 300, 'animation: turn 30s forwards'),
    '<style>@keyframes turn { to { background: #00ff00 } }</style>',
  ),
  '/lazy': page(
    `${block('#ffffff', 5_000)}<img loading="lazy" src="/lazy.svg" width="400" height="300" style="display:block">`,
  ),
  '/lazy.svg': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#00ff00"/></svg>',
    )
  },
  '/broken': (_request, response) => {
    response.writeHead(500, { 'content-type': 'text/html' })
    response.end(page(block('#ff00ff', 300), '<title>Broken</title>'))
  },
  '/moved': (_request, response) => response.writeHead(302, { location: '/flag#here' }).end(),
  '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/download': (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename=x.zip' })
    response.end('PK')
  },
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/reset': (_request, response) => response.destroy(),
  '/restless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    // Never finishes, so `load` never comes.
    response.write(page(block('#00ff00', 300)) + ' '.repeat(4_096))
  },
  '/fonts-that-never-come': page(
    `<p style="font-family:Never">x</p>${block('#00ff00', 280)}`,
    '<style>@font-face { font-family: Never; src: url(/hang) } p { margin: 0; height: 20px }</style>',
  ),
  '/hang': () => undefined,
  '/errors': page(`<script>console.error('one'); console.log('no error'); throw new Error('two')</script>`),
  '/agent': (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<title>${request.headers['user-agent'] ?? ''} | ${request.headers['accept-language'] ?? ''}</title>`)
  },
  '/clock': `<title></title><script>document.title = new Intl.DateTimeFormat().resolvedOptions().timeZone + ' ' + navigator.language</script>`,
  '/image.svg': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end('<svg xmlns="http://www.w3.org/2000/svg"><rect width="4000" height="3000" fill="#00ff00"/></svg>')
  },
  ...Object.fromEntries(
    Object.entries({ ...SCRIPTS, missing: '\u{10FFFD}'.repeat(4) }).map(([name, text]) => [
      `/script-${name}`,
      page(`<div style="font:80px serif;width:400px;height:150px;overflow:hidden">${text}</div>`),
    ]),
  ),
}

let lab: Awaited<ReturnType<typeof openLab>>
beforeAll(async () => {
  lab = await openLab(routes)
})
afterAll(() => lab.close())

describe('a picture', () => {
  test('shows what the page shows, pixel for pixel', async () => {
    const picture = await lab.picture('/flag')
    const { width, height, at } = await pixelsOf(picture.bytes)
    expect([width, height]).toEqual([400, 300])
    expect([at(0, 0), at(399, 99), at(200, 150), at(0, 299)]).toEqual(['#ff0000', '#ff0000', '#00ff00', '#0000ff'])
    expect(picture).toMatchObject({
      width: 400,
      height: 300,
      finalUrl: lab.site.url('/flag'),
      status: 200,
      title: 'Flag',
      ready: true,
      truncated: false,
      consoleErrors: 0,
      blockedRequests: 0,
    })
  })

  test('of the same page is the same, byte for byte', async () => {
    const [one, two] = await Promise.all([lab.picture('/script-latin'), lab.picture('/script-latin')])
    expect(one.bytes.equals(two.bytes)).toBe(true)
  })

  test('has two pixels for one at device scale 2', async () => {
    const { bytes, width, height } = await lab.picture('/flag', { deviceScale: 2 })
    expect([width, height]).toEqual([800, 600])
    expect((await pixelsOf(bytes)).at(799, 599)).toBe('#0000ff')
  })

  test.each(['jpeg', 'webp'] as const)('is a %s when asked for', async (format) => {
    const { bytes, width, height } = await lab.picture('/flag', { format })
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 400, height: 300 })
    expect([width, height]).toEqual([400, 300])
  })

  test('of an element has the size of the element', async () => {
    const { bytes, ...rest } = await lab.picture('/element', { selector: '#a' })
    expect(rest).toMatchObject({ width: 100, height: 100, truncated: false })
    const { at } = await pixelsOf(bytes)
    expect([at(0, 0), at(99, 99)]).toEqual(['#123456', '#123456'])
  })

  test('waits for an element that comes late', async () => {
    expect(await lab.picture('/late-element', { selector: '#late' })).toMatchObject({ width: 50, height: 20 })
  })

  test('of the whole page ends at 10,000 pixels and says so', async () => {
    const { bytes, ...rest } = await lab.picture('/tall', { fullPage: true })
    expect(rest).toMatchObject({ width: 400, height: 10_000, truncated: true })
    expect((await pixelsOf(bytes)).at(0, 9_999)).toBe('#ff0000')
  })

  test('of the whole page at device scale 2 ends at 16,384 pixels', async () => {
    expect(await lab.picture('/tall', { fullPage: true, deviceScale: 2 })).toMatchObject({
      height: 16_384,
      truncated: true,
    })
  })

  test('of the whole page is as wide as was asked, not as the page is', async () => {
    expect(await lab.picture('/wide', { fullPage: true })).toMatchObject({ width: 400, height: 300, truncated: false })
  })

  test('of the whole page has the images that load when they come into sight', async () => {
    const { bytes, height } = await lab.picture('/lazy', { fullPage: true })
    expect(height).toBe(5_300)
    expect((await pixelsOf(bytes)).at(200, 5_150)).toBe('#00ff00')
  })

  test('is dark when asked for', async () => {
    const [light, dark] = [await lab.picture('/dark'), await lab.picture('/dark', { dark: true })]
    expect((await pixelsOf(light.bytes)).at(0, 0)).toBe('#ffffff')
    expect((await pixelsOf(dark.bytes)).at(0, 0)).toBe('#000000')
  })

  test('waits as long as it is told', async () => {
    const { bytes } = await lab.picture('/late', { delayMs: 600 })
    expect((await pixelsOf(bytes)).at(0, 0)).toBe('#00ff00')
  })

  test('shows animations at their end', async () => {
    expect((await pixelsOf((await lab.picture('/animated')).bytes)).at(0, 0)).toBe('#00ff00')
  })

  test('of an error page is a picture, and the status tells', async () => {
    const { bytes, status, title } = await lab.picture('/broken')
    expect({ status, title }).toEqual({ status: 500, title: 'Broken' })
    expect((await pixelsOf(bytes)).at(0, 0)).toBe('#ff00ff')
  })

  test('after a redirect says where it ended', async () => {
    expect(await lab.picture('/moved')).toMatchObject({ finalUrl: lab.site.url('/flag#here'), status: 200 })
  })

  test('of a page that never finishes shows what stands there when the time is up', async () => {
    const { bytes, ready } = await lab.picture('/restless', { timeoutMs: 3_000 })
    expect(ready).toBe(false)
    expect((await pixelsOf(bytes)).at(0, 0)).toBe('#00ff00')
  })

  test('does not wait for fonts that never come', async () => {
    const { bytes } = await lab.picture('/fonts-that-never-come', { timeoutMs: 3_000 })
    expect((await pixelsOf(bytes)).at(0, 200)).toBe('#00ff00')
  })

  test('counts errors on the console and uncaught ones', async () => {
    expect(await lab.picture('/errors')).toMatchObject({ consoleErrors: 2 })
  })

  test('of an image on its own works, the whole of it too', async () => {
    const { bytes } = await lab.picture('/image.svg', { fullPage: true, timeoutMs: 4_000 })
    expect((await pixelsOf(bytes)).at(10, 10)).toBe('#00ff00')
  })

  test('is asked for as the browser it is, in English, and its clock stands at UTC', async () => {
    const { title } = await lab.picture('/agent')
    expect(title).toMatch(
      /^Mozilla\/5\.0 \(X11; Linux x86_64\) .*Chrome\/\d+\.0\.0\.0 Safari\/537\.36 Farebox\/1\.0 \| en-US/,
    )
    expect(await lab.picture('/clock')).toMatchObject({ title: 'UTC en-US' })
  })
})

describe.concurrent('no picture and no charge', () => {
  const refusal = (path: string, more: Parameters<typeof lab.picture>[1] = {}) =>
    lab.picture(path, more).then(
      () => 'a picture',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    )

  test.each([['#b'], ['div > .nothing'], ['#no'], ['#off']])(
    'for the selector %s that shows nothing',
    async (selector) => {
      expect(await refusal('/element', { selector, timeoutMs: 3_000 })).toBe('selector_not_found')
    },
  )

  test.each(['[[', ':::', 'div{', '>>', 'a >> nope=b', ':nth-child(', '"', '\0', '/*', 'x'.repeat(500)])(
    'for the selector %j that is none',
    async (selector) => {
      expect(['validation_error', 'selector_not_found']).toContain(
        await refusal('/element', { selector, timeoutMs: 5_000 }),
      )
    },
  )

  test.each([
    ['/download', 'unprocessable'],
    ['/nothing', 'unprocessable'],
    ['/loop', 'unprocessable'],
    ['/reset', 'upstream_unavailable'],
    ['http://gone.test:80/', 'url_not_allowed'],
  ])('for %s: %s', async (path, code) => {
    expect(await refusal(path)).toBe(code)
  })

  test('for a server that never answers', async () => {
    expect(await refusal('/hang', { timeoutMs: 2_000 })).toBe('upstream_unavailable')
  })

  test('when the caller is gone', async () => {
    const caller = new AbortController()
    const asked = refusal('/restless', { signal: caller.signal })
    await pause(300)
    caller.abort()
    expect(await asked).toBe('timeout')
  })
})

describe('the fonts', () => {
  test('draw each script, and none of it as the box of a missing character', async () => {
    const drawn = new Map<string, string>()
    for (const name of [...Object.keys(SCRIPTS), 'missing']) {
      const { bytes } = await lab.picture(`/script-${name}`)
      drawn.set(name, bytes.toString('base64'))
    }
    expect(new Set(drawn.values()).size).toBe(drawn.size)
    const ink = async (name: string) => {
      const { data } = await sharp(Buffer.from(drawn.get(name) ?? '', 'base64'))
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true })
      return data.filter((value) => value < 128).length
    }
    for (const name of Object.keys(SCRIPTS))
      expect(await ink(name), name).toBeGreaterThan(name === 'emoji' ? 100 : 1_000)
  })
})
