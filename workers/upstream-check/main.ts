import { readSecretFiles } from '#shared/secret-files.ts'
import { upstreamProbes } from '#workers/upstreams/probes/probes.ts'
import { parseUpstreams } from '#shared/upstreams/settings.ts'

import { agentOf } from '../upstreams/open-upstreams.ts'
import { CHAIN_CHECKS, checkChains } from './check-chains.ts'
import { checkModels, MODEL_CHECKS } from './check-models.ts'
import { checkUpstreams } from './check-upstreams.ts'
import { describeCheck } from './describe-check.ts'

/**
 * `npm run -s check:upstreams` asks every upstream of the registry one question, with the settings of the environment, and
 * says which still answer in the expected shape; `-- kraken ecb` asks these only. The last line is JSON; exits 1 when one
 * failed. What is switched off or lacks a key is skipped. The models of LLM_BASE_URL are asked too, as `model-text`
 * and so on, and the nodes chains are read from, as `chain-base` and so on.
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
