import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { AttackName, AttackOptions } from './attacker.ts'

/** A running attack. `stop` ends it and tells how often it got which answer. */
export type Attacker = { stop: () => Promise<Record<string, number>> }

/** Starts an attack in a process of its own (attacker.ts), and waits until its first request was answered. */
export const startAttacker = (attack: AttackName, options: AttackOptions): Promise<Attacker> =>
  startAttackProcess('attacker.ts', [attack, JSON.stringify(options)])

/** Starts a program beside this file that says `begun` when it has, and at its end what it did, as JSON. */
export async function startAttackProcess(file: string, args: readonly string[]): Promise<Attacker> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const begun = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('begun\n')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`the attacker ended with ${code}`)))
  })
  const gone = once(child, 'exit')
  await begun
  return {
    async stop() {
      child.kill('SIGTERM')
      await gone
      // Safe: the attacker's last line.
      return JSON.parse(said.slice(said.indexOf('begun\n') + 'begun\n'.length)) as Record<string, number>
    },
  }
}
