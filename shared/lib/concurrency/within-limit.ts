/**
 * The work's answer, or null when it failed or took longer than `limitMs`. Operator views leave out what does not
 * answer: a queue that hangs must not take the numbers of the others with it.
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
