import { resolve } from 'node:path'

import type { Chains } from './chains/start-chains.ts'

export type BannerFacts = {
  baseUrl: string
  adminToken: string
  stateFolder: string
  chains: Pick<Chains, 'baseRpcUrl' | 'solanaRpcUrl'>
  /** The workers' warnings about pools that are closed, or open without isolation. */
  poolWarnings: readonly string[]
  /** False when DATABASE_URL names the database. */
  hasOwnDatabase: boolean
  seconds: string
}

/** Returns the text printed once everything is ready: the addresses, and commands that work without a network. */
export function banner(facts: BannerFacts): string {
  const { baseUrl, adminToken, stateFolder, chains, hasOwnDatabase, seconds } = facts
  const post = (path: string, body: string) =>
    `curl -s ${baseUrl}/api/v1/outcomes/${path} -H 'Content-Type: application/json' -d '${body}'`
  // Commands pasted into another terminal must find this playground.
  const where =
    stateFolder === resolve('.farebox') ? '' : `DATA_DIR='${stateFolder.replaceAll("'", String.raw`'\''`)}' `
  const cli = (command: string) => `${where}npm run -s cli -- ${command}`
  return `
Farebox is ready: ${baseUrl}   (after ${seconds} s; ${hasOwnDatabase ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'}, state in ${stateFolder})
This is the playground: everything runs on this machine and all money is play money. Ctrl-C ends it.
${formatWarnings(facts)}
  A free call:
    ${post('reliability-scorecard', '{"practices":{"timeouts":true,"retry_budget":false}}')}

  A paid call without payment, and the 402 that says how to pay:
    ${post('hash-text', '{"text":"hello"}')}

  A trial key (15 cents, once for each caller), and a call it pays:
    curl -s -X POST ${baseUrl}/api/v1/outcomes/balance/trial/claim
    ${post('hash-text', '{"text":"hello"}')} -H 'X-Service-Key: <the key>'

  Play USDC on local chains:      Base ${chains.baseRpcUrl}    Solana ${chains.solanaRpcUrl}
  Two demo wallets hold some:     ${cli('wallet')}
  A call they pay, by x402:       ${cli('call hash-text text=hello --pay base')}

  An API of a seller, paid per call:   ${cli(`call sellers/word-count text='One widget.' --pay solana`)}

  A jobs board to try:            ${cli('job list')}     both sides: job accounts, and job post|propose|hire|… --as poster|worker

  Every outcome, with its price:  ${baseUrl}/    ${baseUrl}/api/v1/outcomes/meta    ${baseUrl}/llms.txt
  Queues and ledger:              ${baseUrl}/ops     admin token ${adminToken}
`
}

/** Returns one line for each pool that is closed or lacks isolation; empty when there is none. */
function formatWarnings({ poolWarnings }: BannerFacts): string {
  if (poolWarnings.length === 0) return ''
  return `${poolWarnings.map((line) => `\n  ${line}`).join('')}\n  See "Isolation" in docs/operating.md.\n`
}
