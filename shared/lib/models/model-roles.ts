/** The roles of models. Each has its own setting; a model is never used for another role. */
export const MODEL_ROLES = ['text', 'vision', 'embedding', 'image', 'transcription', 'speech'] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** The model id of each role, as the endpoint names it; null where none is configured. */
export type Models = Readonly<Record<ModelRole, string | null>>

/** The setting that names the model of each role. */
export const MODEL_SETTINGS = {
  text: 'LLM_MODEL',
  vision: 'LLM_VISION_MODEL',
  embedding: 'LLM_EMBEDDING_MODEL',
  image: 'LLM_IMAGE_MODEL',
  transcription: 'LLM_TRANSCRIPTION_MODEL',
  speech: 'LLM_SPEECH_MODEL',
} as const satisfies Record<ModelRole, string>

type ModelConfig = { LLM_BASE_URL?: string | undefined } & {
  [Role in ModelRole as (typeof MODEL_SETTINGS)[Role]]?: string | undefined
}

/** Returns the configured models; all are null without LLM_BASE_URL. */
export function modelsOf(config: ModelConfig): Models {
  const nameOf = (role: ModelRole) =>
    config.LLM_BASE_URL === undefined ? null : (config[MODEL_SETTINGS[role]] ?? null)
  return {
    text: nameOf('text'),
    vision: nameOf('vision'),
    embedding: nameOf('embedding'),
    image: nameOf('image'),
    transcription: nameOf('transcription'),
    speech: nameOf('speech'),
  }
}

/** Returns the mistakes in the model settings, as lines for the one message about settings. */
export function modelMistakes(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.values(MODEL_SETTINGS).filter((name) => env[name] !== undefined)
  if (env['LLM_BASE_URL'] !== undefined) {
    return names.length > 0 ? [] : ['LLM_BASE_URL  is set without a model; name one, such as LLM_MODEL']
  }
  return [...names, ...(env['LLM_API_KEY'] === undefined ? [] : ['LLM_API_KEY'])].map(
    (name) => `${name}  is set without LLM_BASE_URL`,
  )
}
