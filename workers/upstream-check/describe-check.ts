import type { ReadableChain } from '#shared/chains/readable-chains.ts'
import type { SourceId } from '#shared/upstreams/registry.ts'

import type { CheckRow } from './check-upstreams.ts'

/** Formats a table for the operator and one line of JSON for programs. */
export function describeCheck(rows: readonly CheckRow<SourceId | `chain-${ReadableChain}`>[]): {
  text: string
  ok: boolean
} {
  const count = (state: CheckRow['state']) => rows.filter((row) => row.state === state).length
  const counts = { ok: count('ok'), failed: count('failed'), skipped: count('skipped') }
  const ok = counts.failed === 0
  const widest = Math.max(8, ...rows.map(({ upstream }) => upstream.length))
  const lines = rows.map(({ upstream, state, ms, problem, reason }) =>
    [upstream.padEnd(widest), state.padEnd(7), `${ms} ms`.padStart(9), problem ?? '', reason ?? '']
      .join('  ')
      .trimEnd(),
  )
  const head = ['upstream'.padEnd(widest), 'state  ', '     time', 'problem'].join('  ')
  const json = JSON.stringify({ check: 'upstreams', ok, counts, rows })
  return { ok, text: [head, ...lines, '', json, ''].join('\n') }
}
