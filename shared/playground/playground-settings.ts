import { refuseRealFacilitator, WrongChain } from '#shared/chains/genesis.ts'
import { parseConfig, type Config } from '#shared/config.ts'

import { StartFailure } from './start-failure.ts'

/**
 * Parses the settings of a playground. Values it generates itself may be missing. All mistakes are reported at once. In
 * production it always throws: with the mistakes of the settings, or because the playground never runs there.
 */
export function playgroundSettings(env: Record<string, string | undefined>): Config {
  if (env['NODE_ENV'] === 'production') {
    parseConfig(env)
    throw new StartFailure(
      'npm start is the playground and never runs with NODE_ENV=production. Run npm run migrate, npm run ingress and npm run worker.',
    )
  }
  const settings = parseConfig({
    ...env,
    DATABASE_URL: env['DATABASE_URL'] || 'postgres://embedded',
    SERVER_SECRET: env['SERVER_SECRET'] || 'made by the state folder on its first start',
  })
  try {
    if (settings.FACILITATOR_URL !== undefined) refuseRealFacilitator(settings.FACILITATOR_URL)
    return settings
  } catch (error) {
    throw error instanceof WrongChain ? new StartFailure(error.message, { cause: error }) : error
  }
}
