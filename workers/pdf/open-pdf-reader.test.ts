import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

import { encryptedPdf, helloPdf, longPdf, pdfDocument, PdfFile, textAt } from '#test/support/files/pdf-file.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'

import type { SandboxLimits } from '../sandbox/sandbox.ts'
import { openPdfReader, PDF_LIMITS, type PdfReader } from './open-pdf-reader.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pdf-test-'))
const open: PdfReader[] = []
afterEach(() => {
  for (const reader of open.splice(0)) reader.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function testReader(limits: Partial<SandboxLimits> = {}): PdfReader {
  const reader = openPdfReader({ log: createLog('silent'), place: { dataDir }, limits: { ...PDF_LIMITS, ...limits } })
  open.push(reader)
  return reader
}

const REQUEST = { pages: null, maxPages: 200, maxChars: 200_000, tables: false, signal: new AbortController().signal }
const read = (reader: PdfReader, file: Uint8Array) => reader.read(file, REQUEST)

async function reasonFor(reader: PdfReader, file: Uint8Array): Promise<unknown> {
  const refusal: unknown = await read(reader, file).catch((error: unknown) => error)
  if (!(refusal instanceof Refusal)) throw new Error('the file was not refused')
  expect(refusal.code).toBe('unprocessable')
  return refusal.detail.extra?.['reason']
}

async function childOf(reader: PdfReader, not?: number): Promise<number> {
  for (;;) {
    const pid = reader.running().find((id) => id !== not)
    if (pid !== undefined) return pid
    await pause(5)
  }
}

const oneStream = (content: string | Buffer, options: { dict?: string; layers?: number }) => {
  const file = new PdfFile()
  const [root, tree] = [file.add(), file.add()]
  const contents = file.stream(content, options)
  const page = file.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R >>`)
  file.set(root, `<< /Type /Catalog /Pages ${tree} 0 R >>`)
  file.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  return file.bytes({ root })
}

/** Forms that each draw the next one ten times: a few hundred bytes that say a billion words. */
function laughingPdf(depth: number): Buffer {
  return pdfDocument({
    pages: [{ content: '/X0 Do' }],
    resources: (file) => {
      let inner = ''
      for (let level = depth; level >= 0; level -= 1) {
        const draws = level === depth ? textAt(72, 700, 'ha') : `/X${level + 1} Do `.repeat(10)
        const form = file.stream(draws, {
          dict: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << ${inner} >> >>`,
        })
        inner = `/X${level} ${form} 0 R`
      }
      return `/XObject << ${inner} >>`
    },
  })
}

describe('bombs', () => {
  test('a stream that inflates a thousandfold, and one that does three times over', async () => {
    const reader = testReader()
    const gigabyte = Buffer.alloc(512 * 1024 * 1024, ' ')
    expect(await reasonFor(reader, oneStream(gigabyte, { layers: 1 }))).toBe('pdf_too_complex')
    expect(await reasonFor(reader, oneStream(gigabyte, { layers: 3 }))).toBe('pdf_too_complex')
  })

  test('a bomb in a filter that the engine unpacks by itself meets the memory limit', async () => {
    // Run-length: two bytes stand for 128.
    const runs = Buffer.alloc(10 * 1024 * 1024, Buffer.from([129, 32]))
    const file = oneStream(runs, { layers: 0, dict: '/Filter /RunLengthDecode' })
    expect(await reasonFor(testReader({ memoryMb: 256 }), file)).toBe('pdf_too_complex')
  })

  test('forms within forms, a billion of them, end at a limit', async () => {
    expect(await reasonFor(testReader({ timeoutMs: 2_000 }), laughingPdf(9))).toBe('pdf_too_complex')
  })

  test('an image that claims 60,000 × 60,000 pixels is not decoded', async () => {
    const file = pdfDocument({
      pages: [{ content: `q 600 0 0 700 0 0 cm /Im Do Q\n${textAt(72, 700, 'beside it')}` }],
      resources: (pdf) => {
        const image = (filter: string) =>
          pdf.stream('not really', {
            layers: 0,
            dict: `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /${filter}`,
          })
        return `/XObject << /Im ${image('JBIG2Decode')} 0 R /Jpx ${image('JPXDecode')} 0 R >>`
      },
    })
    expect((await read(testReader(), file)).pages[0]?.text).toBe('beside it')
  })

  test('two hundred thousand pieces of text on a page are read or refused in time', async () => {
    const file = pdfDocument({ pages: [{ content: textAt(10, 10, 'x', 3).repeat(300_000) }] })
    const reading = await read(testReader(), file).catch((error: unknown) => error)
    expect(reading).toMatchObject(
      reading instanceof Refusal ? { detail: { extra: { reason: 'pdf_too_complex' } } } : { pageCount: 1 },
    )
  })
})

describe('files that are none', () => {
  test.each([
    ['HTML', '<!doctype html><title>a.pdf</title>'],
    ['an empty body', ''],
    ['a mark past the first kilobyte', `${' '.repeat(1_100)}%PDF-1.7\n`],
  ])('%s is not_a_pdf, and starts no process', async (_, text) => {
    const reader = testReader()
    expect(await reasonFor(reader, Buffer.from(text))).toBe('not_a_pdf')
    expect(reader.running()).toEqual([])
  })

  test('the mark may stand anywhere in the first kilobyte; what follows has to be a PDF', async () => {
    const reader = testReader()
    expect((await read(reader, Buffer.concat([Buffer.alloc(900, '\n'), helloPdf('Hello')]))).pages[0]?.text).toBe(
      'Hello',
    )
    expect(await reasonFor(reader, Buffer.from('<html>%PDF-1.7 <script>alert(1)</script></html>'))).toBe(
      'malformed_pdf',
    )
    expect(await reasonFor(reader, encryptedPdf('secret'))).toBe('encrypted_pdf')
  })

  test('20 MB is the most', async () => {
    const file = Buffer.concat([helloPdf('Hello'), Buffer.alloc(20 * 1024 * 1024)])
    expect(await reasonFor(testReader(), file)).toBe('pdf_too_complex')
  })
})

describe('a reader that is killed', () => {
  test('once: the file is read by another; twice: that call alone fails, as ours', async () => {
    const reader = testReader()
    const slow = laughingPdf(9)
    const lost = read(reader, slow).catch((error: unknown) => error)
    const first = await childOf(reader)
    process.kill(-first, 'SIGKILL')
    process.kill(-(await childOf(reader, first)), 'SIGKILL')
    expect(await lost).toMatchObject({ code: 'unavailable' })

    const saved = read(reader, longPdf(50))
    process.kill(-(await childOf(reader)), 'SIGKILL')
    expect((await saved).pageCount).toBe(50)
    expect((await read(reader, helloPdf('Hello'))).pages[0]?.text).toBe('Hello')
  })

  test('runs with an empty environment and bounded by the kernel', async () => {
    const reader = testReader()
    const job = read(reader, laughingPdf(9)).catch(() => undefined)
    const pid = await childOf(reader)
    // Its shell sets the limits before it becomes the reader.
    const limits = await vi.waitFor(() => {
      const read = readFileSync(`/proc/${pid}/limits`, 'utf8')
      expect(read).toMatch(/Max core file size +0 +0/)
      expect(readFileSync(`/proc/${pid}/comm`, 'utf8')).not.toContain('sh')
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('=')
      return read
    }, 10_000)
    expect(limits).toMatch(/Max cpu time +\d+ +\d+ +seconds/)
    expect(limits).not.toMatch(/Max data size +unlimited/)
    process.kill(-pid, 'SIGKILL')
    process.kill(-(await childOf(reader, pid)), 'SIGKILL')
    await job
  })
})
