/**
 * Resolves with the result of `work`, or null when it failed or took longer than `limitMs`. For operator views: one
 * queue that hangs must not hide the numbers of the others.
 */
export async function withinLimit<Answer>(limitMs: number, work: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<null>((give) => {
    timer = setTimeout(() => give(null), limitMs)
  })
  try {
    return await Promise.race([work.catch(() => null), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
