import { readSecretFiles } from '#shared/secret-files.ts'
import { upstreamProbes } from '#workers/upstreams/probes/probes.ts'
import { parseUpstreams } from '#shared/upstreams/settings.ts'

import { agentOf } from '../upstreams/open-upstreams.ts'
import { CHAIN_CHECKS, checkChains } from './check-chains.ts'
import { checkModels, MODEL_CHECKS } from './check-models.ts'
import { checkUpstreams } from './check-upstreams.ts'
import { describeCheck } from './describe-check.ts'

/**
 * `npm run -s check:upstreams` sends one request to every upstream of the registry, with the settings of the
 * environment, and reports which answer as expected. `-- kraken ecb` limits it to these. Also checks the models of
 * LLM_BASE_URL (`model-text` and so on) and the nodes of chain reads (`chain-base` and so on). Skips what is switched
 * off or has no key. The last line is JSON. Exits with 1 if a check failed.
 */
const names = process.argv.slice(2)
const known = new Set<string>([...upstreamProbes.map(({ upstream }) => upstream), ...MODEL_CHECKS, ...CHAIN_CHECKS])
const unknown = names.filter((name) => !known.has(name))
const { env: given, mistakes: wrongFiles } = readSecretFiles(process.env)
const { settings, mistakes } = parseUpstreams(given)
mistakes.push(...wrongFiles.values())
const models = unknown.length > 0 ? { rows: [], mistakes: [] } : await checkModels(given, names)
const chains = unknown.length > 0 ? { rows: [], mistakes: [] } : await checkChains(given, names)
mistakes.push(...models.mistakes, ...chains.mistakes)
if (unknown.length > 0 || mistakes.length > 0) {
  const wrong = [
    ...mistakes,
    ...unknown.map((name) => `${name}  is no upstream; docs/upstreams.md says where they are listed`),
  ]
  process.stderr.write(`${wrong.join('\n')}\n`)
  process.exit(1)
}

const probes = names.length === 0 ? upstreamProbes : upstreamProbes.filter(({ upstream }) => names.includes(upstream))
const agent = agentOf({ PUBLIC_BASE_URL: given['PUBLIC_BASE_URL'], UPSTREAM_CONTACT: given['UPSTREAM_CONTACT'] })
const { ok, text } = describeCheck([
  ...(await checkUpstreams(probes, { settings, agent })),
  ...models.rows,
  ...chains.rows,
])
process.stdout.write(text, () => process.exit(ok ? 0 : 1))
