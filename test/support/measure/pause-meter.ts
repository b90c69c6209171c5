import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Pause } from './report-pauses.ts'

/** Reads the pauses of one process after the other that was started with `env` (test/support/measure/report-pauses.ts). */
export function pauseMeter() {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-pauses-'))
  let started = 0
  let socketPath = ''
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    /** Settings for the next process to be measured. */
    nextEnv(): Record<string, string> {
      started += 1
      socketPath = join(folder, `${started}.sock`)
      return { PRELOAD: 'measure/report-pauses.ts', PAUSES_SOCKET: socketPath }
    },
    /** The longest pause since it was last asked for. */
    longest: () =>
      new Promise<Pause>((resolve, reject) => {
        const asked = request({ socketPath, path: '/', agent }, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          // Safe: what report-pauses.ts writes.
          response.on('end', () => resolve(JSON.parse(text) as Pause))
        })
        asked.on('error', reject)
        asked.end()
      }),
    close(): void {
      agent.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
