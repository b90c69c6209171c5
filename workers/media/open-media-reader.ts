import type { z } from 'zod'

import { ONE_PIXEL } from './media-sandboxes.ts'
import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { MediaDoor } from '#shared/doors/media.ts'

import type { Frame } from '../sandbox/frame.ts'
import { Sandbox, type SandboxLimits, type SandboxPlace } from '../sandbox/sandbox.ts'
import { AudioAnswer, PictureAnswer, TextAnswer } from './reading/reading-answer.ts'
import { type FileProblem, refuseFile } from './reading/refuse-file.ts'

const MIB = 1024 * 1024
/** As for uploads (media-sandboxes.ts), where decoding was measured. */
const PICTURE_LIMITS: SandboxLimits = {
  memoryMb: 900,
  cpuSeconds: 25,
  timeoutMs: 25_000,
  maxAnswerBytes: 8 * MIB,
  addons: true,
}
/** Packets are counted without decoding. */
const AUDIO_LIMITS: SandboxLimits = {
  memoryMb: 256,
  cpuSeconds: 10,
  timeoutMs: 10_000,
  maxAnswerBytes: MIB,
  addons: false,
}
/** The picture, the engine and one language (measured, see docs/models.md). */
const OCR_LIMITS: SandboxLimits = {
  memoryMb: 1_200,
  cpuSeconds: 40,
  timeoutMs: 40_000,
  maxAnswerBytes: 16 * MIB,
  addons: true,
}

/** Opens the readers of untrusted pictures and audio. Each file is read in a sandboxed child process. */
export function openMediaReader({ log, place }: { log: Log; place: SandboxPlace }): MediaDoor & {
  running: () => readonly number[]
  close: () => void
} {
  const pictures = new Sandbox(
    {
      name: 'read-picture',
      url: new URL('./reading/picture.child.ts', import.meta.url),
      limits: PICTURE_LIMITS,
      warmUp: () => ({ head: { wantsCodes: true }, parts: [ONE_PIXEL] }),
    },
    place,
  )
  const sounds = new Sandbox(
    {
      name: 'read-audio',
      url: new URL('./reading/audio.child.ts', import.meta.url),
      limits: AUDIO_LIMITS,
      warmUp: () => ({ head: {}, parts: [Buffer.from('RIFF')] }),
    },
    place,
  )
  const texts = new Sandbox(
    {
      name: 'read-ocr',
      url: new URL('./reading/ocr.child.ts', import.meta.url),
      limits: OCR_LIMITS,
      warmUp: () => ({ head: { lang: ['eng'], layout: 'auto' }, parts: [ONE_PIXEL] }),
    },
    place,
  )
  const all = [pictures, sounds, texts]

  /**
   * Runs a job in a sandbox and validates its answer. A file that crashes the child is refused as `asBroken`, one that
   * exceeds its limits as `asTooMuch`.
   */
  const answerOf = async <Schema extends z.ZodType>(
    sandbox: Sandbox,
    job: Frame,
    schema: Schema,
    { signal, asBroken, asTooMuch }: { signal: AbortSignal; asBroken: FileProblem; asTooMuch: FileProblem },
  ) => {
    const end = await sandbox.run(job, signal)
    if (end.kind === 'killed') throw interrupted()
    if (end.kind !== 'answer') {
      log.warn({ kind: end.kind, lastWords: end.lastWords }, 'a file brought its reader down')
      throw refuseFile(end.kind === 'crash' ? asBroken : asTooMuch)
    }
    const answer = schema.safeParse(end.frame.head)
    if (answer.success) return { answer: answer.data, parts: end.frame.parts }
    log.warn({ err: answer.error }, 'a reader of files answered with something else')
    throw refuseFile(asBroken)
  }

  return {
    running: () => all.flatMap(({ running }) => running),
    close() {
      for (const sandbox of all) sandbox.close()
    },
    async picture(bytes, { signal, codes = false }) {
      const job = { head: { wantsCodes: codes }, parts: [bytes] }
      const limits = { signal, asBroken: 'broken', asTooMuch: 'too_many_pixels' } as const
      const { answer, parts } = await answerOf(pictures, job, PictureAnswer, limits)
      if ('refused' in answer) throw refuseFile(answer.refused)
      const [shown] = parts
      if (shown === undefined) throw refuseFile('broken')
      return { ...answer, shown: { type: 'image/jpeg', bytes: Buffer.from(shown) } }
    },
    async ocr({ bytes, lang, layout }, { signal }) {
      const limits = { signal, asBroken: 'broken', asTooMuch: 'too_many_pixels' } as const
      const { answer } = await answerOf(texts, { head: { lang, layout }, parts: [bytes] }, TextAnswer, limits)
      if ('refused' in answer) throw answer.refused === 'no_language_data' ? noEngine() : refuseFile(answer.refused)
      const { lines, rotationDeg, version } = answer
      return { lines, rotationDeg, engine: { name: 'tesseract', version } }
    },
    async audio(bytes, { signal }) {
      const limits = { signal, asBroken: 'not_audio', asTooMuch: 'not_audio' } as const
      const { answer } = await answerOf(sounds, { head: {}, parts: [bytes] }, AudioAnswer, limits)
      if ('refused' in answer) throw refuseFile(answer.refused)
      return answer
    },
  }
}

const interrupted = () =>
  new Refusal('unavailable', 'Reading the file was interrupted on our side; nothing was charged.', { retryAfterS: 2 })

const noEngine = () =>
  new Refusal(
    'unavailable',
    'This installation has no data for that language, or no OCR engine; nothing was charged.',
    {
      fix: {
        action: 'Ask for lang eng, or have the operator install the optional packages that docs/models.md names.',
      },
    },
  )
