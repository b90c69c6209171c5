import { entityManagers } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { credentialMint } from '#shared/money/credentials.ts'

import { actingOf } from './acting-of.ts'
import type { BoardCommand } from './board-command.ts'
import type { BuyCommand } from './buy-command.ts'
import { answerText } from './call-text.ts'
import { type CallCommand, type Command, parseCommand, USAGE } from './commands.ts'
import { demoAccounts } from './demo-accounts.ts'
import { demoWallets } from './demo-wallets.ts'
import { AccessError, installationAccess } from './installation-access.ts'
import type { LicenseCommand } from './license-command.ts'
import { readPlayground } from './read-playground.ts'
import { runOperatorCommand } from './run-operator-command.ts'
import { callText, showCall } from './show-call.ts'
import type { SellerCommand } from './seller-command.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

/** Runs an operator command and returns what it prints. Every other message goes to stderr, with exit 1. */
async function run(command: Exclude<Command, { name: 'help' }>): Promise<string> {
  if (command.name === 'call') {
    const answer = await runCall(command)
    if (answer.status >= 300) process.exitCode = 1
    return command.json === true ? JSON.stringify(answer) : answerText(answer)
  }
  if (command.name === 'buy') {
    const answer = await runBuy(command)
    if (answer.status >= 300) process.exitCode = 1
    return command.json === true ? JSON.stringify(answer) : answerText(answer)
  }
  if (command.name === 'board' || command.name === 'seller' || command.name === 'license') {
    const answer = await runForAccount(command)
    if (answer.status >= 300) process.exitCode = 1
    return command.json === true ? JSON.stringify(answer) : answerText(answer)
  }
  if (command.name === 'call show') {
    const call = await withDatabase(installationAccess(process.env).databaseUrl(), (pg) => showCall(pg, command.id))
    return command.json === true ? JSON.stringify(call) : callText(call)
  }
  return JSON.stringify(command.name === 'wallet' ? await demoWallets(process.env) : await runOnDatabase(command))
}

async function runCall(command: CallCommand) {
  // Loaded on demand: the official client is a development dependency, which the other commands do not need.
  const { callWithKey, payCall } = await import('./pay-call.ts')
  if (command.key !== undefined) return callWithKey(command.url ?? readPlayground(process.env).base_url, command)
  return payCall(readPlayground(process.env), command)
}

async function runBuy({ listing, pay, key, offer }: BuyCommand) {
  const { payPost, postWithKey } = await import('./pay-call.ts')
  const playground = readPlayground(process.env)
  const url = `${playground.base_url}/api/purchases/x402/${listing}`
  if (pay === 'sol' || pay === 'usdc') {
    const { buyOnSolana } = await import('./buy-on-solana.ts')
    return buyOnSolana(playground, { listing, offer: offer ?? null, currency: pay, apiKey: await demoKey('poster') })
  }
  const body = JSON.stringify(offer === undefined ? {} : { resale_offer_id: offer })
  if (pay !== 'key') return payPost(playground, { rail: pay, url, body })
  const granted = key ?? String((await runOnDatabase({ name: 'key grant', cents: GRANTED_CENTS }))['key'])
  return postWithKey(url, granted, body)
}

/** Makes the request of a command in the name of an account. */
async function runForAccount(command: SellerCommand | BoardCommand | LicenseCommand) {
  const deps = { playground: () => readPlayground(process.env), demoKey }
  if (command.name === 'seller') {
    const { runSellerCommand } = await import('./run-seller-command.ts')
    return runSellerCommand(deps, command)
  }
  if (command.name === 'license') {
    const { runLicenseCommand } = await import('./run-license-command.ts')
    return runLicenseCommand(deps, command)
  }
  const { runBoardCommand } = await import('./run-board-command.ts')
  const grantKey = async (cents: number) => String((await runOnDatabase({ name: 'key grant', cents }))['key'])
  return runBoardCommand({ ...deps, grantKey }, command)
}

/** An API key of a demo account of the playground. */
async function demoKey(name: 'poster' | 'worker'): Promise<string> {
  const accounts = await runOnDatabase({ name: 'accounts' })
  // Safe: the answer of demoAccounts.
  return (accounts as Awaited<ReturnType<typeof demoAccounts>>)[name].api_key
}

/** What a key holds that is made to buy a listing, in cents. */
const GRANTED_CENTS = 10_000

type OnDatabase = Exclude<
  Command,
  { name: 'help' | 'call' | 'call show' | 'wallet' | 'buy' | 'board' | 'seller' | 'license' }
>

function runOnDatabase(command: OnDatabase): Promise<Record<string, unknown>> {
  const access = installationAccess(process.env)
  const mint = credentialMint(access.serverSecret(), access.environment)
  return withDatabase(access.databaseUrl(), async (pg) => {
    const deps = { pg, em: entityManagers({ pg, lists: pg }), mint, serverSecret: access.serverSecret() }
    if (command.name === 'accounts') return demoAccounts(deps, mint)
    return runOperatorCommand(deps, await actingOf(pg, mint, process.env['OPERATOR_TOKEN']), command)
  })
}

try {
  const command = parseCommand(process.argv.slice(2))
  process.stdout.write(command.name === 'help' ? USAGE : `${await run(command)}\n`)
} catch (error) {
  if (error instanceof UsageError)
    process.stderr.write(`${error.message} "npm run -s cli -- help" shows every command.\n`)
  else if (error instanceof AccessError || error instanceof Refusal) process.stderr.write(`${error.message}\n`)
  else throw error
  process.exit(1)
}
