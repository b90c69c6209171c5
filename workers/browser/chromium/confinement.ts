import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Builds the command prefix that confines Chromium. A user namespace of its own: there Chromium is nobody, has no
 * capabilities and cannot read other processes (such as our environment). Root needs it, because Chromium refuses to
 * run as root. A parent-death signal: the kernel kills Chromium as soon as this process dies.
 */
export async function confinement(): Promise<string[]> {
  const namespace = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
  const deathSignal = ['setpriv', '--pdeathsig', 'KILL']
  const hasNamespace = await succeeds([...namespace, 'true'])
  if (!hasNamespace && process.getuid?.() === 0) {
    throw new Error('Chromium does not run as root, and user namespaces are not permitted here. Start as another user.')
  }
  const within = hasNamespace ? namespace : []
  return (await succeeds([...within, ...deathSignal, 'true'])) ? [...within, ...deathSignal] : within
}

const succeeds = ([file = '', ...args]: readonly string[]) =>
  run(file, args, { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
