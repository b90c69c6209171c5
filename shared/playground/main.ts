import { resolve } from 'node:path'

import { ConfigError } from '#shared/config.ts'
import { takeCleanEnvironment } from '#shared/process/take-environment.ts'

import { banner } from './banner.ts'
import { describeCards } from './cards/start-cards.ts'
import { describeChains } from './chains/start-chains.ts'
import { listenForEnding } from './processes/ending.ts'
import { claimablePort } from './free-port.ts'
import { endLeftovers } from './processes/leftovers.ts'
import { playgroundSettings } from './playground-settings.ts'
import { createPlayground } from './playground.ts'
import { createProcessFamily } from './processes/process-family.ts'
import { failureLine } from './start-failure.ts'
import { openStateFolder } from './state-folder.ts'

/** Runs the playground until it is asked to end. Every process it started is stopped, also after an error. */
async function main(env: Record<string, string | undefined>): Promise<void> {
  const settings = playgroundSettings(env)
  const state = openStateFolder(settings.DATA_DIR)
  const recordPath = state.at('processes.json')
  const family = createProcessFamily(recordPath)
  const ending = listenForEnding(family.killAll)
  try {
    await endLeftovers(recordPath)
    const port = await claimablePort(settings.HOST, settings.PORT)
    const playground = createPlayground({
      root: resolve(import.meta.dirname, '../..'),
      env,
      place: { host: settings.HOST, port },
      databaseUrl: env['DATABASE_URL'] || undefined,
      state,
      family,
      ending,
      tell: (line) => console.error(line),
      showProgress: (line) => console.log(line),
    })
    try {
      const started = await Promise.race([playground.start(), ending.asked])
      if (typeof started !== 'string') {
        const { baseUrl, adminToken, chains, cards, poolWarnings } = started
        state.publish({
          base_url: baseUrl,
          admin_token: adminToken,
          ...describeChains(chains),
          ...(cards === null ? {} : describeCards(cards)),
        })
        const seconds = (performance.now() / 1_000).toFixed(1)
        console.log(
          banner({
            baseUrl,
            adminToken,
            stateFolder: state.path,
            chains,
            poolWarnings,
            hasOwnDatabase: !env['DATABASE_URL'],
            seconds,
          }),
        )
      }
      console.log(`Farebox ends (${await ending.asked}).`)
    } finally {
      await playground.stop()
    }
  } finally {
    state.release()
  }
}

try {
  await main(takeCleanEnvironment())
  process.exit(0)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : failureLine(error))
  process.exit(1)
}
