import type { Member } from '../world/cluster.ts'
import { eventually } from '../world/world.ts'

/** What a process holds, as report-memory.ts tells it. */
export type Memory = { heapUsed: number; external: number; rss: number; handles: Record<string, number> }

/** What a process that was started with report-memory.ts holds after a garbage collection. */
export async function memoryOf(member: Member): Promise<Memory> {
  const lines = () =>
    member
      .log()
      .split('\n')
      .filter((line) => line.startsWith('memory '))
  const before = lines().length
  member.signal('SIGUSR2')
  await eventually(() => lines().length > before)
  // Safe: what report-memory.ts writes.
  return JSON.parse((lines().at(-1) ?? '').slice('memory '.length)) as Memory
}
