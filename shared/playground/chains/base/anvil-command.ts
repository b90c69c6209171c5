import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { BASE_CHAIN_ID } from '#shared/chains/networks.ts'

import { StartFailure } from '../../start-failure.ts'

/** Blocks whose state stays in memory: clients read at the latest block or one that was the latest a moment ago. */
const STATES_KEPT = 128

export type AnvilOptions = {
  port: number
  /** Time of the first block in Unix seconds, which alone makes its hash; the chain's clock starts there too. */
  genesisS?: number
  /** A state to start from, as `anvil_dumpState` gives it. */
  loadFrom?: string
  /** Where the state is written when anvil is asked to end. */
  dumpTo?: string
}

/** The command line of a local Base: its chain id, no accounts of its own, mining each transaction as it comes. */
export function anvilCommand({ port, genesisS, loadFrom, dumpTo }: AnvilOptions): {
  file: string
  args: string[]
} {
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(BASE_CHAIN_ID), '--silent']
  // The usual test accounts belong to everybody; nobody holds money here but whom we fund.
  args.push('--accounts', '0', '--prune-history', String(STATES_KEPT))
  if (genesisS !== undefined) args.push('--timestamp', String(genesisS))
  if (loadFrom !== undefined) args.push('--load-state', loadFrom)
  if (dumpTo !== undefined) args.push('--dump-state', dumpTo)
  return { file: anvilProgram(), args }
}

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const MACHINES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

const require = createRequire(import.meta.url)

// The package's own launcher is a Node process around this program; two processes where one does.
function anvilProgram(): string {
  const name = `@foundry-rs/anvil-${SYSTEMS[process.platform]}-${MACHINES[process.arch]}`
  try {
    const near = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    const folder = dirname(near.resolve(`${name}/package.json`))
    const program = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(program)) return program
  } catch {
    // Neither package is there: said below.
  }
  throw new StartFailure(
    `The local chains come with the development dependencies, and ${name} is not installed. Run npm install without --omit=dev.`,
  )
}
