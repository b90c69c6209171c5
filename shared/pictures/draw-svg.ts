import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

import { writeFontsConf } from './write-fonts-conf.ts'

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL('./draw-svg.process.ts', import.meta.url))

/** What one picture may take, and how nice its process is to all others. */
const MOST_MS = 30_000
const MOST_BYTES = 2_097_152
const NICE = 10

/**
 * Draws an SVG as PNG with the bundled fonts, in a process of its own that knows nothing of this one's environment.
 * `folder` keeps the list and cache of the fonts. Rejects when the process fails or takes too long.
 */
export async function drawSvg(svg: string, folder: string): Promise<Buffer> {
  const running = run(process.execPath, ['--max-old-space-size=64', PROGRAM], {
    encoding: 'buffer',
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MOST_BYTES,
    env: { FONTCONFIG_FILE: await writeFontsConf(folder), UV_THREADPOOL_SIZE: '1' },
  })
  const { pid, stdin } = running.child
  // A process that has ended already has no priority, and reads nothing; its end is told by `running`.
  stdin?.on('error', () => {})
  stdin?.end(svg)
  try {
    if (pid !== undefined) setPriority(pid, NICE)
  } catch {}
  return (await running).stdout
}
