import { afterLoopTime } from './loop-time.ts'

/**
 * Resolves with the result of `work`, or null when it failed or took longer than `limitMs` of the event loop's free time.
 * For operator views: one queue that hangs must not hide the numbers of the others.
 */
export async function withinLimit<Answer>(limitMs: number, work: Promise<Answer>): Promise<Answer | null> {
  let end: (() => void) | undefined
  const tooLate = new Promise<null>((give) => {
    end = afterLoopTime(limitMs, () => give(null))
  })
  try {
    return await Promise.race([work.catch(() => null), tooLate])
  } finally {
    end?.()
  }
}
