/**
 * Loaded into real processes (`PRELOAD` of the cluster) by the soak: on SIGUSR2 the process collects its garbage and
 * writes what is left, and what it holds open, as one line on stdout.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import '../hostile/hostile-outcomes.ts'

setFlagsFromString('--expose-gc')
// Safe: the flag puts it there.
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  // What the first round finalized, the second one frees.
  setImmediate(() => {
    collect()
    const handles: Record<string, number> = {}
    for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1
    const { heapUsed, external, rss } = process.memoryUsage()
    process.stdout.write(`memory ${JSON.stringify({ heapUsed, external, rss, handles })}\n`)
  })
})
