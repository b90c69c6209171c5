import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The words before Chromium's command line. A user namespace of its own: there it is nobody, without a capability, and
 * may look into no process outside (our environment among them); as root there is no other way, because Chromium
 * refuses root. And the kernel kills it the moment this process dies, however that happens.
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
