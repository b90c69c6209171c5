/** What every outcome needs is configured, and nobody answers there. */
export const SELLS_ALL = {
  UPSTREAM_CONTACT: 'operator@farebox.example',
  LLM_BASE_URL: 'http://127.0.0.1:1',
  LLM_MODEL: 'text',
  LLM_VISION_MODEL: 'vision',
  LLM_EMBEDDING_MODEL: 'embedding',
  LLM_IMAGE_MODEL: 'image',
  LLM_TRANSCRIPTION_MODEL: 'transcription',
  LLM_SPEECH_MODEL: 'speech',
}
