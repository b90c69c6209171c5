/** One paid call. Answers with its status, undefined when its connection broke. */
export type PayOnce = () => Promise<number | undefined>

/** How long calls took, shortest first, and how they were answered. */
export type Paid = { took: number[]; statuses: Record<string, number> }

/** Who was not answered by then does not wait longer; it is counted with this. */
const LONGEST_MS = 15_000

const pause = (ms: number) => new Promise<undefined>((done) => setTimeout(() => done(undefined), ms))

/**
 * Sends paid calls at a steady rate, in turn from each caller, however long the answers take. A call counts from when it was
 * due: what could not be sent in time was slow too.
 */
export async function payAtRate(
  callers: readonly PayOnce[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Paid> {
  const took: number[] = []
  const statuses: Record<string, number> = {}
  const began = performance.now()
  await Promise.all(
    Array.from({ length: perSecond * seconds }, async (_, nth) => {
      const due = began + (nth * 1_000) / perSecond
      await pause(Math.max(0, due - performance.now()))
      const answered = callers[nth % callers.length]?.()
      const status = String(await Promise.race([answered, pause(LONGEST_MS)]))
      statuses[status] = (statuses[status] ?? 0) + 1
      took.push(performance.now() - due)
    }),
  )
  return { took: took.sort((one, other) => one - other), statuses }
}

/** The time within which 99 of 100 calls were answered. */
export const p99Of = (paid: Paid | undefined): number => paid?.took[Math.ceil(paid.took.length * 0.99) - 1] ?? 0
