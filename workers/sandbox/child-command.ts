import { fileURLToPath } from 'node:url'

export type ChildLimits = {
  /** Memory limit in megabytes, for JavaScript heap and native memory together. */
  memoryMb: number
  /** Limit of processor time in seconds. Also ends a child whose worker was killed. */
  cpuSeconds: number
  /** Whether native add-ons may be loaded. */
  addons: boolean
}

/** Megabytes that V8 reserves as writable data for code. The kernel counts them although they are not used. */
const RESERVED_BY_V8_MB = 512
/** Share of the memory for the JavaScript heap. The rest is for buffers and the program itself. */
const HEAP_SHARE = 0.7
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Paths that a program may read: code only, not the state folder with its secrets. */
const READABLE = ['package.json', 'node_modules/*', 'workers/*', 'shared/*'].map((path) => ROOT + path)

/** Enables the compile cache, if there is one, before the program is compiled. */
const ENTRY = `import { enableCompileCache } from 'node:module'
const [, program, cacheDir] = process.argv
if (cacheDir !== undefined) enableCompileCache(cacheDir)
await import(program)`

/**
 * Builds the command of a sandboxed program: the isolation in `prefix` (isolation.ts), kernel limits (memory, processor
 * time, no file growth, no core dump), Node's permission model (reads code only, starts no processes), and no code from
 * strings. Node's permission model does not restrict native code.
 *
 * Compiled code is cached in `cacheDir`. Node uses a cache only if it may write to it, so write permission is granted,
 * and the kernel's file size limit revokes it again. Only a `warmUp`, which opens no untrusted file, may fill the
 * cache.
 */
export function childCommand(
  program: URL,
  { memoryMb, cpuSeconds, addons }: ChildLimits,
  { prefix, cacheDir, warmUp = false }: { prefix: readonly string[]; cacheDir?: string; warmUp?: boolean },
): string[] {
  const limits = [
    'ulimit -c 0',
    ...(warmUp ? [] : ['ulimit -f 0']),
    `ulimit -S -t ${cpuSeconds}`,
    `ulimit -H -t ${cpuSeconds + 2}`,
    `ulimit -d ${(memoryMb + RESERVED_BY_V8_MB) * 1_024}`,
  ]
  return [
    '/bin/sh',
    '-c',
    // A lower system limit is kept. The shell exports its own variables, so clear the environment again behind it.
    `${limits.join(' 2>/dev/null; ')} 2>/dev/null; exec env -i "$@"`,
    'sandbox',
    ...prefix,
    process.execPath,
    '--permission',
    ...READABLE.map((path) => `--allow-fs-read=${path}`),
    ...(cacheDir === undefined ? [] : [`--allow-fs-read=${cacheDir}/*`, `--allow-fs-write=${cacheDir}/*`]),
    ...(addons ? ['--allow-addons'] : []),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    // Baseline compilation at once: a process with one job runs most code only a few times. A file is read a tenth
    // faster.
    '--always-sparkplug',
    '--v8-pool-size=1',
    '--single-threaded-gc',
    // As many jobs run at once as there are cores: a compiler thread would slow down another job.
    '--no-concurrent-recompilation',
    `--max-old-space-size=${Math.round(memoryMb * HEAP_SHARE)}`,
    '--input-type=module',
    '--eval',
    ENTRY,
    program.href,
    ...(cacheDir === undefined ? [] : [cacheDir]),
  ]
}
