import { load, type Measured } from './generator.ts'
import type { Machine } from './machine.ts'
import { cpuMs, treeCpuMs } from './processes.ts'
import type { Row } from './rows.ts'

/** What one row gave in one round. CPU times are milliseconds per right answer; `cpuMs` names each process of the row. */
export type Cell = Measured & {
  cpuMsPerCall: number
  postgresMsPerCall: number
  redisMsPerCall: number
  cpuMs: number[]
}

/** Loads a row once, and reads what its processes and the two servers used meanwhile. */
export async function measureRow(machine: Machine, row: Row, connections: number, seconds: number): Promise<Cell> {
  const usage = () => ({
    processes: row.processes.map(({ pid }) => cpuMs(pid)),
    postgres: treeCpuMs(machine.pids.postgres),
    redis: treeCpuMs(machine.pids.redis),
  })
  const before = usage()
  const measured = await load({ ...row.load, connections, seconds })
  const after = usage()
  const perCall = (ms: number) => ms / measured.right
  const used = after.processes.map((ms, nth) => perCall(ms - (before.processes[nth] ?? 0)))
  return {
    ...measured,
    cpuMs: used,
    cpuMsPerCall: used.reduce((sum, ms) => sum + ms, 0),
    postgresMsPerCall: perCall(after.postgres - before.postgres),
    redisMsPerCall: perCall(after.redis - before.redis),
  }
}

/**
 * Loads each row at 64 and at 512 connections before it is measured: the code of a call goes on being compiled for some ten
 * seconds under load, in threads whose CPU time counts.
 */
export async function warmUp(machine: Machine, rows: readonly Row[], seconds: number): Promise<void> {
  for (const row of rows) for (const connections of [64, 512]) await measureRow(machine, row, connections, seconds)
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
