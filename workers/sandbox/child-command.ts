import { fileURLToPath } from 'node:url'

export type ChildLimits = {
  /** Megabytes the program may take for itself, JavaScript heap and native memory together. */
  memoryMb: number
  /** Seconds of processor time; a child whose worker was killed ends by this one. */
  cpuSeconds: number
  /** Lets the program load native add-ons. */
  addons: boolean
}

/** V8 reserves its code range as writable data, which the kernel counts although nothing is there. */
const RESERVED_BY_V8_MB = 512
/** Part of the memory that JavaScript objects may take; the rest is for buffers and the program itself. */
const HEAP_SHARE = 0.7
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What a program may read: code. The state folder with its secrets is not in it. */
const READABLE = ['package.json', 'node_modules/*', 'workers/*', 'shared/*'].map((path) => ROOT + path)

/** Turns the compile cache on, where there is one, before the program's own code is compiled. */
const ENTRY = `import { enableCompileCache } from 'node:module'
const [, program, cacheDir] = process.argv
if (cacheDir !== undefined) enableCompileCache(cacheDir)
await import(program)`

/**
 * The command that runs a program behind its walls: the isolation that `prefix` begins the command with (walls.ts), resource
 * limits of the kernel (memory, processor time, no file may grow, no core dump), Node's permission model (it reads code
 * only and starts nothing) and no code made from strings. Node's permission model does not bind native code.
 *
 * Compiled code is kept in `cacheDir`. Node uses a cache only where it may write to it, so the permission is given and
 * the kernel's limit on files takes it back, but for a `warmUp`, which opens no foreign file and fills the cache.
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
    // A limit of the system's that is lower already stays.
    // The shell exports its own variables, so the environment is emptied once more behind it.
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
    // A process with one job meets most code a few times only: compiled plainly at once, it reads a file a tenth faster.
    '--always-sparkplug',
    '--v8-pool-size=1',
    '--single-threaded-gc',
    // As many jobs at once as cores: a thread that compiles beside one takes from another.
    '--no-concurrent-recompilation',
    `--max-old-space-size=${Math.round(memoryMb * HEAP_SHARE)}`,
    '--input-type=module',
    '--eval',
    ENTRY,
    program.href,
    ...(cacheDir === undefined ? [] : [cacheDir]),
  ]
}
