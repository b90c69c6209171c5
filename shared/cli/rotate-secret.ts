import { randomBytes } from 'node:crypto'

import { takeEnvironment } from '#shared/process/take-environment.ts'
import { readSecretFiles } from '#shared/secret-files.ts'
import { rootOf, sealRoot, WRONG_ROOT } from '#shared/server-root.ts'

const BYTES = 32

/**
 * `npm run -s secret:rotate` prints a new SERVER_SECRET and the SERVER_ROOT that goes with it, as JSON; it writes nothing.
 * The root stays that of the SERVER_SECRET (and SERVER_ROOT) it is given; without one, for a new installation, it is random.
 */
const { env, mistakes } = readSecretFiles(takeEnvironment())
const [mistake] = mistakes.values()
if (mistake !== undefined) fail(mistake)
const { SERVER_SECRET: current, SERVER_ROOT: sealed } = env
const root = current === undefined ? randomBytes(BYTES).toString('hex') : rootOf(current, sealed)
if (root === null) fail(`SERVER_ROOT  ${WRONG_ROOT}`)
const secret = randomBytes(BYTES).toString('hex')
process.stdout.write(`${JSON.stringify({ SERVER_SECRET: secret, SERVER_ROOT: sealRoot(secret, root) })}\n`)

function fail(why: string): never {
  process.stderr.write(`${why}; nothing was rotated.\n`)
  process.exit(1)
}
