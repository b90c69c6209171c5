import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, measureRow, median } from './measure-row.ts'
import { databaseName, type Ours, type Row, rowC, startOurs } from './rows.ts'

/**
 * `npm run bench -- mcp`: what a call over MCP costs beside the plain call, in interleaved rounds at 64 connections: CPU
 * milliseconds per call of ingress, worker, PostgreSQL and Redis, for clients of the 2026-07-28 revision and of those
 * before it. The client is the same generator and counts for none of them. An answer is wrong if it is no result of the
 * outcome; a machine that is overloaded refuses calls, over MCP by a result of status 200, and the codes of those are
 * printed.
 */
const CONNECTIONS = 64
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SECONDS = Number(process.env['SECONDS'] ?? 3)
const WARM_SECONDS = 6
const MOST_MINUTES = 10

const CALL = { name: 'call_outcome', arguments: { slug: 'hash-text', input: { text: 'hello' } } }
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

async function mcpRow(ours: Ours, name: string, headers: Record<string, string>, params: object): Promise<Row> {
  const plain = await rowC(ours, 1)
  return {
    ...plain,
    name,
    load: {
      ...plain.load,
      path: '/mcp',
      headers: (nth) => ({ ...plain.load.headers(nth), accept: 'application/json, text/event-stream', ...headers }),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    },
  }
}

const machine = await startMachine()
endAfter(MOST_MINUTES, () => machine.stop())
try {
  const ours = await startOurs(machine, await machine.database(databaseName()), 2)
  const rows = [
    await rowC(ours, 1),
    await mcpRow(
      ours,
      'mcp 2026-07-28',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': CALL.name },
      { ...CALL, _meta: MODERN_META },
    ),
    await mcpRow(ours, 'mcp 2025-06-18', { 'mcp-protocol-version': '2025-06-18' }, CALL),
  ]
  const cells = new Map<string, Cell[]>(rows.map(({ name }) => [name, []]))
  for (const row of rows) await measureRow(machine, row, CONNECTIONS, WARM_SECONDS)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const row of rows) cells.get(row.name)?.push(await measureRow(machine, row, CONNECTIONS, SECONDS))

  const all = ({ cpuMsPerCall, postgresMsPerCall, redisMsPerCall }: Cell) =>
    cpuMsPerCall + postgresMsPerCall + redisMsPerCall
  const plain = cells.get(rows[0]?.name ?? '') ?? []
  process.stdout.write('row              calls/s  ingress   worker      all, CPU ms/call   times plain   wrong\n')
  const ratios: Record<string, number> = {}
  for (const [name, list] of cells) {
    const of = (pick: (cell: Cell) => number) => median(list.map(pick))
    const ratio = median(list.map((cell, nth) => all(cell) / all(plain[nth] ?? cell)))
    ratios[name] = ratio
    const numbers = [of((cell) => cell.cpuMs[0] ?? 0), of((cell) => cell.cpuMs[1] ?? 0), of(all)]
    process.stdout.write(
      `${name.padEnd(16)} ${of((cell) => cell.perSecond)
        .toFixed(0)
        .padStart(
          7,
        )} ${numbers.map((ms) => ms.toFixed(3).padStart(8)).join(' ')} ${ratio.toFixed(2).padStart(25)} ${String(list.reduce((sum, { wrong }) => sum + wrong, 0)).padStart(7)}\n`,
    )
  }
  for (const [name, list] of cells)
    for (const { wrongAs } of list)
      if (Object.keys(wrongAs).length > 0) process.stdout.write(`wrong, ${name}: ${JSON.stringify(wrongAs)}\n`)
  const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)
  process.stdout.write(`${JSON.stringify({ ratios, audit_ok: failing.length === 0, rounds: ROUNDS })}\n`)
  if (failing.length > 0) process.exitCode = 1
  for (const started of [ours.ingress, ours.worker, ours.housekeeper]) await started.stop()
  await ours.db.close()
} finally {
  await machine.stop()
}
process.exit()
