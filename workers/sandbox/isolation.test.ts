import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { describe, expect, test } from 'vitest'

import { requireIsolation, whyNotIsolated } from './isolation.ts'

/** What a program does that native code in a decoder could do too: nothing of Node's permission model binds it. */
function behind(isolation: readonly string[], script: string): string {
  const [tool = '', ...args]: readonly string[] = [...isolation, '/bin/bash', '-c', script]
  return execFileSync(tool, args, { encoding: 'utf8', env: {}, stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

const readsOf = (pid: number) =>
  ['environ', 'mem', 'maps', 'fd/0', 'root/', 'ns/net']
    .map((file) => `(ls -d /proc/${pid}/${file} && head -c 1 /proc/${pid}/${file} && echo read ${file})`)
    .join(' || true\n')

describe('native code in isolation', () => {
  test('reads neither environment nor memory nor files of its worker, and without isolation it does', async () => {
    expect(behind((await requireIsolation()).prefix, `${readsOf(process.pid)} || true`)).not.toContain('read ')
    expect(behind([], `${readsOf(process.pid)} || true`)).toContain('read environ')
  })

  test('reaches no port of this machine, and without isolation it does', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // Safe: a TCP server has a port.
    const { port } = server.address() as AddressInfo
    const script = `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo connected || echo refused`
    try {
      expect(behind((await requireIsolation()).prefix, script)).toBe('refused')
      expect(behind([], script)).toBe('connected')
    } finally {
      server.close()
    }
  })
})

describe('whether a command isolates', () => {
  test('a command that changes nothing does not', async () => {
    expect(await whyNotIsolated(['/usr/bin/env'])).toMatch(/no namespaces of their own/)
  })

  test('a command that fails or is not there does not', async () => {
    expect(await whyNotIsolated(['/bin/false'])).toMatch(/not permitted/)
    expect(await whyNotIsolated(['/no/such/tool'])).toMatch(/not permitted/)
  })

  test('a command that leaves the network as it was does not', async () => {
    expect(await whyNotIsolated(['unshare', '--user'])).toMatch(/no namespaces of their own/)
  })
})

test('a system that isolates nothing is found incomplete, and whoever needs isolation is refused', () => {
  const program = `
    import { findIsolation, requireIsolation } from '#workers/sandbox/isolation.ts'
    const { missing, prefix } = await findIsolation()
    const refused = await requireIsolation().catch((error) => error.name)
    console.log(JSON.stringify({ missing, prefix, refused }))`
  // None of the tools is on this path.
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  })
  expect(JSON.parse(stdout)).toEqual({
    missing: expect.stringContaining('namespaces are not permitted'),
    prefix: [],
    refused: 'NotIsolated',
  })
})
