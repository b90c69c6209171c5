import sharp from 'sharp'
import { z } from 'zod'

import { Settings } from '#shared/settings.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { MODEL_ROLES, type ModelRole, modelMistakes, modelsOf } from '#shared/lib/models/model-roles.ts'
import type { ModelDoor } from '#shared/doors/model.ts'
import { noTracer } from '#shared/tracing/tracer.ts'

import { modelDoor } from '../model/model-door.ts'
import { Agents } from '../upstreams/agents.ts'
import { silentMeter } from '../upstreams/meter.ts'
import type { CheckRow } from './check-upstreams.ts'

type ModelRow = CheckRow<`model-${ModelRole}`>

const ModelSettings = Settings.pick({
  LLM_BASE_URL: true,
  LLM_API_KEY: true,
  LLM_MODEL: true,
  LLM_VISION_MODEL: true,
  LLM_EMBEDDING_MODEL: true,
  LLM_IMAGE_MODEL: true,
  LLM_TRANSCRIPTION_MODEL: true,
  LLM_SPEECH_MODEL: true,
  LLM_INPUT_USD_PER_MTOK: true,
  LLM_OUTPUT_USD_PER_MTOK: true,
  LLM_TIMEOUT_MS: true,
})

const Sum = z.object({ sum: z.int() })
const FEW_TOKENS = 200
const PAINT_MS = 60_000

/** Names of the model checks. */
export const MODEL_CHECKS = MODEL_ROLES.map((role) => `model-${role}` as const)

/**
 * Asks each configured model a simple question, to check that its endpoint answers as expected. One row per configured
 * model. A picture costs almost a cent, so it is made only if `names` lists it. Never throws for a failing endpoint;
 * invalid settings are returned as `mistakes`.
 */
export async function checkModels(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Promise<{ rows: ModelRow[]; mistakes: string[] }> {
  const parsed = ModelSettings.safeParse(env)
  const mistakes = [
    ...(parsed.error?.issues.map(({ path, message }) => `${path.join('.')}  ${message}`) ?? []),
    ...modelMistakes(env),
  ]
  if (!parsed.success || mistakes.length > 0) return { rows: [], mistakes }
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_TIMEOUT_MS: timeoutMs } = parsed.data
  if (baseUrl === undefined) return { rows: [], mistakes }
  const door = modelDoor({
    config: parsed.data,
    endpoint: {
      baseUrl,
      apiKey,
      timeoutMs,
      agents: new Agents(),
      breakers: new Map(),
      pace: { take: () => Promise.resolve(0), pause: () => Promise.resolve() },
      meter: silentMeter,
      tracer: noTracer,
      log: createLog('silent'),
    },
    cache: {
      get: () => Promise.resolve(null),
      put: (_, __, reply) => Promise.resolve({ reply, fetchedAt: new Date(), bornAt: 0 }),
    },
  })
  const models = modelsOf(parsed.data)
  const wanted = MODEL_ROLES.filter(
    (role) => models[role] !== null && (names.length === 0 || names.includes(`model-${role}`)),
  )
  const rows = wanted.map((role) => checkOne(door, role, names.includes('model-image')))
  return { rows: await Promise.all(rows), mistakes }
}

async function checkOne(door: ModelDoor, role: ModelRole, paints: boolean): Promise<ModelRow> {
  const began = performance.now()
  const row = (state: ModelRow['state'], problem: ModelRow['problem'], reason: string | null): ModelRow => ({
    upstream: `model-${role}`,
    state,
    problem,
    reason,
    ms: Math.round(performance.now() - began),
  })
  if (role === 'image' && !paints) return row('skipped', null, 'a picture costs money: ask for model-image by name')
  try {
    const wrong = await PROBES[role](door, new AbortController().signal)
    return wrong === null ? row('ok', null, null) : row('failed', 'unexpected', wrong)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return row('failed', problemOf(error), error.code)
  }
}

type Probe = (door: ModelDoor, signal: AbortSignal) => Promise<string | null>

/** The check of each role: what is wrong with the answer, or null. */
const PROBES: Record<ModelRole, Probe> = {
  text: (door, signal) => add(door, 'text', signal),
  vision: (door, signal) => add(door, 'vision', signal),
  async embedding(door, signal) {
    const { vectors } = await door.embed(['The check of the models.'], null, { signal })
    return (vectors[0]?.length ?? 0) >= 2 ? null : 'its vectors are empty'
  },
  async image(door, signal) {
    const { bytes } = await door.generateImage(
      { prompt: 'A red circle on white', size: '1024x1024', seed: null },
      { signal, withinMs: PAINT_MS },
    )
    return bytes.toString('latin1', 1, 4) === 'PNG' ? null : 'its picture is no PNG'
  },
  async transcription(door, signal) {
    await door.transcribe({ bytes: silence(), name: 'audio.wav', type: 'audio/wav', lang: 'en' }, { signal })
    return null
  },
  async speech(door, signal) {
    const { bytes } = await door.synthesizeSpeech({ text: 'One.', voice: 'alloy', format: 'wav', speed: 1 }, { signal })
    return bytes.toString('latin1', 0, 4) === 'RIFF' ? null : 'its sound is no WAV'
  },
}

async function add(door: ModelDoor, role: 'text' | 'vision', signal: AbortSignal): Promise<string | null> {
  const white = sharp({ create: { width: 64, height: 64, channels: 3, background: '#ffffff' } }).png()
  const pictures = role === 'vision' ? [{ type: 'image/png' as const, bytes: await white.toBuffer() }] : []
  const instructions = 'Add the two numbers; sum is the result.'
  const { value } = await door.ask(
    { role, instructions, content: '2 and 3', pictures, schema: Sum, maxOutputTokens: FEW_TOKENS },
    { signal },
  )
  return value.sum === 5 ? null : 'it cannot add two and three'
}

/** One second of silence: 8 kHz, mono, 16 bits. */
function silence(): Buffer {
  const header = Buffer.from(
    '524946460000000057415645666d74201000000001000100401f0000803e0000020010006461746100000000',
    'hex',
  )
  const data = Buffer.alloc(16_000)
  header.writeUInt32LE(36 + data.length, 4)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

function problemOf({ code, detail }: Refusal): ModelRow['problem'] {
  const tried: unknown = detail.extra?.['tried']
  const first: unknown = Array.isArray(tried) ? tried[0] : undefined
  const isTold = code === 'upstream_unavailable' && typeof first === 'object' && first !== null && 'problem' in first
  // Safe: refusals of the model door carry an upstream problem.
  return isTold ? (first.problem as ModelRow['problem']) : 'unexpected'
}
