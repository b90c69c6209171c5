import { describe, expect, test } from 'vitest'

import { parseConfig } from '#shared/config.ts'

import { modelsOf } from './model-roles.ts'

const NEEDED = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }

describe('the settings of models', () => {
  test('name the model of each role; nothing stands in for another', () => {
    const config = parseConfig({ ...NEEDED, LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'llama3.2' })
    expect(config.LLM_BASE_URL).toBe('http://127.0.0.1:11434/v1')
    expect(modelsOf(config)).toEqual({
      text: 'llama3.2',
      vision: null,
      embedding: null,
      image: null,
      transcription: null,
      speech: null,
    })
  })

  test('nothing set is no model', () => {
    expect(Object.values(modelsOf(parseConfig(NEEDED))).every((name) => name === null)).toBe(true)
  })

  test.each([
    [{ LLM_MODEL: 'm' }, /LLM_MODEL {2}is set without LLM_BASE_URL/],
    [{ LLM_API_KEY: 'sk-hunter2' }, /LLM_API_KEY {2}is set without LLM_BASE_URL/],
    [{ LLM_BASE_URL: 'https://api.openai.com/v1' }, /LLM_BASE_URL {2}is set without a model/],
    [{ LLM_BASE_URL: 'https://key@host/v1', LLM_MODEL: 'm' }, /LLM_BASE_URL {2}has a query, a fragment or credentials/],
    [{ LLM_BASE_URL: 'ftp://host', LLM_MODEL: 'm' }, /LLM_BASE_URL/],
  ])('%j is a mistake that names the setting and no key', (env, message) => {
    expect(() => parseConfig({ ...NEEDED, ...env })).toThrow(message)
    expect(() => parseConfig({ ...NEEDED, ...env })).not.toThrow(/hunter2/)
  })
})
