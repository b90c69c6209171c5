import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { PdfDoor, PdfReading, PdfRequest } from '#shared/doors/pdf.ts'

import { Sandbox, type SandboxLimits, type SandboxPlace } from '../sandbox/sandbox.ts'
import type { SandboxEnd } from '../sandbox/sandbox-child.ts'
import { PdfAnswerFromChild } from './pdf-reading.ts'
import type { PdfJob } from './read-file.ts'
import { warmUpPdf } from './warm-up.ts'
import { refusePdf } from './refuse-pdf.ts'

export const PDF_LIMITS: SandboxLimits = {
  memoryMb: 512,
  cpuSeconds: 20,
  timeoutMs: 20_000,
  // Two megabytes of text and its metadata as JSON.
  maxAnswerBytes: 16 * 1024 * 1024,
  addons: false,
}

const MOST_FILE_BYTES = 20 * 1024 * 1024
/** The signature may be anywhere in the first kilobyte (PDF specification). */
const MARK_WITHIN = 1_024

type Options = { log: Log; place: SandboxPlace; limits?: SandboxLimits }

export type PdfReader = PdfDoor & {
  /** Pids of the running children. */
  running: () => readonly number[]
  /** Resolves when the compile cache of the children is warm. */
  rehearsed: Promise<void>
  close: () => void
}

const REHEARSAL: PdfJob = { pages: null, maxPages: 200, maxChars: 200_000, tables: true }

/** Reads PDFs, each in a sandboxed child process. */
export function openPdfReader({ log, place, limits = PDF_LIMITS }: Options): PdfReader {
  const url = new URL('./pdf.child.ts', import.meta.url)
  const warmUp = () => ({ head: REHEARSAL, parts: [warmUpPdf()] })
  const sandbox = new Sandbox({ name: 'pdf', url, limits, warmUp }, place)
  return {
    running: () => sandbox.running,
    rehearsed: sandbox.rehearsed,
    close: () => sandbox.close(),
    async read(file, { signal, ...job }: PdfRequest): Promise<PdfReading> {
      if (!isPdf(file)) throw refusePdf('not_a_pdf')
      if (file.length > MOST_FILE_BYTES) throw refusePdf('pdf_too_complex')
      const end = await sandbox.run({ head: job, parts: [file] }, signal)
      if (end.kind === 'answer') return readingOf(end, log)
      if (end.kind === 'killed') {
        throw new Refusal('unavailable', 'Reading the PDF was interrupted on our side; nothing was charged.', {
          retryAfterS: 2,
        })
      }
      log.warn({ kind: end.kind, lastWords: end.lastWords, bytes: file.length }, 'a PDF brought its reader down')
      throw refusePdf(end.kind === 'crash' ? 'malformed_pdf' : 'pdf_too_complex')
    },
  }
}

function readingOf({ frame }: Extract<SandboxEnd, { kind: 'answer' }>, log: Log): PdfReading {
  const answer = PdfAnswerFromChild.safeParse(frame.head)
  if (!answer.success) {
    log.warn({ err: answer.error }, 'a PDF reader answered with something else')
    throw refusePdf('malformed_pdf')
  }
  if ('refused' in answer.data) throw refusePdf(answer.data.refused, answer.data.pages)
  return answer.data.reading
}

const isPdf = (file: Uint8Array) =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, MARK_WITHIN)).includes('%PDF-', 0, 'latin1')
