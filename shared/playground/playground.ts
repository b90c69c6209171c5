import { existsSync, writeFileSync } from 'node:fs'

import { awaitReady } from './processes/await-ready.ts'
import { type Cards, startCards } from './cards/start-cards.ts'
import { type Chains, startChains } from './chains/start-chains.ts'
import {
  baseUrlOf,
  childEnvironment,
  type Inside,
  type Place,
  settlementEnvironment,
} from './processes/child-environment.ts'
import { ensureDatabase, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import type { Ending } from './processes/ending.ts'
import { freePort } from './free-port.ts'
import { keepRunning, type Kept } from './processes/keep-running.ts'
import { choosePostgresLauncher } from './postgres/postgres-launcher.ts'
import type { Child, Exit, ProcessFamily } from './processes/process-family.ts'
import { serveSampleSite } from './site/serve-sample-site.ts'
import { cardProcessorProgram, nodeProgram, solanaChainProgram, workerPrograms } from './processes/processes.ts'
import { StartFailure } from './start-failure.ts'
import type { StateFolder } from './state-folder.ts'

export type PlaygroundOptions = {
  root: string
  env: Record<string, string | undefined>
  place: Place
  /** An existing database; without it, an embedded PostgreSQL is started. */
  databaseUrl: string | undefined
  state: StateFolder
  family: ProcessFamily
  ending: Ending
  /** Prints one line to the terminal. */
  tell: (line: string) => void
  /** Says what is being started. */
  showProgress: (line: string) => void
}

export type Playground = {
  /** Resolves when every part is ready; rejects with a StartFailure when one does not start. */
  start: () => Promise<{
    baseUrl: string
    adminToken: string
    chains: Chains
    cards: Cards | null
    poolWarnings: string[]
  }>
  /** Stops the ingress first, then the workers, then chains and database, so that running calls can finish. */
  stop: () => Promise<void>
}

/** Before the first ready state, a process that dies this often in a row counts as failing to start. */
const DEATHS_BEFORE_GIVING_UP = 3

export function createPlayground(options: PlaygroundOptions): Playground {
  const { root, env, place, state, family, ending, tell, showProgress } = options
  const stages: Kept[][] = []
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let isReady = false

  const keep = (name: string, start: () => Promise<Child>): Kept =>
    keepRunning(start, {
      onDeath: (exit, deaths, pauseMs) => {
        if (ending.isAsked()) return
        if (isReady) return tell(`${name} died (${mannerOf(exit)}) and starts again in ${pauseMs / 1_000} s.`)
        if (deaths < DEATHS_BEFORE_GIVING_UP) return
        failed.reject(new StartFailure(`${name} does not start (${mannerOf(exit)}, see ${state.logOf(name)})`))
      },
      onAskedToEnd: () => ending.ask(`${name} was asked to end`),
    })

  const startDatabase = async (): Promise<Pick<Inside, 'databaseUrl' | 'databaseDir'>> => {
    if (options.databaseUrl !== undefined) return { databaseUrl: options.databaseUrl, databaseDir: undefined }
    const { id, postgres_password: password, postgres_port: preferredPort, postgres_way: keptWay } = state.installation
    const launcher = await choosePostgresLauncher({ folder: state.path, id, keptWay })
    if (launcher.notice !== undefined) tell(launcher.notice)
    const server = await startEmbeddedPostgres({
      family,
      launcher,
      password,
      preferredPort,
      logFile: state.logOf('postgres'),
      isDurable: true,
    })
    state.keep({ postgres_port: server.port, postgres_way: launcher.way })
    let first: Child | undefined = server.child
    const next = async () => {
      const child = first ?? (await server.restart())
      first = undefined
      return child
    }
    stages.unshift([keep('postgres', next)])
    // A PostgreSQL server that was asked to stop waits for its clients, which wait for it: end the playground instead.
    setInterval(() => {
      if (!ending.isAsked() && server.isStopping()) ending.ask('postgres was asked to end')
    }, 1_000).unref()
    return { databaseUrl: await ensureDatabase(server, 'farebox'), databaseDir: launcher.home }
  }

  const start = async () => {
    showProgress('Starting PostgreSQL, the local chains and the card processor…')
    const chainStage: Kept[] = []
    stages.push(chainStage)
    const own = { root, env, logOf: state.logOf }
    const compileCache = state.at('compile-cache')
    const baseUrl = baseUrlOf(place)
    const [database, chains, cards] = await Promise.all([
      startDatabase(),
      startChains({
        env,
        state,
        family,
        keep: (name, startOne) => chainStage.push(keep(name, startOne)),
        solanaProgram: (args) => solanaChainProgram(own, compileCache, args),
      }),
      startCards({
        env,
        state,
        family,
        keep: (name, startOne) => chainStage.push(keep(name, startOne)),
        program: (given) => cardProcessorProgram(own, compileCache, given),
        webhookUrl: `${baseUrl}/api/purchases/webhook/cardprocessor`,
      }),
    ])
    const { payTo, wallets } = chains
    const site = await serveSampleSite({ ...payTo, feePayer: wallets.solana.fee_payer.address })
    const inside = { ...database, settlementPort: await freePort(), sampleSitePort: site.port, chains, cards }
    const context = { root, env: childEnvironment(env, state, inside, place), logOf: state.logOf }
    showProgress('Bringing the database up to date…')
    const migration = family.start(nodeProgram(context, 'migrate', 'shared/db/migrate.ts'))
    const { code, lastWords } = await migration.exited
    if (code !== 0) throw new StartFailure(`The database could not be brought up to date: ${lastWords}`)
    const keepProgram = (program: ReturnType<typeof nodeProgram>) =>
      keep(program.name, async () => family.start(program))
    showProgress('Starting the workers and the ingress…')
    stages.push(workerPrograms(context, settlementEnvironment(env, state, inside)).map(keepProgram))
    stages.push([keepProgram(nodeProgram(context, 'ingress', 'ingress/main.ts'))])
    const poolWarnings = await Promise.race([awaitReady(baseUrl), failed.promise])
    isReady = true
    // Only an embedded database gets the example listings.
    if (options.databaseUrl === undefined && !existsSync(state.at('seeded'))) {
      const seed = family.start(nodeProgram(context, 'seed', 'shared/playground/seed/main.ts'))
      void seed.exited.then((exit) => exit.code === 0 && writeFileSync(state.at('seeded'), ''))
    }
    return { baseUrl, adminToken: context.env['ADMIN_TOKEN'] ?? '', chains, cards, poolWarnings }
  }

  const stop = async () => {
    family.close()
    for (const stage of stages.toReversed()) await Promise.all(stage.map(async (kept) => kept.stop()))
    await family.stopAll()
  }
  return { start, stop }
}

// The last log line of a killed process says nothing about its end.
const mannerOf = ({ code, signal, lastWords }: Exit) =>
  signal ?? (code === null ? lastWords : `exit code ${code}: ${lastWords}`)
