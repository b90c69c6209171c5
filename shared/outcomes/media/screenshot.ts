import { z } from 'zod'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome } from '../define.ts'
import { FetchedSource } from '../lib/fetched-source.ts'

/** Below the time limit by what it takes to close the tab and to store the picture. */
const PICTURE_MS = 14_000
const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const

export const screenshot = defineOutcome({
  slug: 'screenshot',
  title: 'Screenshot',
  description: 'Renders a public page in an isolated browser and returns a PNG.',
  cents: 2,
  impulse: true,
  featured: 8,
  pool: 'screenshot',
  timeoutMs: 15_000,
  file: { data: 'image_base64', type: 'mime_type' },
  types: {
    takes: { url: 'url', full_page: 'full-page', dark: 'dark', width: 'pixel-width', height: 'pixel-height' },
    gives: { image_base64: 'image' },
    also: { final_url: 'url', title: 'title', sha256: 'sha256' },
  },
  input: () =>
    z.object({
      url: z.string().min(1).max(2_048).describe('public http(s) URL'),
      width: z.int().min(320).max(2_560).default(1_280).describe('viewport width'),
      height: z.int().min(240).max(4_096).default(800).describe('viewport height'),
      full_page: z.boolean().default(false).describe('whole page, at most 10000 px high'),
      device_scale: z.number().min(1).max(2).default(1).describe('pixel ratio'),
      format: z.enum(['png', 'jpeg', 'webp']).default('png').describe('jpeg and webp are of quality 80 and smaller'),
      wait_until: z.enum(['load', 'domcontentloaded', 'networkidle']).default('load').describe('readiness'),
      delay_ms: z.int().min(0).max(5_000).default(0).describe('extra wait'),
      dark: z.boolean().default(false).describe('prefers-color-scheme dark'),
      selector: z.string().min(1).max(500).optional().describe('crop to the first element this CSS selector finds'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable().describe('when the picture was taken, ISO 8601'),
      image_base64: z.string(),
      mime_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      width: z.int().describe('pixels'),
      height: z.int().describe('pixels'),
      bytes: z.int().describe('decoded size'),
      sha256: z.string().describe('of the decoded bytes, hex'),
      final_url: z.string().describe('after redirects'),
      status: z.int().nullable().describe('HTTP status of the document; an error page is pictured like any other'),
      title: z.string().describe('page title'),
      ready: z
        .boolean()
        .describe('wait_until was reached; otherwise this is the page as it stood when the time was up'),
      console_errors: z.int().describe('count'),
      blocked_requests: z.int().describe('requests of the page to private or disallowed hosts, refused'),
      truncated: z.boolean().describe('the page or the element is larger than the picture'),
    }),
  example: {
    input: { url: 'https://example.com/', width: 320, height: 240 },
    output: {
      source: {
        name: 'example.com',
        url: 'https://example.com/',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: '2026-11-20T12:00:00.000Z',
      image_base64: 'iVBORw0KGgo=',
      mime_type: 'image/png',
      width: 320,
      height: 240,
      bytes: 8,
      sha256: '4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6',
      final_url: 'https://example.com/',
      status: 200,
      title: 'Example Domain',
      ready: true,
      console_errors: 0,
      blocked_requests: 0,
      truncated: false,
    },
  },
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run(input, { browser, signal }) {
    const picture = await browser.picture({
      url: input.url,
      width: input.width,
      height: input.height,
      fullPage: input.full_page,
      deviceScale: input.device_scale,
      format: input.format,
      waitUntil: input.wait_until,
      delayMs: input.delay_ms,
      dark: input.dark,
      selector: input.selector,
      timeoutMs: PICTURE_MS,
      signal,
    })
    const takenAt = picture.takenAt.toISOString()
    return {
      source: {
        name: new URL(picture.finalUrl).hostname,
        url: picture.finalUrl,
        fetched_at: takenAt,
        cached: false,
        cache_age_s: 0,
        stale: false,
      },
      as_of: takenAt,
      image_base64: picture.bytes.toString('base64'),
      mime_type: TYPES[input.format],
      width: picture.width,
      height: picture.height,
      bytes: picture.bytes.length,
      sha256: sha256Hex(picture.bytes),
      final_url: picture.finalUrl,
      status: picture.status,
      title: picture.title,
      ready: picture.ready,
      console_errors: picture.consoleErrors,
      blocked_requests: picture.blockedRequests,
      truncated: picture.truncated,
    }
  },
})
