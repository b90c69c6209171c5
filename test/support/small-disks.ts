import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * File systems of a few megabytes under a folder, which are there only for programs that are run inside: they are
 * mounted in user and mount namespaces of their own, so no root is needed. They end with this process.
 */
export async function smallDisks(folder: string, megabytes: Readonly<Record<string, number>>) {
  const names = Object.keys(megabytes)
  for (const name of names) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  const mounts = names.map(
    (name) => `mount -t tmpfs -o size=${megabytes[name]}m,mode=0700 tmpfs '${join(folder, name)}'`,
  )
  // `cat` keeps the namespaces until its input ends.
  const holder = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', [...mounts, 'echo mounted', 'exec cat'].join(' && ')],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let complaint = ''
  holder.stderr.on('data', (chunk) => (complaint += chunk))
  const isMounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'close').then(() => false),
  ])
  if (!isMounted) {
    throw new Error(`A small file system cannot be mounted: user namespaces have to be permitted here. ${complaint}`)
  }
  const enter = ['nsenter', '--target', String(holder.pid), '--user', '--mount', '--preserve-credentials', '--']
  return {
    path: (name: string) => join(folder, name),
    /** The command line that runs a program inside, as root of the namespace. */
    inside: (command: readonly string[]): string[] => [...enter, ...command],
    /** Where this process sees what is inside. */
    seen: (name: string) => `/proc/${holder.pid}/root${join(folder, name)}`,
    async close(): Promise<void> {
      if (holder.exitCode !== null || holder.signalCode !== null) return
      holder.kill('SIGKILL')
      await once(holder, 'close')
    },
  }
}
