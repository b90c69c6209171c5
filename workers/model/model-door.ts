import type { Config } from '#shared/config.ts'
import { modelNotConfigured } from '#shared/lib/models/model-not-configured.ts'
import { type ModelRole, modelsOf } from '#shared/lib/models/model-roles.ts'
import type { ModelDoor } from '#shared/doors/model.ts'

import type { UpstreamCache } from '../upstreams/cache.ts'
import { askJson, type KnownDialects } from './ask-json.ts'
import { tokenBudget } from './token-budget.ts'
import { embed } from './embed.ts'
import type { Endpoint } from './endpoint.ts'
import { transcribe } from './transcribe.ts'
import { generateImage } from './generate-image.ts'
import { synthesizeSpeech } from './synthesize-speech.ts'

/** Default time limit as a multiple of the timeout: two answers and some overhead. */
const WITHIN = 2.2

type ModelSettings = Pick<Config, 'LLM_BASE_URL' | 'LLM_INPUT_USD_PER_MTOK' | 'LLM_OUTPUT_USD_PER_MTOK'> &
  Partial<Config>

type ModelDeps = { config: ModelSettings; endpoint: Endpoint; cache: Pick<UpstreamCache, 'get' | 'put'> }

/** Implements ModelDoor: the configured model of each role, default time limits, and a log line per chat answer. */
export function modelDoor({ config, endpoint, cache }: ModelDeps): ModelDoor {
  const models = modelsOf(config)
  const dialects: KnownDialects = new Map()
  const { log, timeoutMs } = endpoint
  const named = (role: ModelRole): string => {
    const model = models[role]
    if (model === null) throw modelNotConfigured([role])
    return model
  }
  const usual = Math.round(timeoutMs * WITHIN)
  return {
    nameOf: (role) => models[role],
    tokenBudget: (cents, requests, outputShare) => tokenBudget(config, cents, requests, outputShare),
    async ask(question, { signal, withinMs = usual }) {
      const answer = await askJson({ endpoint, models, dialects }, question, { signal, withinMs })
      const { inputTokens, outputTokens } = answer.usage
      log.info(
        { role: question.role, model: answer.model, inputTokens, outputTokens, repaired: answer.repaired },
        'model',
      )
      return answer
    },
    embed: async (texts, dimensions, { signal, withinMs = timeoutMs }) =>
      embed({ endpoint, cache }, { model: named('embedding'), texts, dimensions, signal, leftMs: withinMs }),
    generateImage: async (wish, { signal, withinMs = timeoutMs }) =>
      generateImage(endpoint, { ...wish, model: named('image'), signal, leftMs: withinMs }),
    transcribe: async (recording, { signal, withinMs = timeoutMs }) =>
      transcribe(endpoint, { model: named('transcription'), recording, signal, leftMs: withinMs }),
    synthesizeSpeech: async (wish, { signal, withinMs = timeoutMs }) =>
      synthesizeSpeech(endpoint, { model: named('speech'), wish, signal, leftMs: withinMs }),
  }
}
